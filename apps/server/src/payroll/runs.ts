import type { contract } from '@mshahara/contract'
import { type MonthName, monthAndYear, monthFrom } from '@mshahara/contract/months'
import { monthOf } from '@mshahara/engine/calendar'
import { firstMonth } from '@mshahara/engine/dated'
import { monthsLater } from '../core/clock.ts'
import { type Ctx, me } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { fail, failField, found } from '../core/fail.ts'
import type { JobDefinition } from '../core/job.ts'
import { allocate, preview } from '../core/numbers.ts'
import { centsOf } from '../core/org-table.ts'
import type { Handler } from '../http/bind.ts'
import { calculate, firstDay, lastDay, rulesOf } from './calculate.ts'

type Payrolls = typeof contract.payrolls

export interface PayrollRow {
  id: string
  number: number
  code: string
  month: string
  status: 'draft' | 'confirmed' | 'reversed'
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
  created_at: string
}

/** Up to this many people are worked out within the request; more go to the background. */
const withinRequest = 200

const withState = `p.*, p.calculated_at is null and not exists (select from jobs j
    where j.id = p.job_id and j.state in ('queued', 'running')) as calculation_failed`

export async function loadPayroll(tx: Tx, id: string, lock = false): Promise<PayrollRow> {
  const { rows } = await tx.$client.query<PayrollRow>(
    `select ${withState} from payrolls p where p.id = $1 ${lock ? 'for update' : ''}`,
    [id],
  )
  return found(rows[0])
}

/** A list that leaves somebody out without a word is worse than none. */
export async function refuseImpossible(tx: Tx, id: string) {
  const { rowCount } = await tx.$client.query(
    'select from payslips where payroll_id = $1 and input is null limit 1',
    [id],
  )
  if (rowCount) fail(422, 'Some figures of this payroll cannot be worked out. See its checks.')
}

/** Whoever works the figures out holds the run: it is asked before the lock is waited for. */
export async function loadIdle(tx: Tx, id: string): Promise<PayrollRow> {
  refuseBusy(await loadPayroll(tx, id))
  const payroll = await loadPayroll(tx, id, true)
  refuseBusy(payroll)
  return payroll
}

/** A draft that nobody is at work on, with figures or without. */
async function loadIdleDraft(tx: Tx, id: string): Promise<PayrollRow> {
  const payroll = await loadIdle(tx, id)
  if (payroll.status !== 'draft') fail(422, `This payroll is ${payroll.status} already.`)
  return payroll
}

/** A draft whose figures are there; anything else is refused in words. */
export async function loadDraft(tx: Tx, id: string): Promise<PayrollRow> {
  const payroll = await loadIdleDraft(tx, id)
  refuseUnfinished(payroll)
  return payroll
}

function refuseBusy({ calculated_at, calculation_failed }: PayrollRow) {
  if (!calculated_at && !calculation_failed) {
    fail(422, 'The figures of this payroll are still being worked out.')
  }
}

export function refuseUnfinished(payroll: PayrollRow) {
  refuseBusy(payroll)
  if (!payroll.calculated_at) {
    fail(422, 'The figures of this payroll could not be worked out. Please recalculate it.')
  }
}

const summed = `select ${withState}, count(s.id) as count, coalesce(sum(s.gross), 0) as gross,
    coalesce(sum(s.net), 0) as net
  from payrolls p left join payslips s on s.payroll_id = p.id`

/** A run as the wire has it, without its payslips. */
export function shownRun(row: PayrollRow & { count: number }) {
  const [first_name = '', ...rest] = row.run_by.split(' ')
  const { month, year } = monthAndYear(row.month)
  return {
    ...row,
    month,
    year: String(year),
    user: { first_name, last_name: rest.join(' ') },
    payout: null,
    calculated: row.calculated_at !== null,
  }
}

type Summed = PayrollRow & { count: number; gross: string; net: string }
const listed = (row: Summed) => ({
  ...shownRun(row),
  gross: centsOf(row.gross),
  net: centsOf(row.net),
})

export async function listedById(tx: Tx, id: string) {
  const { rows } = await tx.$client.query<Summed>(
    `${summed} where p.id = $1 group by p.organization_id, p.id`,
    [id],
  )
  return listed(found(rows[0]))
}

export const list: Handler<Payrolls['list']> = async (ctx) => {
  const { rows } = await ctx.tx.$client.query<Summed>(
    `${summed} group by p.organization_id, p.id order by p.number desc`,
  )
  return rows.map(listed)
}

