import type { contract } from '@mshahara/contract'
import { correctionTitle } from '@mshahara/contract/run-kinds'
import type { PayPart } from '@mshahara/engine/month-pay'
import { type Ctx, me } from '../../foundation/core/ctx.ts'
import { fail } from '../../foundation/core/fail.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { enrol } from '../../foundation/pay/drafting.ts'
import { loadAnyRun, loadRun, loadRunFor, markChanged, openRun } from '../../foundation/pay/runs.ts'
import {
  type DueLine,
  differences,
  dueLinesOf,
  inCents,
  listedById,
  refusePayDay,
  rulesOf,
  setCorrectionLines,
  startRun,
  workedOutFor,
  workOutAgain,
} from '../payroll/index.ts'
import { aboutToWire, type CorrectedSlip, loadCorrected, refuseUncorrectable } from './corrected.ts'
import { dueLines } from './given.ts'
import { sayToStaff } from './sentences.ts'

type Corrections = typeof contract.corrections

export const of: Handler<Corrections['of']> = async ({ tx }, { params }) => {
  const slip = await loadCorrected(tx, params.id)
  refuseUncorrectable(slip)
  const { days, days_of, extra } = slip
  const byDays = !extra && days !== null && days_of !== null && days > 0
  return { ...aboutToWire(slip, []), days: byDays ? { paid: days, of: days_of } : null }
}

/** The same road as the draft's, without a draft. */
export const preview: Handler<Corrections['preview']> = async (ctx, input) => {
  const slip = await loadCorrected(ctx.tx, input.params.id)
  refuseUncorrectable(slip, true)
  const drafted = await draftedLines(ctx, slip)
  const due = dueLines(slip, input.body(), drafted)
  const run = { kind: 'correction', month: slip.month } as const
  const pay = await workedOutFor(ctx.tx, slip.employee_id, run, {
    due: inShillings(due),
    was: slip.was,
  })
  if ('fault' in pay) return failWith(pay.fault)
  const { figures, deductions, input: kept } = pay
  return {
    gross: figures.gross,
    deductions: deductions
      .filter(({ kind }) => kind !== 'owed')
      .map(({ name, amount }) => ({ name, amount })),
    net: figures.net,
    owed: kept.owed ?? 0,
  }
}

const failWith = (fault: string): never => fail(422, sayToStaff.impossible({ fault }))

/** As the database would give them. */
const inShillings = (due: readonly DueLine[]) =>
  due.map((line) => ({ ...line, due: line.due / 100 }))

async function draftedLines({ tx }: Ctx, { id }: CorrectedSlip): Promise<DueLine[]> {
  const row = await tx.maybe<{ due: DueLine[] | null }>`select ${dueLinesOf(sql`c.id`)} as due
    from payslips c where c.corrects = ${id} and not c.frozen`
  return inCents(row?.due ?? null)
}

/** A draft of one payslip, beside whatever else the month has. */
export const create: Handler<Corrections['create']> = async (ctx, input) => {
  const { tx } = ctx
  const { payroll_id } = await tx.one<{ payroll_id: string }>`select payroll_id from payslips
    where id = ${input.params.id} and employee_id is not null`
  // It is not reversed meanwhile, and of two who correct it at once the second sees the first.
  await loadAnyRun(tx, payroll_id, sql`for update`)
  const slip = await loadCorrected(tx, input.params.id)
  refuseUncorrectable(slip)
  const { reason, pay_on, ...given } = input.body()
  const { month } = slip
  refusePayDay(ctx, month, pay_on)
  const due = dueLines(slip, given)
  const facts = {
    month,
    title: correctionTitle(slip.code),
    pay_on,
    reason,
    rules: rulesOf(month),
  }
  const id = await openRun(tx, 'correction', facts, me(ctx))
  const payslip = sql`select ${slip.employee_id}::uuid as employee_id, ${month} as month,
    true as extra, ${slip.id}::uuid as corrects`
  await enrol(tx, id, 'employee_id, month, extra, corrects', payslip)
  const own = await tx.one<{ id: string }>`select id from payslips where payroll_id = ${id}`
  await keepLines(ctx, id, own.id, due, slip)
  await startRun(ctx, { id, kind: 'correction', month }, 1)
  return listedById(tx, id)
}

/** One entry tells of all lines: name, what was paid, what should have been. */
async function keepLines(
  { tx }: Ctx,
  run: string,
  payslip_id: string,
  due: readonly DueLine[],
  slip: CorrectedSlip,
) {
  await setCorrectionLines(tx, payslip_id, due)
  const corrected = differences(due, slip.was).map((part) =>
    'line' in part ? `${part.line.name}: ${part.line.amount / 100}` : salaryIn(part),
  )
  await tx.run`select log_bulk('payroll', 'updated', ${run}, ${{ new: { corrected } }})`
}

const salaryIn = (part: PayPart) => `Basic pay: ${'amount' in part ? part.amount / 100 : 0}`

async function ofRun(ctx: Ctx, id: string) {
  const row = await ctx.tx.maybe<{ id: string; corrects: string; due: DueLine[] | null }>`
    select c.id, c.corrects, ${dueLinesOf(sql`c.id`)} as due from payslips c
    where c.payroll_id = ${id} and c.corrects is not null`
  if (!row) return null
  return {
    payslip_id: row.id,
    slip: await loadCorrected(ctx.tx, row.corrects, row.id),
    due: inCents(row.due),
  }
}

export const get: Handler<Corrections['get']> = async (ctx, { params }) => {
  const run = await loadRun(ctx.tx, 'correction', params.id)
  const found = (await ofRun(ctx, run.id)) ?? fail(422, sayToStaff.empty)
  const { id, status, reason } = run
  return { ...aboutToWire(found.slip, found.due), id, status, reason }
}

export const save: Handler<Corrections['save']> = async (ctx, input) => {
  const { tx } = ctx
  const run = await loadRunFor(tx, 'correction', input.params.id, 'change')
  const { reason, ...given } = input.body()
  const found = (await ofRun(ctx, run.id)) ?? fail(422, sayToStaff.empty)
  refuseUncorrectable(found.slip, true)
  // What is added is not recorded as a pay item of these months meanwhile.
  await loadAnyRun(tx, found.slip.payroll_id, sql`for update`)
  const slip = await loadCorrected(tx, found.slip.id, found.payslip_id)
  const due = dueLines(slip, given, found.due)
  await markChanged(ctx.tx, run.id, { reason })
  await keepLines(ctx, run.id, found.payslip_id, due, found.slip)
  await workOutAgain(ctx, run)
  return { message: 'Correction saved successfully' }
}
