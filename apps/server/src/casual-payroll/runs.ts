import type { contract } from '@mshahara/contract'
import { daysOf } from '@mshahara/contract/casual-payroll'
import { dayInWords } from '@mshahara/contract/months'
import { firstMonth } from '@mshahara/engine/dated'
import { daysLater } from '../core/clock.ts'
import { me, myOrganization } from '../core/ctx.ts'
import { hold, type Tx } from '../core/db.ts'
import { fail, failField, found } from '../core/fail.ts'
import { allocate, preview } from '../core/numbers.ts'
import { centsOf } from '../core/org-table.ts'
import { raw, type Sql, sql } from '../core/sql.ts'
import { prefixOf } from '../employees/index.ts'
import type { Handler } from '../http/bind.ts'
import { insertSlips, refill, workedOut } from './draft.ts'
import { type Days, isEligible, officeOf } from './source.ts'

type Payrolls = typeof contract.casualPayrolls

export interface CasualPayrollRow extends Days {
  id: string
  code: string
  status: 'draft' | 'confirmed'
  run_by: string
  statutory: boolean
  overtime_factor: string
  day_hours: string
  skipped: number
  without_days: number
  confirmed_at: string | null
  confirmed_by: string | null
  created_at: string
  payout: { count: number; created_at: string } | null
}

const withPayout = raw(`p.*, (select json_build_object('count', sum(q.count),
    'created_at', to_char(min(q.decided_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from payout_requests q where q.casual_payroll_id = p.id and q.state = 'approved'
  having count(*) > 0) as payout`)

export const load = (tx: Tx, id: string, lock = sql``): Promise<CasualPayrollRow> =>
  tx.one`select ${withPayout} from casual_payrolls p where p.id = ${id} ${lock}`

/** Held, so that of twenty at once one acts. */
export async function loadDraft(tx: Tx, id: string): Promise<CasualPayrollRow> {
  const row = await load(tx, id, sql`for update`)
  if (row.status !== 'draft') fail(422, 'This payroll is already confirmed.')
  return row
}

// ---------------------------------------------------------------- lists

type Summed = CasualPayrollRow & { count: number; gross: string; net: string }

/** Confirmed ones keep their sums; a draft's are added up. */
const summed = (tx: Tx, where: Sql) =>
  tx.all<Summed>`select ${withPayout}, coalesce(p.count, s.count) as count,
      coalesce(p.gross, s.gross, 0) as gross, coalesce(p.net, s.net, 0) as net
    from casual_payrolls p left join lateral (
      select count(*) as count, sum(gross) as gross, sum(net) as net
      from casual_payslips where payroll_id = p.id) s on p.status = 'draft'
    ${where} order by p.number desc`

export function shownRun(row: Summed) {
  const [first_name = '', ...rest] = row.run_by.split(' ')
  return {
    ...row,
    days: daysOf(row.from, row.to),
    user: { first_name, last_name: rest.join(' ') },
    gross: centsOf(row.gross),
    net: centsOf(row.net),
  }
}

export async function shownById(tx: Tx, id: string) {
  const [row] = await summed(tx, sql`where p.id = ${id}`)
  return shownRun(found(row))
}

export const list: Handler<Payrolls['list']> = async ({ tx }) =>
  (await summed(tx, sql``)).map(shownRun)

// ---------------------------------------------------------------- acts

const numbering = async (tx: Tx) =>
  ({ name: 'casual payroll', prefix: `CP-${await prefixOf(tx)}`, width: 4 }) as const

export const nextNo: Handler<Payrolls['nextNo']> = async ({ tx }) => ({
  next: await preview(tx, await numbering(tx)),
})

/** A range so far ahead is a slip of the date. */
const daysAhead = 31

export const create: Handler<Payrolls['create']> = async (ctx, { body }) => {
  if (body.from < `${firstMonth}-01`) {
    failField('from', 'Casual payrolls can be run from January 2021 onwards.')
  }
  if (body.to > daysLater(ctx.today, daysAhead)) {
    failField('to', `A casual payroll can be run ${daysAhead} days ahead at most.`)
  }
  const opened = await openRun(ctx.tx, myOrganization(ctx), body, me(ctx))
  return { ...(await shownById(ctx.tx, opened.id)), ...opened }
}

/**
 * A draft of everybody who worked in the range and is not in another payroll for one of its days
 * (C2). One at a time in an organisation: the second of two sees whom the first has taken.
 */
export async function openRun(
  tx: Tx,
  organization_id: string,
  { from, to }: Days,
  user: { id: string | null; name: string },
) {
  await hold(tx, `casual payrolls ${organization_id}`)
  const office = await officeOf(tx)
  const { id } = await tx.one<{ id: string }>`insert into casual_payrolls
      (code, "from", "to", user_id, run_by, statutory, overtime_factor, day_hours)
    values (${await allocate(tx, await numbering(tx))}, ${from}, ${to}, ${user.id}, ${user.name},
      ${office.statutory}, ${office.overtime_factor}, ${office.day_hours}) returning id`
  const range = sql`daterange(${from}::date, ${to}::date, '[]')`
  const taken = sql`c.id in (select s.casual_id from casual_payslips s where s.during && ${range})`
  const { skipped } = await tx.one<{ skipped: number }>`select count(*) as skipped
    from casuals c where ${isEligible({ from, to })} and ${taken}`
  const which = sql`${isEligible({ from, to })} and not ${taken}`
  const { slips, without_days } = await workedOut(tx, { id, from, to }, which, office)
  if (slips.length === 0) fail(422, nobody({ from, to }, skipped, without_days))
  await insertSlips(tx, { id, from, to }, slips)
  await tx.run`update casual_payrolls set skipped = ${skipped}, without_days = ${without_days}
    where id = ${id}`
  return { id, skipped, without_days }
}

function nobody({ from, to }: Days, skipped: number, without_days: number): string {
  const days = `from ${dayInWords(from)} to ${dayInWords(to)}`
  if (without_days > 0) return `Nobody is marked present on the muster roll ${days}.`
  if (skipped > 0) return `All casuals already have a payslip for a day ${days}.`
  return `No casual is employed ${days}.`
}

export const recalculate: Handler<Payrolls['recalculate']> = async (ctx, { params }) => {
  const { id, from, to } = await loadDraft(ctx.tx, params.id)
  const office = await officeOf(ctx.tx)
  await ctx.tx.run`update casual_payrolls set statutory = ${office.statutory},
    overtime_factor = ${office.overtime_factor}, day_hours = ${office.day_hours} where id = ${id}`
  await refill(ctx.tx, { id, from, to }, office)
  return { message: 'Payroll recalculated successfully' }
}

export const remove: Handler<Payrolls['remove']> = async ({ tx }, { params }) => {
  const { id } = await loadDraft(tx, params.id)
  await tx.run`delete from casual_payslips where payroll_id = ${id}`
  await tx.run`delete from casual_payrolls where id = ${id}`
  return { message: 'Payroll deleted successfully' }
}

export const removePayslip: Handler<Payrolls['removePayslip']> = async ({ tx }, { params }) => {
  const { payroll_id } = await tx.one<{ payroll_id: string }>`
    select payroll_id from casual_payslips where id = ${params.id}`
  await loadDraft(tx, payroll_id)
  const old = await tx.one`delete from casual_payslips where id = ${params.id}
    returning casual_id, net, person`
  await tx.run`select log_bulk('casual-payroll', 'deleted', ${params.id}, ${{ old }})`
  return { message: 'Casual payment remittance deleted successfully' }
}
