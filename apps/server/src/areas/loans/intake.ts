import { monthsSaid } from '@mshahara/contract/language'
import { settlementOn } from '@mshahara/engine/loans/figures'
import { formatShillings } from '@mshahara/engine/money'
import type { PayPart } from '@mshahara/engine/month-pay'
import type { Tx } from '../../foundation/core/db.ts'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import { leavesBy } from '../../foundation/pay/final-pay.ts'
import { giveWay, toBeTaken } from '../../foundation/pay/giving-way.ts'
import {
  cents,
  held,
  type Intake,
  jsonFields,
  type PayMonth,
  payMonth,
  type Scope,
  slipIn,
  slipOf,
  type Taker,
  within,
} from '../../foundation/pay/intake.ts'
import { notBegun, record } from './ledger.ts'
import { scheduledUntil } from './rows.ts'
import { explainSettlement } from './workings.ts'

/** Instalments, as runs take them in (C11). Amounts are shillings, as JSON has them. */

interface Due {
  id: string
  product: string
  total: number
  interest: number
  term_months: number
  disbursed_on: string
  outstanding: number
  rebated: number
  /** Only where there is one. */
  written_off?: number
  /** What should have been repaid by the end of the month, and its own instalment. */
  scheduled: number
  instalment: number | null
  number: number
  /** The last working day of whoever leaves with this pay: it takes all that is owed. */
  leaves: string | null
}
interface Value {
  list: Due[] | null
  waiting: number
}

const today = sql`(app_now() at time zone 'Africa/Nairobi')::date`

/** Employee `e` is paid for the last time in the month. */
const leavesIn = ({ last }: PayMonth): Sql => leavesBy(last)

/** A loan is for this month: final pay takes whatever was paid out, even after the last day. */
const dueIn = (month: PayMonth, loan = 'l'): Sql => {
  const l = raw(loan)
  return sql`${l}.outstanding > 0 and case when ${leavesIn(month)}
    then ${l}.disbursed_on <= greatest(e.termination_date, ${today}) else ${l}.first_month <= ${month.month} end`
}

/** The same of a loan `r` alone. */
const isDueIn = (month: PayMonth): Sql => sql`(select ${dueIn(month, 'r')} from employees e
  where e.organization_id = r.organization_id and e.id = r.employee_id limit 1)`

const known = 'id product total interest term_months disbursed_on outstanding rebated'

/** What was added later is there only where it says something: open drafts stay as they are. */
const facts = (month: PayMonth): Sql =>
  sql`case when l.written_off > 0 then ${factsOf(month, `${known} written_off`)}
    else ${factsOf(month, known)} end`

const factsOf = (month: PayMonth, fields: string): Sql => sql`json_build_object(${jsonFields(
  'l',
  fields,
)}, 'scheduled', ${scheduledUntil(sql`${month.month}`)}, 'instalment', (
    select i.amount from loan_instalments i where i.organization_id = l.organization_id
      and i.loan_id = l.id and i.month = ${month.month}),
  'number', (select count(*) from loan_instalments i where i.organization_id = l.organization_id
    and i.loan_id = l.id and i.month <= ${month.month}),
  'leaves', case when ${leavesIn(month)} then e.termination_date end)`

/**
 * Payslip `p` that has claimed loan `l`, and employee `e` who borrowed. Both are looked up by key:
 * the planner knows nothing of a fresh run, and might compare all with all.
 */
const claimed = (...columns: string[]): Sql =>
  sql`from loans l cross join lateral (select p.id, p.payroll_id, p.month${raw(
    columns.map((name) => `, p.${name}`).join(''),
  )} from payslips p
    where p.organization_id = l.organization_id and p.id = l.payslip_id limit 1) p`
const borrower = sql`(select e.termination_date from employees e
  where e.organization_id = l.organization_id and e.id = l.employee_id limit 1) e`

/** For the source: a loan that such a payslip could take. */
const free = {
  month: (month: PayMonth) => toBeTaken(month, 'l'),
  final: () => sql`l.payslip_id is null`,
}

