import type { contract } from '@mshahara/contract'
import { type MonthName, monthAndYear, monthFrom } from '@mshahara/contract/months'
import { allows } from '@mshahara/contract/run-states'
import { monthOf } from '@mshahara/engine/calendar'
import { firstMonth } from '@mshahara/engine/dated'
import { monthsLater } from '../../foundation/core/clock.ts'
import { type Ctx, me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import type { JobDefinition } from '../../foundation/core/job.ts'
import type { Secrets } from '../../foundation/core/secrets.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import {
  deleteRun,
  type EmployeeRun,
  factsOf,
  listedRun,
  listRuns,
  loadRunFor,
  loadRunIfThere,
  markCalculated,
  markCalculating,
  markChanged,
  nextRunNo,
  ofEmployees,
  openRun,
  type RunMaker,
  runToWire,
} from '../../foundation/pay/runs.ts'
import { calculate, rulesOf } from './calculate.ts'
import { freeAll } from './intakes.ts'
import { sayToStaff } from './sentences.ts'
import { enrolAll, leaveOut } from './who-is-paid.ts'

type Payrolls = typeof contract.payrolls

/** Up to this many people are worked out within the request; more go to the background. */
const withinRequest = 200

/** A list that leaves somebody out without a word is worse than none. */
export async function refuseImpossible(tx: Tx, id: string) {
  const lacking = await tx.maybe`select from payslips
    where payroll_id = ${id} and input is null limit 1`
  if (lacking) fail(422, sayToStaff.lacking)
}

/** On the wire a month has its name and its year. */
const withMonth = <R extends { month: string }>(run: R) => {
  const { month, year } = monthAndYear(run.month)
  return { ...run, month, year: String(year) }
}

/** A run as the wire has it, without its payslips. */
export const employeeRunToWire = (run: EmployeeRun & { count: number }) => withMonth(runToWire(run))

export const listedById = async (tx: Tx, id: string) =>
  withMonth(await listedRun(tx, ofEmployees, id))

export const list: Handler<Payrolls['list']> = async ({ tx }) =>
  (await listRuns(tx, ofEmployees)).map(withMonth)

export const nextNo: Handler<Payrolls['nextNo']> = ({ tx }) => nextRunNo(tx, 'monthly')

/** The months that can be run: since the law is known, and one ahead (B14). */
export function monthToRun(ctx: Ctx, name: MonthName, year: number): string {
  const month = monthFrom(name, year)
  if (month < firstMonth) failField('year', sayToStaff.from2021)
  if (month > monthOf(monthsLater(ctx.today, 1))) {
    failField('month', sayToStaff.oneAhead)
  }
  return month
}

/** When a run beside the month's is to be paid. */
export function refusePayDay(ctx: Ctx, month: string, pay_on: string) {
  if (pay_on < `${month}-01`) failField('pay_on', sayToStaff.beforeMonth)
  if (pay_on > `${Number(ctx.today.slice(0, 4)) + 1}${ctx.today.slice(4)}`) {
    failField('pay_on', sayToStaff.yearAhead)
  }
}

export const create: Handler<Payrolls['create']> = async (ctx, { body }) => {
  const month = monthToRun(ctx, body.month, body.year)
  const { id, count } = await openMonth(ctx.tx, month, me(ctx))
  if (count === 0) {
    const { month: name, year } = monthAndYear(month)
    fail(422, sayToStaff.allHaveOne({ month: name, year }))
  }
  await startRun(ctx, { id, kind: 'monthly', month }, count)
  return listedById(ctx.tx, id)
}

/** A draft and its payslips without figures; nobody is in it when nobody is left. */
export async function openMonth(tx: Tx, month: string, by: RunMaker) {
  const id = await openRun(tx, 'monthly', { month, rules: rulesOf(month) }, by)
  return { id, count: await enrolAll(tx, id, month) }
}

type Opened = Pick<EmployeeRun, 'id' | 'kind' | 'month'>

/** Small runs are there with the answer; large ones follow in the background. */
export async function startRun(ctx: Ctx, { id, kind, month }: Opened, count: number) {
  if (count <= withinRequest) return fillRun(ctx.tx, ctx.secrets, id, month, kind)
  const job_id = await ctx.jobs.start(ctx.tx, 'payroll.calculate', { id }, me(ctx), count)
  await markCalculating(ctx.tx, id, job_id)
}

export async function fillRun(
  tx: Tx,
  secrets: Secrets,
  id: string,
  month: string,
  kind: EmployeeRun['kind'] = 'monthly',
) {
  await calculate(tx, secrets, { kind, month }, { payroll_id: id })
  await markCalculated(tx, id)
}

/**
 * One transaction: a crash leaves the run as it was, and the job is taken up again. A run that was
 * finished, confirmed or deleted in the meantime needs nothing more.
 */
export const calculation: JobDefinition = {
  name: 'payroll.calculate',
  byRequest: true,
  news: (done, { id }: { id: string }) => ({
    title: done ? 'Payroll calculated' : 'Payroll not calculated',
    text: done
      ? 'The figures are ready to be checked.'
      : 'The figures could not be calculated. Please open the payroll and try again.',
    link: `/payroll/${id}`,
  }),
  retries: 5,
  work: ({ id: job_id, secrets, inOrg, progress }, { id }: { id: string }) =>
    inOrg(async (tx) => {
      const run = await loadRunIfThere(tx, id)
      const wanted = run?.job_id === job_id && allows(factsOf(run), 'finish')
      if (!wanted || run.kind === 'casual') return
      const done = await calculate(tx, secrets, run, { payroll_id: id }, progress)
      await markCalculated(tx, id)
      return { done }
    }),
}

export const recalculate: Handler<Payrolls['recalculate']> = async (ctx, { params }) => {
  const run = await loadRunFor(ctx.tx, ofEmployees, params.id, 'recalculate')
  await leaveOut(ctx.tx, run)
  await workOutAgain(ctx, run)
  return listedById(ctx.tx, run.id)
}

/** A draft whose payslips or what they are made from have changed. */
export async function workOutAgain(ctx: Ctx, run: Opened) {
  await markChanged(ctx.tx, run.id, { rules: rulesOf(run.month) })
  const { count } = await ctx.tx.one<{ count: number }>`
    select count(*) as count from payslips where payroll_id = ${run.id}`
  await startRun(ctx, run, count)
}

export const remove: Handler<Payrolls['remove']> = async (ctx, { params }) => {
  await removeDraft(ctx.tx, params.id)
  return { message: 'Payroll deleted successfully' }
}

/** What it holds is due again. */
export async function removeDraft(tx: Tx, run: string) {
  const { id, kind } = await loadRunFor(tx, ofEmployees, run, 'remove')
  await freeAll(tx, { payroll_id: id }, kind)
  await deleteRun(tx, id)
}
