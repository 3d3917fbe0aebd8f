import type { contract } from '@mshahara/contract'
import { me } from '../../foundation/core/ctx.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { loadRunFor } from '../../foundation/pay/runs.ts'
import { reverseRun, voidSlips } from '../../foundation/pay/settling.ts'
import { freeAll } from './intakes.ts'
import { refusePaidOut } from './payment.ts'
import { listedById } from './runs.ts'

type Payrolls = typeof contract.payrolls

/** Takes a confirmed run back while nobody has been paid (B13); what it claimed is free again. */
export const reverse: Handler<Payrolls['reverse']> = async (ctx, input) => {
  const payroll = await loadRunFor(ctx.tx, 'monthly', input.params.id, 'reverse')
  refusePaidOut(payroll, ctx.today)
  const { id } = payroll
  await reverseRun(ctx.tx, id, { by: me(ctx).name, reason: input.body().reason })
  await freeAll(ctx.tx, { payroll_id: id })
  await voidSlips(ctx.tx, id)
  await ctx.later('payslips.reversed', { payroll_id: id })
  return listedById(ctx.tx, id)
}
