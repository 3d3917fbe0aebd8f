import type { contract } from '@mshahara/contract'
import { inPlatform } from '../../foundation/core/ctx.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { proves, triedChallenge, useUp, wrongFactor } from '../second-factor/index.ts'
import { holdLogin, spendCode } from '../users/index.ts'
import { noteFailure } from './failures.ts'
import { landing } from './landing.ts'
import { limitAddress } from './limits.ts'
import { say } from './sentences.ts'
import { openFor } from './sign-in.ts'

type Steps = typeof contract.secondSteps

/** A session for somebody whose password was right a moment ago, in the same browser. */
export const verifyFactor: Handler<Steps['verify']> = async (ctx, { body }) => {
  const { email, ...given } = body
  await limitAddress(ctx)
  const challenge = await triedChallenge(ctx, email, 'factor')
  if (!challenge?.user_id) return fail(401, say.tooLate)
  const { user_id } = challenge
  const proven = await proves(ctx, { id: user_id, email }, given, challenge)
  if (!proven) {
    await noteFailure(ctx, email, undefined, 'wrong second factor')
    return fail(401, wrongFactor)
  }
  return inPlatform(ctx, async (tx) => {
    const login = await holdLogin(tx, user_id)
    if (!login || !(await spendCode(tx, challenge))) return fail(401, say.tooLate)
    const home = login.super_admin ? undefined : await landing(tx, login)
    if (!(await useUp(tx, ctx, login, proven, home?.id))) return fail(401, wrongFactor)
    return { access_token: ctx.cookies.forClient(await openFor(tx, ctx, login)) }
  })
}
