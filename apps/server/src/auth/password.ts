import { type contract, limits } from '@mshahara/contract'
import { attempt, countAttempt } from '../core/attempts.ts'
import type { Handler } from '../core/bind.ts'
import { issueCode, liveCode, spendCode, tryCode } from '../core/codes.ts'
import { type Ctx, inPlatform, me } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { fail, found } from '../core/fail.ts'
import { hashPassword } from '../core/secrets.ts'
import { endSessions } from '../core/session.ts'
import { holdAddress, holdLogin, type Login, loginByEmail, setLogin } from '../users/index.ts'
import { landing } from './landing.ts'
import { passwordChanged, resetCode } from './letters.ts'
import { holdMine, limitAddress, wrongCode } from './sign-in.ts'

type Auth = typeof contract.auth

/** Answers alike whether or not the address is known, and however often it is asked. */
export const resetPassword: Handler<Auth['resetPassword']> = async (ctx, { body: { email } }) => {
  await limitAddress(ctx)
  const answer = { message: 'Password reset successful. Please check your email.' }
  const asked = await countAttempt(ctx, `reset ${email} ${ctx.address}`, 3600)
  if (asked > limits.codesPerHour)
    fail(429, 'Too many codes were requested. Please try again in an hour.')
  return inPlatform(ctx, async (tx) => {
    await holdAddress(tx, email)
    const login = await loginByEmail(tx, email)
    const live = await liveCode(tx, ctx, 'reset', email)
    const justSent =
      live && ctx.now.getTime() - Date.parse(live.created_at) < limits.otpCooldown_s * 1000
    if (login && !justSent) {
      const code = await issueCode(tx, ctx, { purpose: 'reset', email, user_id: login.id })
      await ctx.mail.send(tx, null, resetCode(login, code, (await landing(tx, login))?.name))
    }
    return answer
  })
}

export const updatePassword: Handler<Auth['updatePassword']> = async (ctx, { body }) => {
  await limitAddress(ctx)
  await attempt(ctx, { key: `update ${body.email} ${ctx.address}`, most: 20, seconds: 3600 })
  const code = await tryCode(ctx, 'reset', body.email, body.otp)
  if (!code?.user_id) fail(401, wrongCode)
  const { user_id } = code
  const password_hash = await hashPassword(body.password)
  await inPlatform(ctx, async (tx) => {
    const login = found(await holdLogin(tx, user_id))
    if (!(await spendCode(tx, code))) fail(401, wrongCode)
    await setPassword(tx, ctx, login, password_hash)
    // The code came by mail, so the address is proven too.
    await setLogin(tx, user_id, { email_verified_at: ctx.now.toISOString() })
    await endSessions(tx, { user_id })
  })
  return { message: 'Password successfully updated. Please login.' }
}

/** With a new password all that was begun under the old one ends: codes, a move of e-mail. */
async function setPassword(tx: Tx, ctx: Ctx, login: Login, password_hash: string) {
  await setLogin(tx, login.id, {
    password_hash,
    activation_hash: null,
    pending_email: null,
    activated_at: login.activated_at ?? ctx.now.toISOString(),
  })
  await tx.$client.query('delete from codes where user_id = $1', [login.id])
  await ctx.mail.send(tx, null, passwordChanged(login, (await landing(tx, login))?.name))
}

/** Only ever one's own (A4). Every other session of the person ends. */
export const changePassword: Handler<Auth['changePassword']> = async (ctx, input) => {
  const { id, session_id } = me(ctx)
  if (input.params.id !== id) fail(403)
  const { password } = input.body
  const password_hash = await hashPassword(password)
  await inPlatform(ctx, async (tx) => {
    const login = await holdMine(tx, ctx)
    await setPassword(tx, ctx, login, password_hash)
    await endSessions(tx, { user_id: id, except: session_id })
  })
  return { message: 'Password updated successfully' }
}

/** The sign-in code reached the address, which is the proof. */
export const verifyEmail: Handler<Auth['verifyEmail']> = async (ctx, { params }) => {
  const { id } = me(ctx)
  if (params.id !== id) fail(403)
  await inPlatform(ctx, (tx) => setLogin(tx, id, { email_verified_at: ctx.now.toISOString() }))
  return { message: 'Email verified' }
}
