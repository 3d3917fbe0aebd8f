import type { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { allow, forgive } from '../../foundation/core/attempts.ts'
import { type Ctx, inPlatform, me } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { rememberDevice } from '../../foundation/core/devices.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import { endSession, endSessionOf, openSession } from '../../foundation/http/session.ts'
import { logAct } from '../logs/index.ts'
import {
  holdAddress,
  holdLogin,
  type Login,
  liveCode,
  loginByEmail,
  matchesInTurn,
  setLogin,
  spendCode,
  tryCode,
} from '../users/index.ts'
import { askFurther, hasFactor } from './ask-second-factor.ts'
import { noteFailure } from './failures.ts'
import { acceptNamed, firstTime } from './first-time.ts'
import { landing } from './landing.ts'
import { calls, codesFor, guesses, limitAddress } from './limits.ts'
import { say } from './sentences.ts'
import { completeSignUp } from './sign-up.ts'

type Auth = typeof contract.auth

/**
 * Every handler here counts attempts first, in separate transactions, and only then locks and
 * writes: a request that holds a lock must never need a second connection.
 */

/** The password is hashed between two transactions: a flood of sign-ins holds no connection. */
export const login: Staged<Auth['login'], Hash, Hash> = {
  async look(ctx, { body: { email } }) {
    await allow(ctx, [...calls, ...guesses], { account: email })
    return (await inPlatform(ctx, (tx) => loginByEmail(tx, email)))?.password_hash
  },
  async make(outside, { body: { password } }, hash) {
    return (await matchesInTurn(outside, hash, password)) ? hash : undefined
  },
  async keep(ctx, { body: { email, password } }, proven) {
    const found = await inPlatform(ctx, (tx) => loginByEmail(tx, email))
    // Meanwhile somebody may have chosen another password.
    if (proven && found?.password_hash === proven) return askFurther(ctx, found)
    if (found && !found.activated_at) return firstTime(ctx, found, password)
    await noteFailure(ctx, email, found)
    return fail(401, say.wrong)
  },
}
type Hash = string | null | undefined

export const verifyOtp: Handler<Auth['verifyOtp']> = async (ctx, { body: { email, otp } }) => {
  await limitAddress(ctx)
  const code =
    (await tryCode(ctx, 'sign-in', email, otp)) ?? (await tryCode(ctx, 'sign-up', email, otp))
  if (!code) {
    if (await waitsForCode(ctx, email)) await noteFailure(ctx, email, undefined, 'wrong code')
    fail(401, everywhere.wrongCode)
  }
  return inPlatform(ctx, async (tx) => {
    if (!code.user_id) await holdAddress(tx, email)
    const known = code.user_id ? await holdLogin(tx, code.user_id) : undefined
    if (!(await spendCode(tx, code))) fail(401, everywhere.wrongCode)
    const login = code.user_id ? known : await completeSignUp(tx, ctx, code)
    // Mail alone no longer opens what has a second factor.
    if (!login || (await hasFactor(tx, login))) fail(401, everywhere.wrongCode)
    const token = await openFor(tx, ctx, await acceptNamed(tx, ctx, login, code.payload))
    await forgive(tx, ctx, codesFor(code.purpose), { account: email })
    return { access_token: ctx.cookies.forClient(token) }
  })
}

/** Somebody who never got as far as a code has not failed at anything worth logging. */
const waitsForCode = (ctx: Ctx, email: string): Promise<boolean> =>
  ctx.apart(async (tx) => {
    const live = await liveCode(tx, ctx, 'sign-in', email)
    return Boolean(live ?? (await liveCode(tx, ctx, 'sign-up', email)))
  })

/**
 * Signs a person in: a session where they last were, and an entry in the log. Somebody who
 * belongs nowhere (any more) may found an organisation or accept an invitation (A28).
 */
export async function openFor(tx: PlatformTx, ctx: Ctx, login: Login): Promise<string> {
  const home = login.super_admin ? undefined : await landing(tx, login)
  const token = await startSession(tx, ctx, login, home?.id ?? null)
  await rememberDevice(tx, ctx, login.id)
  const who = { id: login.id, name: `${login.first_name} ${login.last_name}` }
  await logAct(tx, home?.id ?? null, who, 'login', { address: ctx.address })
  await setLastLogin(tx, ctx, login)
  ctx.sealSoon()
  return token
}

async function startSession(
  tx: PlatformTx,
  ctx: Ctx,
  login: Login,
  organization_id: string | null,
) {
  // Nobody could use the one before any more, except somebody who had copied it.
  if (ctx.cookies.session) await endSessionOf(tx, ctx.cookies.session)
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

const setLastLogin = (tx: PlatformTx, ctx: Ctx, login: Login) =>
  setLogin(tx, login.id, {
    previous_login_at: login.last_login_at ?? null,
    last_login_at: ctx.now.toISOString(),
  })

export const logout: Handler<Auth['logout']> = async (ctx) => {
  const user = me(ctx)
  await inPlatform(ctx, async (tx) => {
    await endSession(tx, user.session_id)
    await logAct(tx, user.organization_id, user, 'logout', { address: ctx.address })
  })
  ctx.cookies.dropSession()
  return { message: ctx.say(say.loggedOut) }
}

export const heartbeat: Handler<Auth['heartbeat']> = async (ctx) => ({
  expires_at: me(ctx).expires_at,
})
