import { nth } from '../../foundation/core/attempts.ts'
import type { Ctx } from '../../foundation/core/ctx.ts'
import { logAct } from '../logs/index.ts'
import { type Login, loginByEmail } from '../users/index.ts'
import { landing } from './landing.ts'
import { failures, repeatToLog } from './limits.ts'

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
    const more = repeatToLog(await nth(tx, ctx, failures(reason), email))
    if (!more) return
    const known = login ?? (await loginByEmail(tx, email))
    const home = known && (await landing(tx, known))
    const name = known?.activated_at ? `${known.first_name} ${known.last_name}` : ''
    const who = { id: known?.id ?? null, name: name || `${email.slice(0, 2)}…` }
    const details = { address: ctx.address, reason, ...more }
    await logAct(tx, home?.id ?? null, who, 'failed login', details)
  })
  ctx.sealSoon()
}
