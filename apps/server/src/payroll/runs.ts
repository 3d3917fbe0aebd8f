import type { contract } from '@mshahara/contract'
import { type MonthName, monthAndYear, monthFrom } from '@mshahara/contract/months'
import {
  allows,
  outcomeOf,
  type RunAct,
  type RunFacts,
  runStateOf,
} from '@mshahara/contract/run-states'
import { monthOf } from '@mshahara/engine/calendar'
import { firstMonth } from '@mshahara/engine/dated'
import { monthsLater } from '../core/clock.ts'
import { type Ctx, me } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { fail, failField, found } from '../core/fail.ts'
import type { JobDefinition } from '../core/job.ts'
import { allocate, preview } from '../core/numbers.ts'
import { centsOf } from '../core/org-table.ts'
import { raw, type Sql, sql } from '../core/sql.ts'
import type { Handler } from '../http/bind.ts'
import { payMonth } from '../pay/intake.ts'
import { calculate, rulesOf } from './calculate.ts'
import { freeAll } from './intakes.ts'

type Payrolls = typeof contract.payrolls

export interface PayrollRow {
  id: string
  number: number
  code: string
  month: string
  status: RunFacts['status']
  user_id: string | null
  run_by: string
  job_id: string | null
  calculated_at: string | null
  /** No figures, and nobody is at work on them any more. */
  calculation_failed: boolean
  confirmed_at: string | null
  confirmed_by: string | null
  reversed_at: string | null
  reversed_by: string | null
  reversal_reason: string | null
  /** Counts each change of its figures. */
  version: number
  paid_on: string | null
  /** Null while no payout has been made. */
  payout: { count: number; created_at: string } | null
  created_at: string
}

/** Up to this many people are worked out within the request; more go to the background. */
const withinRequest = 200

const withState = raw(`p.*, (select json_build_object('count', sum(q.count),
    'created_at', to_char(min(q.decided_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from payout_requests q where q.payroll_id = p.id and q.state = 'approved'
  having count(*) > 0) as payout,
  (select d.paid_on from payroll_payments d where d.id = p.id) as paid_on,
  p.calculated_at is null and not exists (select from jobs j
    where j.id = p.job_id and j.state in ('queued', 'running')) as calculation_failed`)

/**
 * Locked by a statement of its own: what stands beside the run (its day of payment, its payouts) is
 * read as it is once nobody else holds it, not as it was when this one began to wait.
 */
export async function loadPayroll(tx: Tx, id: string, lock?: Sql): Promise<PayrollRow> {
  if (lock) await tx.one`select from payrolls p where p.id = ${id} ${lock}`
  return tx.one`select ${withState} from payrolls p where p.id = ${id}`
}

/** Locked, for an act that its state allows; anything else is refused in words. */
export async function loadFor(tx: Tx, id: string, act: RunAct): Promise<PayrollRow> {
  const before = await loadPayroll(tx, id)
  // While the figures are worked out the run is locked, so its state is checked before waiting.
  if (runStateOf(factsOf(before)) === 'calculating') refuse(before, act)
  const payroll = await loadPayroll(tx, id, sql`for update`)
  refuse(payroll, act)
  return payroll
}

const factsOf = (row: PayrollRow): RunFacts => ({ ...row, calculated: row.calculated_at !== null })

export const stateOf = (payroll: PayrollRow) => runStateOf(factsOf(payroll))

export function refuse(payroll: PayrollRow, act: RunAct) {
  const outcome = outcomeOf(factsOf(payroll), act)
  if ('refusal' in outcome) fail(422, outcome.refusal)
}

/** A list that leaves somebody out without a word is worse than none. */
export async function refuseImpossible(tx: Tx, id: string) {
  const lacking = await tx.maybe`select from payslips
    where payroll_id = ${id} and input is null limit 1`
  if (lacking) fail(422, 'Some figures of this payroll cannot be worked out. See its checks.')
}

/** Confirmed runs keep their sums; a draft's are added up. */
type RunSums = PayrollRow & { count: number; gross: string; net: string }

const summed = (tx: Tx, where: Sql) =>
  tx.all<RunSums>`select ${withState}, coalesce(p.count, s.count) as count,
      coalesce(p.gross, s.gross, 0) as gross, coalesce(p.net, s.net, 0) as net
    from payrolls p left join lateral (
      select count(*) as count, sum(gross) as gross, sum(net) as net
      from payslips where payroll_id = p.id) s on p.status = 'draft' ${where}
    order by p.month desc, p.number desc`

/** A run as the wire has it, without its payslips. */
export function shownRun(row: PayrollRow & { count: number }) {
  const [first_name = '', ...rest] = row.run_by.split(' ')
  const { month, year } = monthAndYear(row.month)
  return {
    ...row,
    month,
    year: String(year),
    user: { first_name, last_name: rest.join(' ') },
    calculated: row.calculated_at !== null,
  }
}

const listed = (row: RunSums) => ({
  ...shownRun(row),
  gross: centsOf(row.gross),
  net: centsOf(row.net),
})

