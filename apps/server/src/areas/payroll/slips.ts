import type { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { explainPay } from '@mshahara/engine/month-working'
import { holds, ownerOr } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { runOfSlip, takeOut } from '../../foundation/pay/drafting.ts'
import { loadRunFor, markChanged, ofEmployees } from '../../foundation/pay/runs.ts'
import { calculate } from './calculate.ts'
import { freeAll } from './intakes.ts'
import { type SlipRow, slipColumns, slipOf } from './reader.ts'
import { say } from './sentences.ts'

type Payrolls = typeof contract.payrolls

/** One payslip of a run: taken out, worked out again, explained. */

const loadRunOf = async (tx: Tx, id: string) =>
  loadRunFor(tx, ofEmployees, await runOfSlip(tx, id), 'change')

export const removePayslip: Handler<Payrolls['removePayslip']> = async (ctx, { params }) => {
  const { tx } = ctx
  const payroll = await loadRunOf(tx, params.id)
  const scope = { payroll_id: payroll.id, payslip_id: params.id }
  await freeAll(tx, scope, payroll.kind)
  await takeOut(tx, params.id, 'payroll')
  await markChanged(tx, payroll.id)
  return { message: 'Payslip deleted successfully' }
}

export const recalculatePayslip: Handler<Payrolls['recalculatePayslip']> = async (
  ctx,
  { params },
) => {
  const payroll = await loadRunOf(ctx.tx, params.id)
  await calculate(ctx.tx, ctx.secrets, payroll, {
    payroll_id: payroll.id,
    payslip_id: params.id,
  })
  await markChanged(ctx.tx, payroll.id)
  return { message: 'Payslip recalculated successfully' }
}

const needs = ['id', 'payroll_id', 'days', 'days_of', 'incomes', 'deductions', 'input'] as const

/** Made again from what the engine was given, by the law of the month; history is never edited. */
export const working: Handler<Payrolls['working']> = async (ctx, { params }) => {
  const row = await ctx.tx.one<SlipRow & { status: string; looked_at: boolean }>`
    select ${slipColumns(needs)}, r.status, s.digest is not null as looked_at
    from payslips s join payrolls r on r.id = s.payroll_id
    where s.id = ${params.id} and s.employee_id is not null`
  ownerOr(ctx, row.employee_id, 'view payrolls', { leavers: true })
  if (row.status !== 'confirmed' && !holds(ctx, 'view payrolls')) fail(404, everywhere.notFound)
  if (!row.input) {
    fail(422, say.notWorkedOut({ looked_at: row.looked_at }))
  }
  return explainPay(slipOf(row), row.month).map(({ because, ...line }) => ({ ...line, ...because }))
}
