import { contract, type Input } from '@mshahara/contract'
import { monthAndYear } from '@mshahara/contract/months'
import { type Ctx, me } from '../../foundation/core/ctx.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { loadRun, loadRunFor, refuseAct } from '../../foundation/pay/runs.ts'
import { reverseRun, voidSlips } from '../../foundation/pay/settling.ts'
import { askedToReverse, checked } from '../maker-checker/index.ts'
import { freeAll } from './intakes.ts'
import { refusePaidOut } from './payment.ts'
import { listedById } from './runs.ts'

type Payrolls = typeof contract.payrolls

/** Takes a confirmed run back while nobody has been paid (B13); what it claimed is free again. */
const reverseNow: Handler<Payrolls['reverse']> = async (ctx, input) => {
  const payroll = await loadRunFor(ctx.tx, 'monthly', input.params.id, 'reverse')
  refusePaidOut(payroll, ctx.today)
  const { id } = payroll
  await reverseRun(ctx.tx, id, { by: me(ctx).name, reason: input.body().reason })
  await freeAll(ctx.tx, { payroll_id: id })
  await voidSlips(ctx.tx, id)
  await ctx.later('payslips.reversed', { payroll_id: id })
  return listedById(ctx.tx, id)
}

async function toBeReversed(ctx: Ctx, { params, body }: Input<Payrolls['reverse']>) {
  const payroll = await loadRun(ctx.tx, 'monthly', params.id)
  refuseAct(payroll, 'reverse')
  refusePaidOut(payroll, ctx.today)
  const { month, year } = monthAndYear(payroll.month)
  const link = `/payroll/${payroll.id}`
  return askedToReverse(payroll, { of: `${month} ${year}`, link, reason: body().reason })
}

export const reverse = checked(
  'payrolls.reverse',
  contract.payrolls.reverse,
  { acts: ['reversal'], asks: toBeReversed },
  reverseNow,
)
