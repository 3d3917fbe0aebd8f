import { errorWords } from '@mshahara/contract/errors'
import {
  type LoanAct,
  type LoanStatus,
  loanOutcome,
  loanStateOf,
} from '@mshahara/contract/loan-states'
import type { KeptSentence } from '@mshahara/contract/say'
import type { RunningLoan } from '@mshahara/engine/loans/figures'
import { monthsAfter, settlementOn } from '@mshahara/engine/loans/figures'
import type { Ctx } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import { somebodyElseMust } from '../organizations/index.ts'
import { sayToStaff } from './sentences.ts'

/** Loans as the table has them, in cents. */

const amounts = [
  'amount',
  'processing_fee',
  'insurance_fee',
  'interest',
  'total',
  'monthly',
  'max_amount',
  'deducted',
  'repaid',
  'rebated',
  'written_off',
  'outstanding',
] as const
type Amount = (typeof amounts)[number]

export interface LoanRow extends Record<Amount, number> {
  id: string
  number: number
  employee_id: string
  product_id: number
  code: string
  product: string
  owed_to: 'lender' | 'employer'
  guarantors_needed: number
  term_months: number
  max_working: string
  max_working_code: KeptSentence | null
  purpose: string
  status: LoanStatus
  withdrawn_at: string | null
  cancelled_at: string | null
  cancelled_by: string | null
  cancellation_reason: string | null
  terms: string
  translation: string | null
  accepted_at: string
  accepted_from: string | null
  tops_up: string | null
  approver: { first_name: string; last_name: string } | null
  approved_at: string | null
  comments: string | null
  rejection_reason: string | null
  disbursed_on: string | null
  first_month: string | null
  payslip_id: string | null
  created_at: string
}

type Raw = Omit<LoanRow, Amount> & Record<Amount, string>

/** What the driver gives as text becomes cents; the rest stays. */
export const inCents = <Row extends Raw>(row: Row): Omit<Row, Amount> & Record<Amount, number> => ({
  ...row,
  ...(Object.fromEntries(amounts.map((name) => [name, centsOf(row[name])])) as Record<
    Amount,
    number
  >),
})

export const loanById = async (tx: Tx, id: string, lock = sql``): Promise<LoanRow> =>
  inCents(await tx.one<Raw>`select l.* from loans l where l.id = ${id} ${lock}`)

/** What would end each of somebody's loans on a day: interest of months to come is not owed. */
export async function owedOn(tx: Tx, employee_id: string, day: string) {
  const rows = await tx.all<Raw>`select l.* from loans l
    where l.employee_id = ${employee_id} and l.outstanding > 0 order by l.number`
  return rows.map(inCents).map((loan) => {
    const { disbursed_on, product, code } = loan
    const asOf = disbursed_on && disbursed_on > day ? disbursed_on : day
    return { product, code, amount: settlementOn(runningOf(loan), asOf).amount }
  })
}

/** Locked, for an act that its state allows; anything else is refused in words. */
export async function loanFor(tx: Tx, id: string, act: LoanAct): Promise<LoanRow> {
  const loan = await loanById(tx, id, sql`for update`)
  refuse(loan, act)
  return loan
}

/** Nobody has a say about money that they owe themselves. */
export async function refuseOwn({ tx }: Pick<Ctx, 'tx'>, { employee_id }: LoanRow) {
  if (!(await somebodyElseMust(tx, employee_id, null))) return
  fail(403, sayToStaff.ownLoan)
}

/** The platform operator decides only where the borrower is the one primary user. */
export async function refuseOutsider({ tx }: Pick<Ctx, 'tx'>, { employee_id }: LoanRow) {
  const { has } = await tx.one<{ has: boolean }>`
    select has_say_about_loans_of(${employee_id}) as has`
  if (!has) fail(403, errorWords.primaryDecides)
}

export async function refuseUnfit(ctx: Ctx, loan: LoanRow) {
  await refuseOwn(ctx, loan)
  await refuseOutsider(ctx, loan)
}

export function refuse(loan: LoanRow, act: LoanAct) {
  const outcome = loanOutcome(loan, act)
  if ('refusal' in outcome) fail(422, outcome.refusal)
}

export const stateOf = (loan: LoanRow) => loanStateOf(loan)

export const runningOf = (loan: LoanRow): RunningLoan => ({
  interest: loan.interest,
  term: loan.term_months,
  disbursed_on: loan.disbursed_on ?? '',
  outstanding: loan.outstanding,
  rebated: loan.rebated,
  written_off: loan.written_off,
})

/** What loan `l` should have had by the end of a month, in its instalments. */
export const scheduledUntil = (month: Sql): Sql =>
  sql`(select coalesce(sum(i.amount), 0) from loan_instalments i
    where i.organization_id = l.organization_id and i.loan_id = l.id and i.month <= ${month})`

/**
 * Loan `l` is in default: written off, or something that was due a whole month ago is unpaid. A
 * payroll that is confirmed late makes nobody a defaulter.
 */
export const inDefault = (today: string): Sql =>
  sql`(l.written_off > 0 or l.outstanding > 0 and ${scheduledUntil(
    sql`${monthsAfter(today.slice(0, 7), -2)}`,
  )} > l.total - l.outstanding)`

/** Whoever borrows or guarantees works here: active, and the last day is not over. */
export const atWork = (person: string): Sql =>
  raw(`(${person}.status = 'active' and not has_left(${person}.termination_date,
    (app_now() at time zone 'Africa/Nairobi')::date))`)

/** How many stand for loan `l`: whoever has left stands for nobody. */
export const standingFor = sql`(select count(*) from loan_guarantors s join employees g
    on (g.organization_id, g.id) = (s.organization_id, s.employee_id)
  where s.organization_id = l.organization_id and s.loan_id = l.id and s.status = 'approved'
    and ${atWork('g')})`

const named = (alias: string) =>
  `case when ${alias}.id is null then null else json_build_object('name', ${alias}.name) end`

/** Employee `e` as people see them on applications; join `withPlace`. */
export const personOf = raw(`json_build_object('id', e.id, 'employee_no', e.employee_no,
  'first_name', e.first_name, 'middle_name', e.middle_name, 'last_name', e.last_name,
  'department', ${named('d')}, 'designation', ${named('g')})`)
export const withPlace = raw(`
  left join departments d on (d.organization_id, d.id) = (e.organization_id, e.department_id)
  left join designations g on (g.organization_id, g.id) = (e.organization_id, e.designation_id)`)

export interface PersonOnWire {
  id: string
  employee_no: string
  first_name: string
  middle_name: string | null
  last_name: string
  department: { name: string } | null
  designation: { name: string } | null
}
