import type { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { allow, within } from '../../foundation/core/attempts.ts'
import { type Ctx, inPlatform } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { Staged } from '../../foundation/http/bind.ts'
import { endSessions } from '../../foundation/http/session.ts'
import { mayMail, mayNotifyKnown } from '../../foundation/mail/budget.ts'
import { readingAt } from '../../foundation/mail/letter-to.ts'
import { forgetActivation } from '../organizations/index.ts'
import {
  addLogin,
  forgetCodes,
  hashInTurn,
  holdAddress,
  holdLogin,
  issueCode,
  type Login,
  liveCode,
  loginByEmail,
  type MailedCode,
  refill,
  setLogin,
} from '../users/index.ts'
import { alreadySignedUp, signUpCode } from './letters.ts'
import { calls, codesFor, onceAMinute } from './limits.ts'
import { say } from './sentences.ts'
import { codeSent } from './sign-in-code.ts'
import { refuseWeak } from './weak-passwords.ts'

interface Pending {
  first_name: string
  last_name: string
  phone: string
  password_hash: string
}

/** An address that only an employer has entered is still free for its owner to sign up (A28). */
const isOwned = (login: Login | undefined) =>
  !!login && (login.activated_at !== null || login.super_admin)

/**
 * Nothing exists until the mailed code comes back: a stranger cannot reserve somebody's address.
 */
export const signup: Staged<(typeof contract.auth)['signup'], { again: boolean }, Made> = {
  async look(ctx, { body }) {
    if (ctx.config.accounts) fail(422, say.accountsService)
    const { email: account, password } = body
    refuseWeak(password, body)
    await allow(ctx, [...calls, ...codesFor('sign-up')], { account })
    return { again: !(await within(ctx, onceAMinute('sign-up'), { account })) }
  },
  // Hashed either way, so that the answer takes as long for a known address.
  make: async (outside, { body }, { again }) => ({
    again,
    password_hash: await hashInTurn(outside, body.password),
  }),
  keep(ctx, { body }, { again, password_hash }) {
    const { email, password: _, ...person } = body
    const payload: Pending = { ...person, password_hash }
    return inPlatform(ctx, async (tx) => {
      await holdAddress(tx, email)
      const owner = await loginByEmail(tx, email)
      if (again) return correct(tx, ctx, email, payload)
      // A ticket either way: its absence would reveal that the address is known.
      if (isOwned(owner)) ctx.cookies.freshTicket()
      if (!isOwned(owner)) {
        const code = await issueCode(tx, ctx, { purpose: 'sign-up', email, payload, bound: true })
        const letter = signUpCode(readingAt(ctx, { ...person, email }), code)
        if (await mayMail(tx, ctx, email)) await ctx.mail.send(tx, null, letter)
      } else if (await mayNotifyKnown(tx, ctx, email)) {
        await ctx.mail.send(tx, null, alreadySignedUp(owner as Login))
      }
      return codeSent(ctx)
    })
  },
}
interface Made {
  again: boolean
  password_hash: string
}

/** The form was sent again within a minute: the code already sent now covers its new content. */
async function correct(tx: PlatformTx, ctx: Ctx, email: string, payload: Pending) {
  const live = ctx.cookies.ticket ? await liveCode(tx, ctx, 'sign-up', email) : undefined
  if (live) await refill(tx, live, payload)
  return codeSent(ctx)
}

/** The address is proven: the login is created, or passes to its owner. */
export async function completeSignUp(tx: PlatformTx, ctx: Ctx, code: MailedCode): Promise<Login> {
  const placeholder = await loginByEmail(tx, code.email)
  const login = placeholder && (await holdLogin(tx, placeholder.id))
  if (isOwned(login)) fail(401, everywhere.wrongCode)
  const at = ctx.now.toISOString()
  const own = {
    ...(code.payload as Pending),
    email: code.email,
    activated_at: at,
    email_verified_at: at,
  }
  if (!login) return addLogin(tx, own)
  await setLogin(tx, login.id, own)
  await forgetCodes(tx, login.id)
  await forgetActivation(tx, login.id)
  await endSessions(tx, { user_id: login.id })
  return { ...login, ...own }
}
