import { limits } from '@mshahara/contract'
import { type Ctx, inPlatform, me } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { failField, found } from '../../foundation/core/fail.ts'
import { holdMine, type Login, loginById, proveOwner } from '../users/index.ts'
import { factorsOf } from './factors.ts'
import {
  type ProofGiven,
  type Proven,
  proves,
  triedChallenge,
  useUp,
  wrongFactor,
} from './prove.ts'
import { say } from './sentences.ts'

/**
 * Somebody else may sit at an open session. Before what would shut its owner out, or weaken the
 * sign-in of others, whoever sits there shows again who they are.
 */

export const myLogin = async (ctx: Ctx): Promise<Login> =>
  found(await inPlatform(ctx, (tx) => loginById(tx, me(ctx).id)))

/** One of the factors, and of somebody who has none the password. */
export async function proveAgain(ctx: Ctx, login: Login, given: ProofGiven): Promise<Proven> {
  const byFactor = await factorProven(ctx, login, given)
  if (byFactor) return byFactor
  await proveOwner(ctx, login, given.current_password)
  return { by: 'password' }
}

/** All that a sign-in asks for: the password, and one of the factors of somebody who has any. */
export async function proveFully(ctx: Ctx, login: Login, given: ProofGiven): Promise<Proven> {
  await proveOwner(ctx, login, given.current_password)
  return (await factorProven(ctx, login, given)) ?? { by: 'password' }
}

async function factorProven(
  ctx: Ctx,
  login: Login,
  given: ProofGiven,
): Promise<Proven | undefined> {
  const factors = await inPlatform(ctx, (tx) => factorsOf(tx, login.id))
  if (factors.length === 0) return undefined
  if (!given.code && !given.passkey) failField('code', say.enterCode)
  const challenge = given.passkey && (await triedChallenge(ctx, login.email, 'factor-proof'))
  const proven = await proves(ctx, login, given, challenge)
  if (!proven) return failField('code', wrongFactor)
  return proven.by === 'passkey' && challenge ? { ...proven, challenge } : proven
}

/** Whoever has just signed in has proven who they are; switching organisations proves nothing. */
export function isFresh(ctx: Ctx): boolean {
  const { sessionHours, freshMinutes } = limits
  const began = Date.parse(me(ctx).expires_at) - sessionHours * 3_600_000
  return ctx.now.getTime() < began + freshMinutes * 60_000
}

/** Nothing is asked of somebody who has just signed in. */
export const proveUnlessFresh = async (ctx: Ctx, given: ProofGiven): Promise<Proven | undefined> =>
  isFresh(ctx) ? undefined : proveAgain(ctx, await myLogin(ctx), given)

/** The caller's login, held, and what it was proven with used up. */
export async function holdProven(
  tx: PlatformTx,
  ctx: Ctx,
  proven: Proven | undefined,
): Promise<Login> {
  const login = await holdMine(tx, ctx)
  if (proven && !(await useUp(tx, ctx, login, proven))) failField('code', wrongFactor)
  return login
}
