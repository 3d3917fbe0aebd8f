import { forgive } from '../../foundation/core/attempts.ts'
import { type Ctx, inPlatform } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { challengeFor, factorsOf } from '../second-factor/index.ts'
import { holdAddress, type Login } from '../users/index.ts'
import { guesses } from './limits.ts'
import { say } from './sentences.ts'
import { sendCode } from './sign-in-code.ts'

/** The password was right: a mailed code for those who have nothing else, or the second factor. */
export async function askFurther(ctx: Ctx, login: Login) {
  const has = await inPlatform(ctx, (tx) => hasFactor(tx, login))
  if (!has) return sendCode(ctx, login)
  return inPlatform(ctx, async (tx) => {
    await forgive(tx, ctx, guesses, { account: login.email })
    return {
      message: ctx.say(say.confirmFactor),
      second_step: await asked(tx, ctx, login),
    }
  })
}

export const hasFactor = async (tx: PlatformTx, { id }: Pick<Login, 'id'>): Promise<boolean> =>
  (await factorsOf(tx, id)).length > 0

/** Only the browser that gave the password can go on. */
export async function asked(tx: PlatformTx, ctx: Ctx, login: Login) {
  await holdAddress(tx, login.email)
  return challengeFor(tx, ctx, login, 'factor', true)
}
