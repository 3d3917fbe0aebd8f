import { type contract, limits } from '@mshahara/contract'
import { attempt } from '../core/attempts.ts'
import type { Handler } from '../core/bind.ts'
import { type Code, issueCode } from '../core/codes.ts'
import { type Ctx, inPlatform } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { fail } from '../core/fail.ts'
import { hashPassword } from '../core/secrets.ts'
import { addLogin, type Login, loginByEmail } from '../users/index.ts'
import { alreadySignedUp, signUpCode } from './letters.ts'
import { limitAddress, sent, wrongCode } from './sign-in.ts'

interface Pending {
  first_name: string
  last_name: string
  phone: string
  password_hash: string
}

/**
 * Nothing exists until the mailed code comes back: a stranger cannot reserve somebody's address.
 */
export const signup: Handler<(typeof contract.auth)['signup']> = async (ctx, { body }) => {
  if (ctx.config.accounts) fail(422, 'Please sign up at the accounts service.')
  await limitAddress(ctx)
  const { email, password, ...person } = body
  await attempt(ctx, {
    key: `sign-up ${email} ${ctx.address}`,
    most: limits.codesPerHour,
    seconds: 3600,
  })
  // Hashed either way, so that the answer takes as long for a known address.
  const payload: Pending = { ...person, password_hash: await hashPassword(password) }
  return inPlatform(ctx, async (tx) => {
    const existing = await loginByEmail(tx, email)
    if (existing) {
      // A ticket either way: its absence would tell that the address is known.
      ctx.cookies.freshTicket()
      await ctx.mail.send(tx, null, alreadySignedUp(existing))
    } else {
      const code = await issueCode(tx, ctx, { purpose: 'sign-up', email, payload, bound: true })
      await ctx.mail.send(tx, null, signUpCode({ email, first_name: person.first_name }, code))
    }
    return sent
  })
}

/** The address is proven: the login begins to exist. */
export async function completeSignUp(tx: Tx, ctx: Ctx, code: Code): Promise<Login> {
  if (await loginByEmail(tx, code.email)) fail(401, wrongCode)
  const at = ctx.now.toISOString()
  return addLogin(tx, {
    ...(code.payload as Pending),
    email: code.email,
    activated_at: at,
    email_verified_at: at,
  })
}