/** What a draft has claimed counts; what was approved since then shows as a change. */
const takenBy = (taker: Taker): Intake<Value> => ({
  name: 'loans',
  source: (month) => sql`select json_build_object(
      'list', json_agg(${facts(month)} order by l.number) filter (where l.payslip_id = wanted.id),
      'waiting', count(*) filter (where l.payslip_id is distinct from wanted.id)) as value
    from loans l where l.organization_id = e.organization_id and l.employee_id = e.id
      and (l.payslip_id = wanted.id or ${free[taker](month)}) and ${dueIn(month)}`,
  parts: ({ list }) => (list ?? []).flatMap(partOf),
  hold: held('loans'),
  async claim(tx, month, scope) {
    if (taker === 'month') await giveWay(tx, 'loans', isDueIn, month, scope)
    await tx.run`update loans l set payslip_id = ${slipOf(sql`${month.month}`, 'l', taker)}
      where l.id = any (array(select l.id from loans l ${slipIn(sql`${month.month}`, 'l', taker)}
          cross join lateral ${borrower}
          where l.payslip_id is null and ${within(scope)} and ${dueIn(month)}))
        and l.payslip_id is null and l.outstanding > 0`
  },
  pay,
  free: setFree,
})

export const loanIntake = takenBy('month')
/** Final dues take what the month's payroll has left. */
export const finalLoanIntake = takenBy('final')

const runningOf = (due: Due) => ({
  interest: cents(due.interest),
  term: due.term_months,
  disbursed_on: due.disbursed_on,
  outstanding: cents(due.outstanding),
  rebated: cents(due.rebated),
  written_off: cents(due.written_off ?? 0),
})

/** On the last day; the first month of a loan has begun with the money all the same. */
const settledOn = ({ disbursed_on }: Due, last_day: string) =>
  last_day < disbursed_on ? disbursed_on : last_day
const settlementFor = (loan: Due, last_day: string) =>
  settlementOn(runningOf(loan), settledOn(loan, last_day))

/** Oldest first: what earlier months could not take comes with this one's. */
function dueOf(loan: Due): number {
  if (loan.leaves) return settlementFor(loan, loan.leaves).amount
  const owed = cents(loan.outstanding)
  return Math.max(0, Math.min(owed, cents(loan.scheduled) - (cents(loan.total) - owed)))
}

function partOf(loan: Due): PayPart[] {
  const amount = dueOf(loan)
  if (amount === 0) return []
  const { id, product: name, leaves } = loan
  const balance = leaves ? 0 : cents(loan.outstanding) - amount
  const line = { id, name, amount, kind: 'loan', balance, working: describe(loan) }
  return [{ side: 'instalment', line }]
}

function describe(loan: Due): string {
  const { leaves, number, term_months, outstanding } = loan
  if (leaves) {
    return `Final pay: ${explainSettlement(runningOf(loan), settledOn(loan, leaves)).en}`
  }
  const carried = dueOf(loan) - cents(loan.instalment)
  const from = carried > 0 ? `, with ${formatShillings(carried)} carried from earlier months` : ''
  const which = loan.instalment ? `Instalment ${number} of ${term_months}` : afterTerm(term_months)
  return `${which}${from}; balance before ${formatShillings(cents(outstanding))}`
}

const afterTerm = (term: number) => `After the term of ${monthsSaid(term, 'en')}`

// ---------------------------------------------------------------- confirmed, or taken back

/** A month that is confirmed late was deducted by its end all the same. */
const payDay = sql`least(${today}, (p.month || '-01')::date + interval '1 month - 1 day')::date`

/**
 * What the frozen payslips say is what was taken; an entry sets its loan free. Whoever leaves is
 * not charged months to come, and loans of which nothing was taken are free as well.
 */
async function pay(tx: Tx, payroll_id: string) {
  // In one order, so that two runs at once wait for each other and never cross.
  await tx.run`select ${claimed()} where ${within({ payroll_id })} order by l.id for update of l`
  await tx.run`insert into loan_entries (loan_id, kind, amount, day, act, payslip_id)
    select l.id, 'deduction', (line ->> 'amount')::numeric / 100, ${payDay}, p.id, p.id
    ${claimed('deductions')} cross join lateral jsonb_array_elements(p.deductions) line
    where ${within({ payroll_id })} and line ->> 'kind' = 'loan' and line ->> 'id' = l.id::text`
  await rebateLeavers(tx, payroll_id)
  await release(tx, { payroll_id })
}

const release = (tx: Tx, scope: Scope) =>
  tx.run`update loans set payslip_id = null where id = any (array(select l.id ${claimed()}
    where l.payslip_id is not null and ${within(scope)}))`

/**
 * Whoever leaves is not charged months that had not begun on the last day, whatever final pay could
 * bear: the rest of the settlement figure is the claim, for the guarantors too.
 */
