import type { contract } from '@mshahara/contract'
import { daysOf } from '@mshahara/contract/casual-payroll'
import { dayInWords } from '@mshahara/contract/months'
import { outcomeOf, type RunAct } from '@mshahara/contract/run-states'
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
import { insertSlips, refill, type WorkedOut, workedOut } from './draft.ts'
import { type Days, isEligible, officeOf } from './source.ts'

type Payrolls = typeof contract.casualPayrolls

export interface CasualPayrollRow extends Days {
  id: string
  code: string
  status: 'draft' | 'confirmed' | 'reversed'
  run_by: string
  statutory: boolean
  overtime_factor: string
  day_hours: string
  skipped: number
  without_days: number
  partly: number
  ticked_days: string[]
  confirmed_at: string | null
  confirmed_by: string | null
  reversed_at: string | null
  reversed_by: string | null
  reversal_reason: string | null
  created_at: string
  payout: { count: number; created_at: string } | null
}

const withPayout =
  raw(`p.*, to_json(p.ticked_days) as ticked_days, (select json_build_object('count', sum(q.count),
    'created_at', to_char(min(q.decided_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from payout_requests q where q.casual_payroll_id = p.id and q.state = 'approved'
  having count(*) > 0) as payout`)

/** Locked by a statement of its own, so that what stands beside it is read as it is by then. */
export async function load(tx: Tx, id: string, lock?: Sql): Promise<CasualPayrollRow> {
  if (lock) await tx.one`select from casual_payrolls p where p.id = ${id} ${lock}`
  return tx.one`select ${withPayout} from casual_payrolls p where p.id = ${id}`
}

/** Held, so that of twenty at once one acts. */
export async function loadFor(tx: Tx, id: string, act: RunAct): Promise<CasualPayrollRow> {
  const row = await load(tx, id, sql`for update`)
  refuseCasuals(row, act)
  return row
}

/** As the table of runs has it; these are worked out as they are made, and never half done. */
export function refuseCasuals({ status }: Pick<CasualPayrollRow, 'status'>, act: RunAct) {
  const outcome = outcomeOf({ status, calculated: true, calculation_failed: false }, act)
  if ('refusal' in outcome) fail(422, outcome.refusal)
}

/** One at a time in an organisation: the second of two sees which days the first has taken. */
const holdDays = async (tx: Tx, organization_id: string) =>
  hold(tx, `casual payrolls ${organization_id}`)

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

/** A draft of the days of the range that no valid payslip has yet, of whoever worked (C24). */
export async function openRun(
  tx: Tx,
  organization_id: string,
  { from, to }: Days,
  user: { id: string | null; name: string },
) {
  await holdDays(tx, organization_id)
  const office = await officeOf(tx)
  const { id } = await tx.one<{ id: string }>`insert into casual_payrolls
      (code, "from", "to", user_id, run_by, statutory, overtime_factor, day_hours)
    values (${await allocate(tx, await numbering(tx))}, ${from}, ${to}, ${user.id}, ${user.name},
      ${office.statutory}, ${office.overtime_factor}, ${office.day_hours}) returning id`
  const worked = await workedOut(tx, { id, from, to }, isEligible({ from, to }), office)
  const { slips, skipped, without_days, partly } = worked
  if (slips.length === 0) fail(422, nobody({ from, to }, worked))
  await insertSlips(tx, id, slips)
  await tx.run`update casual_payrolls set skipped = ${skipped}, without_days = ${without_days},
    partly = ${partly} where id = ${id}`
  return { id, skipped, without_days, partly }
}

const people = (count: number, one: string, many: string) =>
  count === 1 ? `1 casual ${one}` : `${count} casuals ${many}`

/** Why a payroll of these days would be empty: each reason, and for how many. */
function nobody({ from, to }: Days, { skipped, without_days, days }: WorkedOut): string {
  const range = `from ${dayInWords(from)} to ${dayInWords(to)}`
  const rolled = days.some(({ onRoll }) => onRoll)
  // Without a sheet, those paid by the day would have been paid for it.
  const unmarked = rolled
    ? people(
        without_days,
        'is not marked present on the muster roll',
        'are not marked present on it',
      )
    : people(without_days, 'is paid by the piece', 'are paid by the piece')
  if (skipped > 0 && without_days > 0) {
    const settled = people(skipped, 'already has a payslip', 'already have a payslip')
    return `Nobody is left to be paid ${range}: ${settled} for every day, and ${unmarked}.`
  }
  if (skipped > 0) return `All casuals already have a payslip for every day ${range}.`
  if (without_days === 0) return `No casual is employed ${range}.`
  return rolled
    ? `Nobody is marked present on the muster roll ${range}.`
    : `All casuals are paid by the piece, and no sheet of the muster roll has a day ${range}.`
}

export const recalculate: Handler<Payrolls['recalculate']> = async (ctx, { params }) => {
  await holdDays(ctx.tx, myOrganization(ctx))
  const { id, from, to } = await loadFor(ctx.tx, params.id, 'recalculate')
  const office = await officeOf(ctx.tx)
  await ctx.tx.run`update casual_payrolls set statutory = ${office.statutory},
    overtime_factor = ${office.overtime_factor}, day_hours = ${office.day_hours} where id = ${id}`
  await refill(ctx.tx, { id, from, to }, office)
  return { message: 'Payroll recalculated successfully' }
}

export const remove: Handler<Payrolls['remove']> = async ({ tx }, { params }) => {
  const { id } = await loadFor(tx, params.id, 'remove')
  await tx.run`delete from casual_payslips where payroll_id = ${id}`
  await tx.run`delete from casual_payrolls where id = ${id}`
  return { message: 'Payroll deleted successfully' }
}

export const removePayslip: Handler<Payrolls['removePayslip']> = async ({ tx }, { params }) => {
  const { payroll_id } = await tx.one<{ payroll_id: string }>`
    select payroll_id from casual_payslips where id = ${params.id}`
  await loadFor(tx, payroll_id, 'change')
  const old = await tx.one`delete from casual_payslips where id = ${params.id}
    returning casual_id, net, person`
  await tx.run`select log_bulk('casual-payroll', 'deleted', ${params.id}, ${{ old }})`
  return { message: 'Casual payment remittance deleted successfully' }
}
