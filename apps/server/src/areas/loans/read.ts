import type { contract } from '@mshahara/contract'
import {
  type GuarantorStatus,
  guarantorStateOf,
  type LoanState,
} from '@mshahara/contract/loan-states'
import { monthOf } from '@mshahara/engine/calendar'
import { monthsAfter } from '@mshahara/engine/loans/figures'
import { loanProduct } from '@mshahara/engine/loans/products'
import { type Ctx, holds, me, ownerOr } from '../../foundation/core/ctx.ts'
import { fail } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { containing, raw, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { finalPayIsOver } from '../../foundation/pay/final-pay.ts'
import { payMonth } from '../../foundation/pay/intake.ts'
import { salaryIntake } from '../employees/index.ts'
import { type Agreed, addressMarks } from '../users/index.ts'
import {
  atWork,
  inCents,
  inDefault,
  type LoanRow,
  type PersonOnWire,
  personOf,
  scheduledUntil,
  stateOf,
  withPlace,
} from './rows.ts'
import { explainQuote, maximumToWire, settlementToWire } from './workings.ts'

type Loans = typeof contract.loans

const searched = raw(`concat_ws(' ', e.first_name, e.middle_name, e.last_name, e.employee_no,
  l.product, l.purpose, l.status, l.amount, to_char(l.amount, 'FM999,999,999,990'),
  to_char(l.created_at at time zone 'Africa/Nairobi', 'DD FMMonth, YYYY'))`)

export const list: Handler<Loans['list']> = async (ctx, { query }) => {
  const { employee_id: own, leaver, role } = me(ctx)
  const all = holds(ctx, 'view loans')
  // Whoever has left sees payslips and nothing else (B22).
  if (!all && (leaver || !own)) return role === 'employee' ? [] : fail(403)
  const day = raw("(l.created_at at time zone 'Africa/Nairobi')::date")
  const whose = all ? (query.employee_id ?? null) : own
  const where = sql`(${whose}::uuid is null or l.employee_id = ${whose})
    and (${query.status ?? null}::text is null or l.status = ${query.status ?? null})
    and (${query.from_date ?? null}::date is null or ${day} >= ${query.from_date ?? null})
    and (${query.to_date ?? null}::date is null or ${day} <= ${query.to_date ?? null})
    and ${containing(searched, query.search)}`
  const rows = await ctx.tx.all<RawRow & { of: number }>`select l.*, ${personOf} as employee,
      count(*) over () as of
    from loans l join employees e on (e.organization_id, e.id) = (l.organization_id, l.employee_id)
    ${withPlace} where ${where} order by l.number desc
    offset ${query.offset ?? 0} limit ${query.limit ?? 1000}`
  ctx.total(rows[0]?.of ?? 0)
  return rows.map((row) => rowToWire(inCents(row)))
}

type Raw = Parameters<typeof inCents>[0]
type RawRow = Raw & { employee: PersonOnWire }
const rowToWire = <Row extends LoanRow>(row: Row): Row & { state: LoanState } => ({
  ...row,
  state: stateOf(row),
})

export const get: Handler<Loans['get']> = async (ctx, { params }) => {
  const { employee_id } = await ctx.tx.one<{ employee_id: string }>`
    select employee_id from loans where id = ${params.id}`
  ownerOr(ctx, employee_id, 'view loans')
  return loanToWire(ctx, params.id)
}

interface Whole extends RawRow {
  employee: PersonOnWire & { salary: number; status: string }
  salary: string | null
  employee_status: string
  overdue: string
  in_default: boolean
  claim: boolean | null
  topped: { id: string; amount: string } | null
}

export async function loanToWire(ctx: Ctx, id: string) {
  const month = monthOf(ctx.today)
  const row = await ctx.tx.one<Whole>`select l.*, ${personOf} as employee,
      e.status as employee_status, (${salaryIntake.source(payMonth(month))}) as salary,
      case when l.outstanding > 0 then greatest(0, ${scheduledUntil(
        sql`${monthsAfter(month, -1)}`,
      )} - (l.total - l.outstanding)) else 0 end as overdue,
      ${inDefault(ctx.today)} as in_default,
      l.disbursed_on <= ${ctx.today} and l.outstanding > 0
        and ${finalPayIsOver(ctx.today)} as claim,
      (select json_build_object('id', o.id, 'amount', o.amount) from loans o
        where o.organization_id = l.organization_id and o.id = l.tops_up) as topped
    from loans l join employees e on (e.organization_id, e.id) = (l.organization_id, l.employee_id)
    ${withPlace} where l.id = ${id}`
  const loan = rowToWire(inCents(row))
  const { state } = loan
  const guarantors = await guarantorsOf(ctx, loan)
  return {
    ...loan,
    employee: {
      ...row.employee,
      salary: centsOf(row.salary ?? '0'),
      status: row.employee_status,
    },
    interest_amount: loan.total - loan.amount,
    max_working: maximumToWire(ctx, loan),
    working: workingOf(ctx, loan),
    guarantors,
    warnings: holds(ctx, 'view loans') ? await warningsOf(ctx, loan, guarantors) : [],
    tops_up: row.topped && { id: row.topped.id, amount: centsOf(row.topped.amount) },
    overdue: centsOf(row.overdue),
    schedule: await scheduleOf(ctx, loan),
    entries: await entriesOf(ctx, loan),
    settlement:
      state === 'approved' && (loan.disbursed_on ?? '') <= ctx.today
        ? settlementToWire(ctx, loan, ctx.today)
        : null,
    claim: row.claim === true,
  }
}

/** The figures as kept, told by the product of the day. */
function workingOf(ctx: Ctx, loan: LoanRow) {
  const product = loanProduct(loan.product_id, monthOf(loan.created_at))
  if (!product) return []
  return explainQuote(ctx, product, {
    principal: loan.amount,
    term: loan.term_months,
    rate: Math.round(Number((loan as unknown as { rate: string }).rate) * 100),
    processing_fee: loan.processing_fee,
    insurance_fee: loan.insurance_fee,
    interest: loan.interest,
    total: loan.total,
    monthly: loan.monthly,
  })
}

interface GuarantorRow {
  id: string
  employee: PersonOnWire
  status: GuarantorStatus
  left: boolean
  created_at: string
  approved_at: string | null
  rejected_at: string | null
  rejection_reason: string | null
}

async function guarantorsOf(ctx: Ctx, loan: LoanRow) {
  const rows = await ctx.tx.all<GuarantorRow>`select s.id, ${personOf} as employee, s.status,
      not ${atWork('e')} as left, s.created_at, s.approved_at, s.rejected_at, s.rejection_reason
    from loan_guarantors s
    join employees e on (e.organization_id, e.id) = (s.organization_id, s.employee_id) ${withPlace}
    where s.loan_id = ${loan.id} order by s.number`
  return rows.map((row) => ({ ...row, status: guarantorStateOf(row.status, loan.status) }))
}

/** For whoever decides: an application or a guarantee that may be somebody else's. */
function warningsOf(
  ctx: Ctx,
  loan: LoanRow & { employee: PersonOnWire },
  guarantors: Pick<GuarantorRow, 'employee' | 'approved_at'>[],
) {
  const nameOf = ({ first_name, last_name }: PersonOnWire) => `${first_name} ${last_name}`
  const applied = {
    employee_id: loan.employee_id,
    name: nameOf(loan.employee),
    at: loan.created_at,
  }
  const agreed = guarantors.flatMap(({ employee, approved_at }): Agreed[] =>
    approved_at ? [{ employee_id: employee.id, name: nameOf(employee), at: approved_at }] : [],
  )
  return addressMarks(ctx.tx, [applied, ...agreed])
}

/** What was paid so far fills the instalments, the oldest first. */
async function scheduleOf(ctx: Ctx, loan: LoanRow) {
  const rows = await ctx.tx.all<{ number: number; month: string; amount: string }>`
    select number, month, amount from loan_instalments where loan_id = ${loan.id} order by number`
  let paid = loan.total - loan.outstanding
  let balance = loan.total
  return rows.map((row) => {
    const amount = centsOf(row.amount)
    const part = Math.max(0, Math.min(amount, paid))
    paid -= part
    balance -= amount
    return { number: row.number, month: row.month, amount, paid: part, balance }
  })
}

interface EntryRow {
  id: string
  kind: 'deduction' | 'repayment' | 'top-up' | 'rebate' | 'write-off'
  amount: string
  day: string
  payslip_id: string | null
  month: string | null
  reference: string | null
  note: string | null
  file: string | null
  by: string
  undone: boolean
}

async function entriesOf(ctx: Ctx, loan: LoanRow) {
  const rows = await ctx.tx.all<EntryRow>`select n.*, n.takes_back is not null or exists (
      select from loan_entries b where b.organization_id = n.organization_id
        and b.takes_back = n.id) as undone,
      (select p.month from payslips p where p.organization_id = n.organization_id
        and p.id = n.payslip_id) as month
    from loan_entries n where n.loan_id = ${loan.id} order by n.number`
  let balance = loan.total
  return rows.map((row) => {
    const amount = centsOf(row.amount)
    balance -= amount
    return { ...row, amount, balance, file: row.file && `storage/loans/${row.file}` }
  })
}

// ---------------------------------------------------------------- of one person

export const standing: Handler<Loans['standing']> = async (ctx, { params }) => {
  await ctx.tx.one`select id from employees where id = ${params.id}`
  ownerOr(ctx, params.id, 'view loans')
  const rows = await ctx.tx.all<Raw & { in_default: boolean }>`select l.*,
      ${inDefault(ctx.today)} as in_default
    from loans l where l.employee_id = ${params.id} and (l.outstanding > 0 or l.written_off > 0)
    order by l.number`
  const loans = rows.map((row) => ({ ...inCents(row), in_default: row.in_default }))
  const { count, outstanding } = await ctx.tx.one<{ count: number; outstanding: string }>`
    select count(*) as count, coalesce(sum(l.outstanding), 0) as outstanding
    from loan_guarantors s join loans l on l.id = s.loan_id
    where s.employee_id = ${params.id} and s.status = 'approved' and l.outstanding > 0`
  return {
    owed: loans.reduce((sum, loan) => sum + loan.outstanding, 0),
    in_default: loans.some(({ in_default }) => in_default),
    loans: loans.filter((loan) => loan.outstanding > 0),
    guaranteed: { count, outstanding: centsOf(outstanding) },
  }
}