async function rebateLeavers(tx: Tx, payroll_id: string) {
  const { month } = await tx.one<{ month: string }>`
    select month from payrolls where id = ${payroll_id}`
  const rows = await tx.all<{ payslip_id: string; day: string; due: Due }>`
    select p.id as payslip_id, ${today} as day, ${facts(payMonth(month))} as due
    from employees e
    join loans l on l.organization_id = e.organization_id and l.employee_id = e.id
    cross join lateral (select p.id, p.payroll_id from payslips p
      where p.organization_id = e.organization_id and p.employee_id = e.id
        and p.month = ${month} and p.payroll_id = ${payroll_id} limit 1) p
    where ${leavesIn(payMonth(month))} and l.outstanding > 0
      and (l.payslip_id = p.id or exists (select from loan_entries n
        where n.organization_id = l.organization_id and n.loan_id = l.id
          and n.payslip_id = p.id))`
  await record(
    tx,
    rows.map(({ payslip_id, day, due }) => {
      const left_on = due.leaves as string
      const amount = settlementFor(due, left_on).rebate
      return { loan_id: due.id, kind: 'rebate', amount, day, payslip_id, left_on, note: notBegun }
    }),
  )
}

/**
 * Deleted, worked out again or reversed: what they took is owed again; a draft took nothing. Of
 * what was written off since, interest stays left out: it was reckoned without.
 */
async function setFree(tx: Tx, scope: Scope) {
  await tx.run`insert into loan_entries
      (loan_id, kind, amount, day, act, takes_back, payslip_id, note)
    select n.loan_id, n.kind, -n.amount, ${today}, n.id, n.id, n.payslip_id, 'Payroll reversed'
    from loan_entries n join payslips p on (p.organization_id, p.id)
      = (n.organization_id, n.payslip_id)
    where ${within(scope)} and n.takes_back is null and not exists (select from loan_entries b
      where b.organization_id = n.organization_id and b.takes_back = n.id)
      and (n.kind = 'deduction' or not exists (select from loans l
        where l.organization_id = n.organization_id and l.id = n.loan_id and l.written_off > 0))
      and exists (select from payrolls where id = ${scope.payroll_id} and status <> 'draft')`
  await release(tx, scope)
}

// ---------------------------------------------------------------- what a run could not take

export interface Carried {
  employee_id: string
  payslip_id: string
  detail: string
}

/**
 * Loans that are due in the month of a draft, and held by the draft of an earlier month; of final
 * dues, by that of any month.
 */
export const heldEarlier = (tx: Tx, payroll_id: string, month: PayMonth, taker: Taker = 'month') =>
  tx.all<Carried & { leaves: boolean }>`
    select p.id as payslip_id, l.employee_id, ${leavesIn(month)} as leaves,
      l.product || ': confirm or delete the payroll of '
        || to_char((held.month || '-01')::date, 'FMMonth YYYY') || ' first' as detail
    from loans l
    cross join lateral (select s.month from payslips s where s.organization_id = l.organization_id
      and s.id = l.payslip_id and not s.extra
      and (s.month < ${month.month} or ${taker === 'final'}) limit 1) held
    ${slipIn(sql`${month.month}`, 'l', taker)} cross join lateral ${borrower}
    where ${within({ payroll_id })} and ${dueIn(month)} order by l.number`

/** Instalments of a draft that net pay cannot bear in full (Employment Act s. 19(3)). */
export async function carriedIn(tx: Tx, payroll_id: string, month: string): Promise<Carried[]> {
  const rows = await tx.all<{
    payslip_id: string
    employee_id: string
    due: Due
    taken: number | null
  }>`
    select p.id as payslip_id, p.employee_id, ${facts(payMonth(month))} as due,
      (select sum((line ->> 'amount')::int) from jsonb_array_elements(p.deductions) line
        where line ->> 'kind' = 'loan' and line ->> 'id' = l.id::text) as taken
    ${claimed('deductions', 'employee_id')} cross join lateral ${borrower}
    where ${within({ payroll_id })} and p.deductions is not null order by l.number`
  return rows.flatMap(({ payslip_id, employee_id, due, taken }) => {
    const wanted = dueOf(due)
    const got = taken ?? 0
    if (got >= wanted) return []
    const rest = due.leaves ? 'the rest becomes a claim' : 'the rest is carried forward'
    const detail = `${due.product}: ${formatShillings(got)} of ${formatShillings(wanted)}, ${rest}`
    return [{ payslip_id, employee_id, detail }]
  })
}
