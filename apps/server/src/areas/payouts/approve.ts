import type { contract } from '@mshahara/contract'
import { type Ctx, me, myOrganization } from '../../foundation/core/ctx.ts'
import { fail, found } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { notify } from '../notifications/index.ts'
import { initiated, order } from './orders.ts'
import { planFor } from './preview.ts'
import type { RequestRow } from './requests.ts'
import { loadPayable, type PayRun, payoutsPageOf } from './run.ts'
import { say } from './sentences.ts'
import { mayStillPay } from './who-may-pay.ts'

/** Somebody else agrees to payments (C14), or declines them: what was asked for, nothing else. */

type Payouts = typeof contract.payouts

export const approve: Handler<Payouts['approve']> = async (ctx, { params }) => {
  const { request, payroll } = await waiting(ctx, params.id)
  if (request.requested_by === me(ctx).id) {
    fail(403, say.notYourOwn)
  }
  const plan = await planFor(ctx.tx, myOrganization(ctx), payroll, request.leavers)
  if (plan.digest !== request.digest) {
    fail(409, say.changedSince)
  }
  await decide(ctx, request, 'approved')
  await order(ctx, payroll, plan, request.id)
  await notifyRequester(ctx, payroll, request, 'Payments approved', 'agreed to')
  return { message: initiated(payroll), count: plan.people.length }
}

export const decline: Handler<Payouts['decline']> = async (ctx, { params }) => {
  const { request, payroll } = await waiting(ctx, params.id)
  await decide(ctx, request, 'declined')
  if (request.requested_by !== me(ctx).id) {
    await notifyRequester(ctx, payroll, request, 'Payments declined', 'declined')
  }
  return { message: 'Request declined successfully' }
}

/** The run first, then the request: everybody locks in this order. */
async function waiting(ctx: Ctx, id: string) {
  const known = await ctx.tx.one<RequestRow>`select * from payout_requests where id = ${id}`
  const payroll = await loadPayable(ctx.tx, known.run_id)
  const request = found(
    await ctx.tx.maybe<RequestRow & { expired: boolean }>`
      select *, expires_at <= app_now() as expired from payout_requests where id = ${id} for update`,
  )
  if (request.state !== 'waiting') fail(422, say.decidedAlready)
  if (request.expired) fail(422, say.expired)
  const { requested_by, requested_name } = request
  if (!(await mayStillPay(ctx.tx, myOrganization(ctx), requested_by))) {
    fail(422, say.mayNotPay({ name: requested_name }))
  }
  return { request, payroll }
}

const decide = (ctx: Ctx, { id }: RequestRow, state: 'approved' | 'declined') =>
  ctx.tx.run`update payout_requests set state = ${state}, decided_by = ${me(ctx).id},
      decided_name = ${me(ctx).name}, decided_at = app_now() where id = ${id}`

async function notifyRequester(
  ctx: Ctx,
  payroll: PayRun,
  { id, requested_by }: RequestRow,
  title: string,
  did: string,
) {
  if (!requested_by) return
  await notify(ctx.tx, myOrganization(ctx), [requested_by], {
    key: `payout request decided ${id}`,
    title,
    text: `${me(ctx).name} ${did} the payments for ${payroll.title} (${payroll.code}).`,
    link: payoutsPageOf(payroll),
  })
}
