import type { Db } from '../../foundation/core/db.ts'
import type { Secrets } from '../../foundation/core/secrets.ts'
import { logAct } from '../logs/index.ts'
import { addLogin, loginByEmail, setLogin } from './logins.ts'
import { activationCode, renewCode } from './one-time-codes.ts'

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

/**
 * For an operator whose codes do not arrive: the code that their browser waits for, made anew. It
 * is of use to nobody who has not just given the password there.
 */
export const operatorCode = (
  db: Db,
  secrets: Secrets,
  email: string,
  now: Date,
): Promise<'no operator' | 'nobody waits' | { code: string }> =>
  db.inPlatform(async (tx) => {
    const login = await loginByEmail(tx, email)
    if (!login?.super_admin) return 'no operator'
    const code = await renewCode(tx, { secrets, now }, 'sign-in', email)
    if (!code) return 'nobody waits'
    const who = { id: login.id, name: `${login.first_name} ${login.last_name}` }
    await logAct(tx, null, who, 'code shown', {})
    return { code }
  })
