import { type contract, limits } from '@mshahara/contract'
import { allow, forgive, nth } from '../core/attempts.ts'
import {
  type Code,
  isFresh,
  issueCode,
  liveCode,
  type Purpose,
  spendCode,
  tryCode,
} from '../core/codes.ts'
import { type Ctx, inPlatform, me } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { rememberDevice } from '../core/devices.ts'
import { fail } from '../core/fail.ts'
import { passwordMatches } from '../core/secrets.ts'
import type { Handler } from '../http/bind.ts'
import { openSession } from '../http/session.ts'
import {
  holdAddress,
  holdLogin,
  type Login,
  loginByEmail,
  loginById,
  setLogin,
} from '../users/index.ts'
import { acceptNamed, firstTime, type Joining, type Offer } from './first-time.ts'
import { landing } from './landing.ts'
import { signInCode, signUpCode } from './letters.ts'
import { calls, codesFor, failures, guesses, limitAddress, noted } from './limits.ts'
import { completeSignUp } from './sign-up.ts'

type Auth = typeof contract.auth

/**
 * In every handler here what is counted comes first, in transactions of its own; only then does
 * the request lock and write. Nobody who holds a lock asks for a second connection.
 */

export const wrong = 'Invalid email or password.'
export const wrongCode = 'The code is not valid or has expired.'
export const sent = { message: 'OTP sent to your email' }

export const login: Handler<Auth['login']> = async (ctx, { body: { email, password } }) => {
  await allow(ctx, [...calls, ...guesses], { account: email })
  const found = await inPlatform(ctx, (tx) => loginByEmail(tx, email))
  if (await passwordMatches(found?.password_hash, password)) return sendCode(ctx, found as Login)
  if (found && !found.activated_at) return firstTime(ctx, found, password)
  await noteFailure(ctx, email, found)
  return fail(401, wrong)
}

/** Mails a code, unless one from a moment ago still stands: a double click sends one message. */
export async function sendCode(ctx: Ctx, login: Login, offer?: Offer) {
  const { email, id: user_id } = login
  const payload: Joining | null = offer ? { joins: offer.organization_id } : null
  const stands = async (tx: Tx) => {
    const live = await liveCode(tx, ctx, 'sign-in', email)
    const same = (live?.payload as Joining | null)?.joins === payload?.joins
    return isFresh(ctx, live) && same && (live as Code).tries < limits.codeTries
  }
  if (await inPlatform(ctx, stands)) return sent
  await allow(ctx, codesFor('sign-in'), { account: email })
  return inPlatform(ctx, async (tx) => {
    await forgive(tx, ctx, guesses, { account: email })
    await holdAddress(tx, email)
    if (await stands(tx)) return sent
    const issue = { purpose: 'sign-in', email, user_id, payload, bound: true } as const
    const code = await issueCode(tx, ctx, issue)
    const from = offer?.name ?? (await landing(tx, login))?.name
    const reader = { email, first_name: offer?.first_name ?? login.first_name }
    await ctx.mail.send(tx, null, signInCode(reader, code, from))
    return sent
  })
}

/** Answers alike whether or not anybody is signing in under this address. */
export const requestOtp: Handler<Auth['requestOtp']> = async (ctx, { body: { email } }) => {
  await limitAddress(ctx)
  const answer = { message: 'OTP successfully sent. Please check your email.' }
  for (const purpose of ['sign-in', 'sign-up'] as const) {
    if (!(await inPlatform(ctx, (tx) => due(tx, ctx, purpose, email)))) continue
    await allow(ctx, codesFor(purpose), { account: email })
    await inPlatform(ctx, (tx) => resend(tx, ctx, purpose, email))
    break
  }
  return answer
}

async function due(tx: Tx, ctx: Ctx, purpose: Purpose, email: string) {
  const live = await liveCode(tx, ctx, purpose, email)
  return live?.ticket_hash && !isFresh(ctx, live) ? live : undefined
}

async function resend(tx: Tx, ctx: Ctx, purpose: Purpose, email: string) {
  await holdAddress(tx, email)
  const live = await due(tx, ctx, purpose, email)
  if (!live) return
  const { user_id, payload } = live
  const code = await issueCode(tx, ctx, { purpose, email, user_id, payload, bound: true })
  const login = user_id ? await loginById(tx, user_id) : undefined
  const home = login && (await landing(tx, login))
  const first_name = login?.first_name ?? (payload as { first_name?: string }).first_name ?? ''
  const reader = { email, first_name }
  const letter = login ? signInCode(reader, code, home?.name) : signUpCode(reader, code)
  await ctx.mail.send(tx, null, letter)
}

export const verifyOtp: Handler<Auth['verifyOtp']> = async (ctx, { body: { email, otp } }) => {
  await limitAddress(ctx)
  const code =
    (await tryCode(ctx, 'sign-in', email, otp)) ?? (await tryCode(ctx, 'sign-up', email, otp))
  if (!code) {
    if (await waitsForCode(ctx, email)) await noteFailure(ctx, email, undefined, 'wrong code')
    fail(401, wrongCode)
  }
  return inPlatform(ctx, async (tx) => {
    if (!code.user_id) await holdAddress(tx, email)
    const known = code.user_id ? await holdLogin(tx, code.user_id) : undefined
    if (!(await spendCode(tx, code))) fail(401, wrongCode)
    const login = code.user_id ? known : await completeSignUp(tx, ctx, code)
    if (!login) fail(401, wrongCode)
    const token = await openFor(tx, ctx, await acceptNamed(tx, login, code.payload))
    await forgive(tx, ctx, codesFor(code.purpose), { account: email })
    return { access_token: ctx.cookies.forClient(token) }
  })
}

/** Whoever never got as far as a code has failed at nothing that the log should tell. */
const waitsForCode = (ctx: Ctx, email: string): Promise<boolean> =>
  ctx.apart(async (tx) => {
    const live = await liveCode(tx, ctx, 'sign-in', email)
    return Boolean(live ?? (await liveCode(tx, ctx, 'sign-up', email)))
  })

/**
 * Signs a person in: a session where they were last, and a line in the log. Whoever belongs
 * nowhere, or no longer, may found an organisation or accept an invitation (A28).
 */
export async function openFor(tx: Tx, ctx: Ctx, login: Login): Promise<string> {
  const home = login.super_admin ? undefined : await landing(tx, login)
  const token = await startSession(tx, ctx, login, home?.id ?? null)
  await rememberDevice(tx, ctx, login.id)
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

/**
 * A failed sign-in outlives the refusal. The address is masked: it may be somebody's typo. Repeats
 * are folded, so that nobody can flood an organisation's log.
 */
export async function noteFailure(
  ctx: Ctx,
  email: string,
  login: Login | undefined,
  reason = 'wrong password',
) {
  await ctx.apart(async (tx) => {
    const more = noted(await nth(tx, ctx, failures(reason), email))
    if (!more) return
    const known = login ?? (await loginByEmail(tx, email))
    const home = known && (await landing(tx, known))
    const named = known?.activated_at ? `${known.first_name} ${known.last_name}` : ''
    await tx.$client.query('select log_act($1, $2, $3, $4, $5)', [
      home?.id ?? null,
      known?.id ?? null,
      named || `${email.slice(0, 2)}…`,
      'failed login',
      { address: ctx.address, reason, ...more },
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