async function numbering(tx: Tx) {
  const { rows } = await tx.$client.query<{ employee_prefix: string }>(
    'select employee_prefix from organizations where id = app_org()',
  )
  return { name: 'payroll', prefix: `PR-${rows[0]?.employee_prefix}`, width: 4 } as const
}

export const nextNo: Handler<Payrolls['nextNo']> = async (ctx) => ({
  next: await preview(ctx.tx, await numbering(ctx.tx)),
})

/** The months that can be run: since the law is known, and one ahead (B14). */
function monthToRun(ctx: Ctx, name: MonthName, year: number): string {
  const month = monthFrom(name, year)
  if (month < firstMonth) failField('year', 'Payrolls can be run from January 2021 on.')
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
  const { rows } = await tx.$client.query<{ id: string }>(
    `insert into payrolls (code, month, user_id, run_by, rules) values ($1, $2, $3, $4, $5)
     returning id`,
    [code, month, user.id, user.name, rulesOf(month)],
  )
  const { id } = rows[0] as { id: string }
  return { id, count: await enrol(tx, id, month) }
}

/**
 * Everybody employed on a day of the month who is active, or has left with the last day not before
 * it (B8), and has no payslip for it. Two runs at once meet in the unique key: nobody is in both.
 */
async function enrol(tx: Tx, payroll_id: string, month: string): Promise<number> {
  const { rowCount } = await tx.$client.query(
    `insert into payslips (payroll_id, employee_id, month)
     select $1, e.id, $2 from employees e
     where e.employment_date <= $4::date
       and (e.termination_date is null or e.termination_date >= $3::date)
       and e.status in ('active', 'terminated')
     order by e.number
     on conflict (organization_id, employee_id, month) where not void do nothing`,
    [payroll_id, month, firstDay(month), lastDay(month)],
  )
  return rowCount ?? 0
}

/** Small runs are there with the answer; large ones follow in the background. */
async function start(ctx: Ctx, id: string, month: string, count: number) {
  if (count <= withinRequest) return fillRun(ctx.tx, id, month)
  const job_id = await ctx.jobs.start(ctx.tx, 'payroll.calculate', { id }, me(ctx), count)
  await ctx.tx.$client.query(
    'update payrolls set job_id = $2, calculated_at = null where id = $1',
    [id, job_id],
  )
}

export async function fillRun(tx: Tx, id: string, month: string) {
  await calculate(tx, month, { payroll_id: id })
  await finish(tx, id)
}

const finish = (tx: Tx, id: string) =>
  tx.$client.query('update payrolls set calculated_at = app_now(), job_id = null where id = $1', [
    id,
  ])

/**
 * One transaction: a crash leaves the run as it was, and the job is taken up again. A run that was
 * finished, confirmed or deleted meanwhile needs nothing any more.
 */
export const calculation: JobDefinition = {
  name: 'payroll.calculate',
  retries: 5,
  work: ({ id: job_id, inOrg, progress }, { id }: { id: string }) =>
    inOrg(async (tx) => {
      const { rows } = await tx.$client.query<PayrollRow>(
        'select * from payrolls where id = $1 for update',
        [id],
      )
      const payroll = rows[0]
      if (payroll?.status !== 'draft' || payroll.job_id !== job_id) return
      const done = await calculate(tx, payroll.month, { payroll_id: id }, progress)
      await finish(tx, id)
      return { done }
    }),
}

export const recalculate: Handler<Payrolls['recalculate']> = async (ctx, { params }) => {
  const { id, month } = await loadIdleDraft(ctx.tx, params.id)
  const { rows } = await ctx.tx.$client.query<{ count: number }>(
    `update payrolls set rules = $2 where id = $1
     returning (select count(*) from payslips where payroll_id = $1) as count`,
    [id, rulesOf(month)],
  )
  await start(ctx, id, month, rows[0]?.count ?? 0)
  return listedById(ctx.tx, id)
}

export const remove: Handler<Payrolls['remove']> = async (ctx, { params }) => {
  const { id } = await loadIdleDraft(ctx.tx, params.id)
  await ctx.tx.$client.query('delete from payslips where payroll_id = $1', [id])
  await ctx.tx.$client.query('delete from payrolls where id = $1', [id])
  return { message: 'Payroll deleted successfully' }
}
