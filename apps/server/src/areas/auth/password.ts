import type { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { allow, within } from '../../foundation/core/attempts.ts'
import { type Ctx, inPlatform, me } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { forgetDevices } from '../../foundation/core/devices.ts'
import { fail, found } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { endSessions } from '../../foundation/http/session.ts'
import { mayMail } from '../../foundation/mail/budget.ts'
import { readingAt } from '../../foundation/mail/letter-to.ts'
import { forgetActivation } from '../organizations/index.ts'
import {
  forgetCodes,
  hashInTurn,
  holdAddress,
  holdLogin,
  holdMine,
  isFresh,
  issueCode,
  type Login,
  liveCode,
  loginByEmail,
  loginById,
  proveOwner,
  setLogin,
  spendCode,
  tryCode,
} from '../users/index.ts'
import { refuseKnown } from './known-passwords.ts'
import { landing } from './landing.ts'
import { passwordChanged, resetCode } from './letters.ts'
import { calls, codesFor, onceAMinute, resetTries } from './limits.ts'
import { say } from './sentences.ts'
import { refuseWeak } from './weak-passwords.ts'

type Auth = typeof contract.auth

/** Answers alike whether or not the address is known, and however often it is asked. */
export const resetPassword: Handler<Auth['resetPassword']> = async (ctx, { body: { email } }) => {
  await allow(ctx, [...calls, ...codesFor('reset')], { account: email })
  const again = !(await within(ctx, onceAMinute('reset'), { account: email }))
  const answer = { message: ctx.say(say.resetSent) }
  return inPlatform(ctx, async (tx) => {
    await holdAddress(tx, email)
    const login = await loginByEmail(tx, email)
    const justSent = again || isFresh(ctx, await liveCode(tx, ctx, 'reset', email))
    if (!login || justSent || !(await mayMail(tx, ctx, email))) return answer
    const code = await issueCode(tx, ctx, { purpose: 'reset', email, user_id: login.id })
    const home = await landing(tx, login)
    await ctx.mail.send(tx, null, resetCode(readingAt(ctx, login), code, home?.name))
    return answer
  })
}

export const updatePassword: Handler<Auth['updatePassword']> = async (ctx, { body }) => {
  await allow(ctx, [...calls, ...resetTries], { account: body.email })
  refuseWeak(body.password, body)
  const code = await tryCode(ctx, 'reset', body.email, body.otp)
  if (!code?.user_id) fail(401, everywhere.wrongCode)
  const { user_id } = code
  const owner = found(await inPlatform(ctx, (tx) => loginById(tx, user_id)))
  refuseWeak(body.password, owner)
  await refuseKnown(ctx, owner, body.password)
  const password_hash = await hashInTurn(ctx, body.password)
  await inPlatform(ctx, async (tx) => {
    const login = found(await holdLogin(tx, user_id))
    if (!(await spendCode(tx, code))) fail(401, everywhere.wrongCode)
    await setPassword(tx, ctx, login, password_hash)
    // The code came by mail, so the address is proven too.
    await setLogin(tx, user_id, { email_verified_at: ctx.now.toISOString() })
    await endSessions(tx, { user_id })
  })
  return { message: ctx.say(say.passwordReset) }
}

/** The owner of an address that an employer entered gives their name later. */
export const nameOf = ({ first_name, email }: Login) =>
  first_name ? {} : { first_name: email.split('@')[0] || 'New' }

/** A new password cancels whatever was pending under the old one: codes, a change of email. */
async function setPassword(tx: PlatformTx, ctx: Ctx, login: Login, password_hash: string) {
  await setLogin(tx, login.id, {
    ...nameOf(login),
    password_hash,
    pending_email: null,
    activated_at: login.activated_at ?? ctx.now.toISOString(),
  })
  await forgetActivation(tx, login.id)
  await forgetCodes(tx, login.id)
  await forgetDevices(tx, ctx, login.id)
  await ctx.mail.send(tx, null, passwordChanged(login, (await landing(tx, login))?.name))
}

/** Only your own (A4). All your other sessions end. */
export const changePassword: Handler<Auth['changePassword']> = async (ctx, input) => {
  const { id, session_id } = me(ctx)
  if (input.params.id !== id) fail(403)
  const { password, current_password } = input.body()
  const mine = found(await inPlatform(ctx, (tx) => loginById(tx, id)))
  refuseWeak(password, mine)
  await proveOwner(ctx, mine, current_password)
  await refuseKnown(ctx, mine, password)
  const password_hash = await hashInTurn(ctx, password)
  await inPlatform(ctx, async (tx) => {
    const login = await holdMine(tx, ctx)
    await setPassword(tx, ctx, login, password_hash)
    await endSessions(tx, { user_id: id, except: session_id })
  })
  return { message: ctx.say(say.passwordChanged) }
}

/** The sign-in code reached the address, which is the proof. */
export const verifyEmail: Handler<Auth['verifyEmail']> = async (ctx, { params }) => {
  const { id } = me(ctx)
  if (params.id !== id) fail(403)
  await inPlatform(ctx, (tx) => setLogin(tx, id, { email_verified_at: ctx.now.toISOString() }))
  return { message: ctx.say(say.emailVerified) }
}
