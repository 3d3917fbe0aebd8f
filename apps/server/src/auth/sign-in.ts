import { type contract, limits } from '@mshahara/contract'
import { attempt, countAttempt, forgive } from '../core/attempts.ts'
import type { Handler } from '../core/bind.ts'
import { type Code, isCode, issueCode, liveCode, spendCode, tryCode } from '../core/codes.ts'
import { type Ctx, inPlatform, me } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { fail } from '../core/fail.ts'
import { passwordMatches, sameBytes } from '../core/secrets.ts'
import { openSession } from '../core/session.ts'
import {
  activationHash,
  holdAddress,
  holdLogin,
  type Login,
  loginByEmail,
  loginById,
  setLogin,
} from '../users/index.ts'
import { landing } from './landing.ts'
import { firstPassword, signInCode, signUpCode } from './letters.ts'
import { completeSignUp } from './sign-up.ts'

type Auth = typeof contract.auth

const wrong = 'Invalid email or password.'
export const wrongCode = 'The code is not valid or has expired.'
export const sent = { message: 'OTP sent to your email' }
const quarter = 15 * 60
const hour = 60 * 60

/** Beside each account's own counter: one address cannot try a password on everybody. */
export async function limitAddress(ctx: Ctx) {
  await attempt(ctx, { key: `address ${ctx.address}`, most: 300, seconds: quarter })
}

const loginKey = (ctx: Ctx, email: string) => `login ${email} ${ctx.address}`
const codesKey = (ctx: Ctx, email: string) => `codes ${email} ${ctx.address}`

export const login: Handler<Auth['login']> = async (ctx, { body: { email, password } }) => {
  await limitAddress(ctx)
  const key = loginKey(ctx, email)
  await attempt(ctx, { key, most: 10, seconds: quarter })
  return inPlatform(ctx, async (tx) => {
    const found = await loginByEmail(tx, email)
    if (await passwordMatches(found?.password_hash, password)) {
      await forgive(ctx, key)
      return sendCode(tx, ctx, found as Login)
    }
    if (found && !found.activated_at) return firstTime(tx, ctx, found, password)
    await noteFailure(ctx, email, found)
    return fail(401, wrong)
  })
}

/**
 * A person whom an organisation entered: the one-time password, or the ID number that fetches one.
 */
async function firstTime(tx: Tx, ctx: Ctx, login: Login, password: string) {
  const code = await liveCode(tx, ctx, 'activation', login.email)
  if (code && isCode(ctx, code, password)) {
    await forgive(ctx, loginKey(ctx, login.email))
    return sendCode(tx, ctx, login)
  }
  const lock = `activation ${login.id} ${ctx.address}`
  const tries = await countAttempt(ctx, lock, hour)
  const number = activationHash(ctx.secrets, login.id, password)
  // Locked is answered like wrong, and like an address nobody knows.
  if (tries > limits.codeTries || !sameBytes(login.activation_hash, number)) {
    await noteFailure(ctx, login.email, login)
    return fail(401, wrong)
  }
  await forgive(ctx, lock)
  await mailFirstPassword(tx, ctx, login)
  ctx.status(201)
  return { message: 'First time login. Your password has been sent to your email.' }
}

async function mailFirstPassword(tx: Tx, ctx: Ctx, login: Login) {
  await refuseClosed(tx, login)
  await holdAddress(tx, login.email)
  const live = await liveCode(tx, ctx, 'activation', login.email)
  if (live && !mayResend(ctx, live)) return
  await allowCode(ctx, login.email)
  const first = await issueCode(tx, ctx, {
    purpose: 'activation',
    email: login.email,
    user_id: login.id,
  })
  const home = await landing(tx, login)
  await ctx.mail.send(tx, null, firstPassword(login, home?.name, first))
}

const allowCode = (ctx: Ctx, email: string) =>
  attempt(ctx, {
    key: codesKey(ctx, email),
    most: limits.codesPerHour,
    seconds: hour,
    sentence: 'Too many codes were requested. Please try again in an hour.',
  })

/** Mails a code, unless one from a moment ago still stands: a double click sends one message. */
async function sendCode(tx: Tx, ctx: Ctx, login: Login) {
  await refuseClosed(tx, login)
  await holdAddress(tx, login.email)
  const live = await liveCode(tx, ctx, 'sign-in', login.email)
  if (live && !mayResend(ctx, live) && live.tries < limits.codeTries) return sent
  await allowCode(ctx, login.email)
  const code = await issueCode(tx, ctx, {
    purpose: 'sign-in',
    email: login.email,
    user_id: login.id,
    bound: true,
  })
  const home = await landing(tx, login)
  await ctx.mail.send(tx, null, signInCode(login, code, home?.name))
  return sent
}

const mayResend = (ctx: Ctx, code: Code) =>
  ctx.now.getTime() - Date.parse(code.created_at) >= (limits.otpCooldown_s - 1) * 1000

/** Somebody whose every membership has ended has nowhere to go. */
async function refuseClosed(tx: Tx, login: Login) {
  if (login.super_admin || (await landing(tx, login))) return
  const { rowCount } = await tx.$client.query(
    `select from memberships where user_id = $1 and status <> 'invited'`,
    [login.id],
  )
  if (rowCount) fail(401, 'Your account is not active. Please contact your employer.')
}

