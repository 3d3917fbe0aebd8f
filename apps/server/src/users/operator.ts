import type { Db } from '../core/db.ts'
import type { Secrets } from '../core/secrets.ts'
import { activationCode } from './codes.ts'
import { addLogin, loginByEmail, setLogin } from './logins.ts'

/** The first platform operator, made on the machine itself; a new one gets a one-time password. */
export const makeOperator = (
  db: Db,
  secrets: Secrets,
  email: string,
  password: string,
  now: Date,
): Promise<'new' | 'known'> =>
  db.inPlatform(async (tx) => {
    const known = await loginByEmail(tx, email)
    const login =
      known ?? (await addLogin(tx, { email, first_name: 'Platform', last_name: 'Operator' }))
    await setLogin(tx, login.id, { super_admin: true })
    if (login.activated_at) return 'known'
    await activationCode(tx, secrets, { email, user_id: login.id, code: password, now })
    return 'new'
  })
