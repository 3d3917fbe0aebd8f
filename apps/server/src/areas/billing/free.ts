import type { contract } from '@mshahara/contract'
import { formatShillings } from '@mshahara/engine/money'
import { inPlatform, myOrganization } from '../../foundation/core/ctx.ts'
import { advisoryLock } from '../../foundation/core/db.ts'
import { fail, failField, found } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { endPeriods, inForce, packageOf, startFree } from '../subscriptions/index.ts'
import { addCredit, lockName } from './balance.ts'
import { refuseTooSmall } from './order.ts'
import { leftOn } from './remaining.ts'
import { say } from './sentences.ts'

/** The free plan begins today; what was paid for later days stays on the account. */
export const free: Handler<(typeof contract.billing)['free']> = async (ctx) => {
  const organization_id = myOrganization(ctx)
  await advisoryLock(ctx.tx, lockName(organization_id))
  const plan = found(await packageOf(ctx.tx, 'free'))
  const now = await inForce(ctx.tx, ctx.today)
  if (now.id === 'free') failField('package_id', say.currentPlan)
  refuseTooSmall(plan, now)
  if (await ctx.tx.run`select from payment_orders where state = 'open'`) {
    fail(422, say.underWay)
  }
  const left = await leftOn(ctx.tx, organization_id, ctx.today)
  await inPlatform(ctx, async (tx) => {
    await endPeriods(tx, organization_id, ctx.today)
    await startFree(tx, organization_id, ctx.today)
    if (left === 0) return
    const what = `Left over from ${now.name} when the Free plan was selected`
    await addCredit(tx, { organization_id, amount: left, what })
  })
  const kept = left > 0 ? ` Ksh ${formatShillings(left)} is kept as credit.` : ''
  return { message: `You are on the Free plan now.${kept}` }
}