/** Answers alike whether or not anybody is signing in under this address. */
export const requestOtp: Handler<Auth['requestOtp']> = async (ctx, { body: { email } }) => {
  await limitAddress(ctx)
  const answer = { message: 'OTP successfully sent. Please check your email.' }
  return inPlatform(ctx, async (tx) => {
    await holdAddress(tx, email)
    for (const purpose of ['sign-in', 'sign-up'] as const) {
      const live = await liveCode(tx, ctx, purpose, email)
      if (!live?.ticket_hash || !mayResend(ctx, live)) continue
      await allowCode(ctx, email)
      const issue = { purpose, email, user_id: live.user_id, payload: live.payload, bound: true }
      const code = await issueCode(tx, ctx, issue)
      const login = live.user_id ? await loginById(tx, live.user_id) : undefined
      const home = login && (await landing(tx, login))
      const reader = login ?? { email, first_name: (live.payload as Named)?.first_name ?? '' }
      const letter = login ? signInCode(reader, code, home?.name) : signUpCode(reader, code)
      await ctx.mail.send(tx, null, letter)
    }
    return answer
  })
}

interface Named {
  first_name: string
}

export const verifyOtp: Handler<Auth['verifyOtp']> = async (ctx, { body: { email, otp } }) => {
  await limitAddress(ctx)
  const code =
    (await tryCode(ctx, 'sign-in', email, otp)) ?? (await tryCode(ctx, 'sign-up', email, otp))
  if (!code) {
    await noteFailure(ctx, email, undefined, 'wrong code')
    fail(401, wrongCode)
  }
  return inPlatform(ctx, async (tx) => {
    const known = code.user_id ? await holdLogin(tx, code.user_id) : undefined
    if (!(await spendCode(tx, code))) fail(401, wrongCode)
    const login = code.user_id ? known : await completeSignUp(tx, ctx, code)
    if (!login) fail(401, wrongCode)
    const token = await openFor(tx, ctx, login)
    await forgive(ctx, codesKey(ctx, email))
    return { access_token: ctx.cookies.forClient(token) }
  })
}

/** Signs a person in: a session where they were last, and a line in the log. */
export async function openFor(tx: Tx, ctx: Ctx, login: Login): Promise<string> {
  await refuseClosed(tx, login)
  const home = login.super_admin ? undefined : await landing(tx, login)
  const token = await startSession(tx, ctx, login, home?.id ?? null)
  await tx.$client.query('select log_act($1, $2, $3, $4, $5)', [
    home?.id ?? null,
    login.id,
    `${login.first_name} ${login.last_name}`,
    'login',
    { address: ctx.address },
  ])
  await setLastLogin(tx, ctx, login)
  ctx.sealSoon()
  return token
}

async function startSession(tx: Tx, ctx: Ctx, login: Login, organization_id: string | null) {
  const token = await openSession(tx, {
    user_id: login.id,
    organization_id,
    now: ctx.now,
    address: ctx.address,
    userAgent: ctx.userAgent,
  })
  ctx.cookies.giveSession(token)
  return token
}

const setLastLogin = (tx: Tx, ctx: Ctx, login: Login) =>
  setLogin(tx, login.id, {
    previous_login_at: login.last_login_at ?? null,
    last_login_at: ctx.now.toISOString(),
  })

/** A failed sign-in outlives the refusal. The address is masked: it may be somebody's typo. */
export async function noteFailure(
  ctx: Ctx,
  email: string,
  login: Login | undefined,
  reason?: string,
) {
  await ctx.apart(async (tx) => {
    const known = login ?? (await loginByEmail(tx, email))
    const home = known && (await landing(tx, known))
    await tx.$client.query('select log_act($1, $2, $3, $4, $5)', [
      home?.id ?? null,
      known?.id ?? null,
      known ? `${known.first_name} ${known.last_name}` : `${email.slice(0, 2)}…`,
      'failed login',
      { address: ctx.address, reason: reason ?? 'wrong password' },
    ])
  })
  ctx.sealSoon()
}

/** The caller's login, held; refused when the session was ended while the call was under way. */
export async function holdMine(tx: Tx, ctx: Ctx): Promise<Login> {
  const { id, session_id } = me(ctx)
  const login = await holdLogin(tx, id)
  const { rowCount } = await tx.$client.query('select from sessions where id = $1', [session_id])
  if (!login || !rowCount) fail(401)
  return login
}

export const logout: Handler<Auth['logout']> = async (ctx) => {
  const user = me(ctx)
  await inPlatform(ctx, async (tx) => {
    await tx.$client.query('delete from sessions where id = $1', [user.session_id])
    await tx.$client.query('select log_act($1, $2, $3, $4, $5)', [
      user.organization_id,
      user.id,
      user.name,
      'logout',
      { address: ctx.address },
    ])
  })
  ctx.cookies.dropSession()
  return { message: 'Logout Successful' }
}

export const heartbeat: Handler<Auth['heartbeat']> = async (ctx) => ({
  expires_at: me(ctx).expires_at,
})
