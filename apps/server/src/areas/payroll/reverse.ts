import { contract, type Input } from '@mshahara/contract'
import { monthAndYear } from '@mshahara/contract/months'
import { type Ctx, me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import {
  type EmployeeRun,
  loadRun,
  loadRunFor,
  ofEmployees,
  refuseAct,
} from '../../foundation/pay/runs.ts'
import { reverseRun, voidSlips } from '../../foundation/pay/settling.ts'
import { askedToReverse, checked } from '../maker-checker/index.ts'
import { freeAll } from './intakes.ts'
import { refusePaidOut } from './payment.ts'
import { listedById } from './runs.ts'
import { sayToStaff } from './sentences.ts'

type Payrolls = typeof contract.payrolls

/** Takes a confirmed run back while nobody has been paid (B13); what it claimed is free again. */
const reverseNow: Handler<Payrolls['reverse']> = async (ctx, input) => {
  const payroll = await loadRunFor(ctx.tx, ofEmployees, input.params.id, 'reverse')
  refusePaidOut(payroll, ctx.today)
  const { id, kind } = payroll
  await refuseCountedOn(ctx.tx, payroll)
  await reverseRun(ctx.tx, id, { by: me(ctx).name, reason: input.body().reason })
  await freeAll(ctx.tx, { payroll_id: id }, kind)
  await voidSlips(ctx.tx, id)
  await ctx.later('payslips.reversed', { payroll_id: id })
  return listedById(ctx.tx, id)
}

/**
 * Tax is of the whole month: what a later run of it took rests on this one, and is reversed first
 * (B31). The database refuses it too.
 */
async function refuseCountedOn(tx: Tx, { id }: EmployeeRun) {
  const later = await tx.all<{ code: string }>`select code from runs_counting_on(${id})`
  if (later.length > 0) fail(422, sayToStaff.countedOn({ codes: later.map(({ code }) => code) }))
  const taking = await tx.all<{ code: string }>`select code from runs_taking_owed(${id})`
  if (taking.length > 0) fail(422, sayToStaff.takenBy({ codes: taking.map(({ code }) => code) }))
}

async function toBeReversed(ctx: Ctx, { params, body }: Input<Payrolls['reverse']>) {
  const payroll = await loadRun(ctx.tx, ofEmployees, params.id)
  refuseAct(payroll, 'reverse')
  refusePaidOut(payroll, ctx.today)
  await refuseCountedOn(ctx.tx, payroll)
  const { month, year } = monthAndYear(payroll.month)
  const link = `/payroll/${payroll.id}`
  const of = [payroll.title, `${month} ${year}`].filter(Boolean).join(', ')
  return askedToReverse(payroll, { of, link, reason: body().reason })
}

export const reverse = checked(
  'payrolls.reverse',
  contract.payrolls.reverse,
  {
    acts: ['reversal'],
    asks: toBeReversed,
    hold: (ctx, { params }) => loadRunFor(ctx.tx, ofEmployees, params.id, 'reverse'),
  },
  reverseNow,
)