export async function listedById(tx: Tx, id: string) {
  const [row] = await summed(tx, sql`where p.id = ${id}`)
  return listed(found(row))
}

export const list: Handler<Payrolls['list']> = async (ctx) =>
  (await summed(ctx.tx, sql``)).map(listed)

async function numbering(tx: Tx) {
  const { employee_prefix } = await tx.one<{ employee_prefix: string }>`
    select employee_prefix from organizations where id = app_org()`
  return { name: 'payroll', prefix: `PR-${employee_prefix}`, width: 4 } as const
}

export const nextNo: Handler<Payrolls['nextNo']> = async (ctx) => ({
  next: await preview(ctx.tx, await numbering(ctx.tx)),
})

/** The months that can be run: since the law is known, and one ahead (B14). */
function monthToRun(ctx: Ctx, name: MonthName, year: number): string {
  const month = monthFrom(name, year)
  if (month < firstMonth) failField('year', 'Payrolls can be run from January 2021 onwards.')
  if (month > monthOf(monthsLater(ctx.today, 1))) {
    failField('month', 'A payroll can be run one month ahead at most.')
  }
  return month
}

export const create: Handler<Payrolls['create']> = async (ctx, { body }) => {
  const month = monthToRun(ctx, body.month, body.year)
  const { id, count } = await openRun(ctx.tx, month, me(ctx))
  if (count === 0) {
    const { month: name, year } = monthAndYear(month)
    fail(422, `All active employees already have a payslip for ${name} ${year}.`)
  }
  await start(ctx, id, month, count)
  return listedById(ctx.tx, id)
}

/** A draft and its payslips without figures; nobody is in it when nobody is left. */
export async function openRun(tx: Tx, month: string, user: { id: string | null; name: string }) {
  const code = await allocate(tx, await numbering(tx))
  const { id } = await tx.one<{ id: string }>`
    insert into payrolls (code, month, user_id, run_by, rules)
    values (${code}, ${month}, ${user.id}, ${user.name}, ${rulesOf(month)}) returning id`
  return { id, count: await enrol(tx, id, month) }
}

/**
 * Everybody employed on a day of the month who is active, or has left with the last day not before
 * it (B8), and has no payslip for it. Two runs at once meet in the unique key: nobody is in both.
 */
function enrol(tx: Tx, payroll_id: string, month: string): Promise<number> {
  const { first, last } = payMonth(month)
  return tx.run`insert into payslips (payroll_id, employee_id, month)
    select ${payroll_id}, e.id, ${month} from employees e
    where e.employment_date <= ${last}::date
      and (e.termination_date is null or e.termination_date >= ${first}::date)
      and e.status in ('active', 'terminated')
    order by e.number
    on conflict (organization_id, employee_id, month) where not void do nothing`
}

/** Small runs are there with the answer; large ones follow in the background. */
async function start(ctx: Ctx, id: string, month: string, count: number) {
  if (count <= withinRequest) return fillRun(ctx.tx, id, month)
  const job_id = await ctx.jobs.start(ctx.tx, 'payroll.calculate', { id }, me(ctx), count)
  await ctx.tx.run`update payrolls set job_id = ${job_id}, calculated_at = null where id = ${id}`
}

export async function fillRun(tx: Tx, id: string, month: string) {
  await calculate(tx, month, { payroll_id: id })
  await finish(tx, id)
}

const finish = (tx: Tx, id: string) =>
  tx.run`update payrolls set calculated_at = app_now(), job_id = null, version = version + 1
    where id = ${id}`

/** Figures of a draft are no longer what they were: the database withdraws its files (B25). */
export const markChanged = (tx: Tx, id: string) =>
  tx.run`update payrolls set version = version + 1 where id = ${id}`

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
  work: ({ id: job_id, inOrg, progress }, { id }: { id: string }) =>
    inOrg(async (tx) => {
      const payroll = await tx.maybe<PayrollRow>`
        select ${withState} from payrolls p where p.id = ${id} for update`
      const wanted = payroll?.job_id === job_id && allows(factsOf(payroll), 'finish')
      if (!wanted) return
      const done = await calculate(tx, payroll.month, { payroll_id: id }, progress)
      await finish(tx, id)
      return { done }
    }),
}

export const recalculate: Handler<Payrolls['recalculate']> = async (ctx, { params }) => {
  const { id, month } = await loadFor(ctx.tx, params.id, 'recalculate')
  const { count } = await ctx.tx.one<{ count: number }>`
    update payrolls set rules = ${rulesOf(month)}, version = version + 1 where id = ${id}
    returning (select count(*) from payslips where payroll_id = ${id}) as count`
  await start(ctx, id, month, count)
  return listedById(ctx.tx, id)
}

export const remove: Handler<Payrolls['remove']> = async (ctx, { params }) => {
  const { id } = await loadFor(ctx.tx, params.id, 'remove')
  await freeAll(ctx.tx, { payroll_id: id })
  await ctx.tx.run`delete from payslips where payroll_id = ${id}`
  await ctx.tx.run`delete from payrolls where id = ${id}`
  return { message: 'Payroll deleted successfully' }
}
