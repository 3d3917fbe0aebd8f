import type { Answer, contract } from '@mshahara/contract'
import type { DaysText } from '@mshahara/engine/units'
import { me } from '../../foundation/core/ctx.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { finalPayIsOver } from '../../foundation/pay/final-pay.ts'
import {
  monthIsPaid,
  monthPriced,
  type TakenSoFar,
  takenSoFar,
  type VatSoFar,
  vatSoFar,
  worthBack,
} from './pay-prices.ts'
import { sayToStaff } from './sentences.ts'

type Claims = typeof contract.leaveClaims

/**
 * Unpaid leave that a last pay could not bear, and what leave costs less after it: no run takes it,
 * so somebody decides.
 */

interface ClaimRow {
  id: string
  type: string
  month: string
  days: DaysText
  working: string
  salary: string | null
  allowances: string | null
  untaxed_allowances: string | null
  taken: TakenSoFar | null
  had_vat: boolean
  vat_taken: VatSoFar | null
  outcome: Answer<Claims['ofEmployee']>['rows'][number]['outcome']
  outcome_reason: string | null
  closed_at: string | null
  closed_by: string | null
}

/** Record `r` is of a month that was paid without it. */
const overdue = sql`r.status = 'draft' and ${monthIsPaid}`

export const ofEmployee: Handler<Claims['ofEmployee']> = async ({ tx, today }, { params }) => {
  const { claim } = await tx.one<{ claim: boolean }>`
    select ${finalPayIsOver(today)} as claim from employees e where e.id = ${params.id}`
  const found = await tx.all<ClaimRow>`select r.id, t.name as type, r.month, r.days, r.working,
      priced.salary, priced.allowances, priced.untaxed as untaxed_allowances,
      case when r.days < 0 then ${takenSoFar} end as taken, priced.had_vat,
      case when r.days < 0 and priced.had_vat then ${vatSoFar} end as vat_taken,
      r.outcome, r.outcome_reason, r.closed_at, r.closed_by
    from leave_pay_days r
    join leave_requests q on q.organization_id = r.organization_id and q.id = r.request_id
    join leave_types t on t.organization_id = q.organization_id and t.id = q.leave_type_id
    ${monthPriced}
    where r.employee_id = ${params.id} and (r.status = 'closed' or ${overdue}) order by r.number`
  const worked = found.map(amountOf)
  // What is due to somebody who works here comes with the next pay.
  const rows = worked.filter(({ days, outcome }) => claim || days > 0 || outcome !== null)
  const open = rows.filter(({ outcome }) => outcome === null)
  const sumOf = (sign: 1 | -1) =>
    open.reduce((sum, { amount }) => sum + Math.max(0, sign * amount), 0)
  return { claim, owed: sumOf(1), due: sumOf(-1), rows }
}

function amountOf(claimed: ClaimRow) {
  const { salary, allowances, untaxed_allowances, taken, had_vat, vat_taken, ...row } = claimed
  const days = Number(row.days)
  const fee = centsOf(salary ?? '0')
  const price = { month: row.month, salary: fee, agreed: fee + centsOf(allowances ?? '0') }
  // What is owed is what comes back once it is collected; what is due to the person was taken.
  const untaxedPay = centsOf(untaxed_allowances ?? '0')
  const asCollected = { ...nothing, collected: { days, untaxed: untaxedPay } }
  const { taxed, untaxed, vat } =
    days > 0
      ? worthBack(days, price, asCollected, had_vat ? noVat : null)
      : worthBack(-days, price, taken, vat_taken)
  return { ...row, days, amount: Math.sign(days) * (taxed + untaxed + vat) }
}
const nothing = { days: 0, taxed: null, untaxed: null }
const noVat = { taxed_in_month: null, later: null }

interface Closing {
  status: string
  payslip_id: string | null
  due: boolean
  over: boolean
}
const closed = {
  collected: 'Claim marked as collected',
  waived: 'Claim waived',
  paid: 'Marked as paid to the person',
}

export const close: Handler<Claims['close']> = async (ctx, { params, body }) => {
  const { tx, today } = ctx
  await tx.one`select id from leave_pay_days where id = ${params.id}`
  const { outcome, reason } = body()
  const row = await tx.one<Closing>`select r.status, r.payslip_id, r.days < 0 as due,
      ${finalPayIsOver(today)} and ${overdue} as over
    from leave_pay_days r
    join employees e on e.organization_id = r.organization_id and e.id = r.employee_id
    where r.id = ${params.id} for update of r`
  if (row.status === 'closed') fail(422, sayToStaff.claimClosed)
  if (row.payslip_id) fail(422, sayToStaff.takenByPayroll)
  if (!row.over) fail(422, sayToStaff.notDone)
  if (row.due && outcome !== 'paid') failField('outcome', sayToStaff.duePaid)
  if (!row.due && outcome === 'paid') {
    failField('outcome', sayToStaff.claimCollected)
  }
  await tx.run`update leave_pay_days set status = 'closed', outcome = ${outcome},
      outcome_reason = ${reason}, closed_at = app_now(), closed_by = ${me(ctx).name}
    where id = ${params.id}`
  return { message: closed[outcome] }
}
