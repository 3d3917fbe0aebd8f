import { daysIn } from '@mshahara/engine/calendar'
import { vatOn } from '@mshahara/engine/consultant'
import type { Month } from '@mshahara/engine/dated'
import { divideHalfUp } from '@mshahara/engine/money'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import { inForceFirst } from '../employees/index.ts'

/**
 * What days of a month cost. A month that was paid has its price: what was agreed or changed since
 * changes nothing of it, and what is given back is what was taken.
 */

const paidSlip = sql`from paid_slips s where s.organization_id = r.organization_id
  and s.employee_id = r.employee_id and s.kind = 'monthly' and s.month = r.month limit 1`

/** Somebody was paid for the month of record `r`. */
export const monthIsPaid = sql`exists (select ${paidSlip})`

/** As the confirmed payslip of record `r`'s month has it for a whole month; before, as agreed. */
const asPaid = (paid: Sql, agreed: Sql): Sql =>
  sql`(case when ${monthIsPaid}
    then (select round(${paid} * s.days_of / s.days, 2) ${paidSlip}) else ${agreed} end)`

export const monthSalary = asPaid(
  sql`s.salary`,
  sql`(select s.amount from salaries s
    where s.organization_id = r.organization_id and s.employee_id = r.employee_id
    order by ${raw(inForceFirst('r.month'))} limit 1)`,
)
const allowancesOf = (taxable: boolean) =>
  asPaid(
    sql`(select sum((line ->> 'amount')::numeric) / 100 from jsonb_array_elements(s.incomes) line
      where line ->> 'kind' = 'allowance' and line ->> 'type' is distinct from 'leave'
        and (line ->> 'taxable')::boolean = ${taxable})`,
    sql`(select sum(a.amount) from allowances a
      where a.organization_id = r.organization_id and a.employee_id = r.employee_id
        and a.taxable = ${taxable} and a.type <> 'leave')`,
  )
export const monthAllowances = allowancesOf(true)
export const monthUntaxed = allowancesOf(false)

/** That fee had VAT on it, which goes and comes with the days: with all of them, line and all. */
export const monthHadVat = sql`coalesce((select s.person ->> 'tos' = 'Consultant'
    and (s.person ->> 'vat_registered')::boolean ${paidSlip}), false)`

export interface TakenSoFar {
  days: number
  /** In cents, below zero; null where the payslips do not tell it apart. */
  taxed: number | null
  untaxed: number | null
  /** Days collected from the person, and a whole month's untaxed pay; only where there are any. */
  collected?: { days: number; untaxed: number }
}

/** Cents that lines of payslip `s` come to, taxed or not. */
const linesOf = (which: Sql, taxable: boolean): Sql =>
  sql`(select sum((line ->> 'amount')::numeric) from jsonb_array_elements(s.incomes) line
    where (line ->> 'taxable')::boolean = ${taxable} and ${which})`

/** Lines for days of other months have the id of a record, and those of the month a name for it. */
const inItsMonth = sql`line ->> 'kind' = 'absence' and line ->> 'id' !~ '^[0-9a-f]{8}-[0-9a-f]{4}-'`
const named = sql`${inItsMonth} and line ->> 'name' in (t.name, t.name || ', untaxed')`
const daysOf = (which: Sql) =>
  sql`(select coalesce(sum(split_part(line ->> 'quantity', ' ', 1)::numeric), 0)
    from jsonb_array_elements(s.incomes) line where (line ->> 'taxable')::boolean and ${which})`
const leaveDays = (which: Sql) => sql`(select sum(o.days) from leave_pay_days o
    join leave_requests w on w.organization_id = o.organization_id and w.id = o.request_id
  where o.organization_id = s.organization_id and o.payslip_id = s.id and o.month = s.month
    and ${which})`
const ofType = leaveDays(sql`w.leave_type_id = t.id`)

/** Days of simple absence, which are taken before those of leave. */
const simplyAbsent = sql`coalesce((select v.absence_days from variable_pay v
  where v.organization_id = s.organization_id and v.employee_id = s.employee_id
    and v.period = s.month and v.payslip_id = s.id limit 1), 0)`

/**
 * A type may have been renamed since, or share its name with other days: the line of that name is
 * its own where it has its days, or those that a month full of absence had room for.
 */
const isItsOwn = sql`(${daysOf(named)} = ${ofType}
    or ${daysOf(named)} between 0.01 and ${ofType} and ${daysOf(inItsMonth)} >= s.days)
  and (t.name <> 'Absence' or ${simplyAbsent} = 0)`

/**
 * Otherwise its share of the leave that there was room for, as a share of all absence, which costs
 * the same by the day whatever it is called.
 */
const ofItsMonth = (taxable: boolean): Sql => sql`case when ${isItsOwn}
  then ${linesOf(named, taxable)} * sum(x.days) / nullif(${ofType}, 0)
  else ${linesOf(inItsMonth, taxable)} / nullif(${daysOf(inItsMonth)}, 0)
    * greatest(0, least(${leaveDays(sql`true`)}, s.days - ${simplyAbsent}))
    * sum(x.days) / nullif(${leaveDays(sql`true`)}, 0) end`

/** Later, as a line of its own, for the first of its records. */
const later = sql`line ->> 'id' = any (array_agg(x.id::text) || array_agg(x.id || ' untaxed'))`
const laterVat = sql`line ->> 'id' = any (array_agg(x.id || ' vat'))`

const cost = (taxable: boolean): Sql =>
  sql`case when s.month = r.month then ${ofItsMonth(taxable)} else ${linesOf(later, taxable)} end`

/** By payslip, what was taken for the leave and the month of record `r`, less what came back. */
const bySlip = (figures: Sql): Sql =>
  sql`(select sum(x.days) as days, s.month, ${figures}
    from leave_pay_days x
    join paid_slips s on s.organization_id = x.organization_id and s.id = x.payslip_id
    join leave_requests q on q.organization_id = x.organization_id and q.id = x.request_id
    join leave_types t on t.organization_id = q.organization_id and t.id = q.leave_type_id
    where x.organization_id = r.organization_id and x.request_id = r.request_id
      and x.month = r.month
    group by s.organization_id, s.employee_id, s.id, s.month, s.days, s.incomes, t.id, t.name)`

const collectedDays = sql`(select sum(x.days) from leave_pay_days x
  where x.organization_id = r.organization_id and x.request_id = r.request_id
    and x.month = r.month and x.outcome = 'collected')`

const bySlips = sql`'days', sum(of_slip.days), 'taxed', sum(of_slip.taxed),
  'untaxed', sum(of_slip.untaxed)`
export const takenSoFar = sql`(select case when ${collectedDays} > 0
    then json_build_object(${bySlips}, 'collected', json_build_object('days', ${collectedDays},
      'untaxed', round(100 * coalesce(${monthUntaxed}, 0))))
    else json_build_object(${bySlips}) end
  from ${bySlip(sql`${cost(true)} as taxed, ${cost(false)} as untaxed`)} of_slip)`

/** In the month itself VAT is less without a line for it; later there is one. */
export interface VatSoFar {
  taxed_in_month: number | null
  later: number | null
}
export const vatSoFar = sql`(select json_build_object(
    'taxed_in_month', sum(of_slip.taxed) filter (where of_slip.month = r.month),
    'later', sum(of_slip.vat))
  from ${bySlip(sql`${cost(true)} as taxed, ${linesOf(laterVat, false)} as vat`)} of_slip)`

/** What a whole month was paid with. */
export interface MonthPrice {
  month: Month
  /** Without allowances: the fee that VAT is on. */
  salary: number
  agreed: number
}

/**
 * What giving back so many days of a month comes to: what was taken, whatever pay has become.
 * Collected days were paid for at the month's price.
 */
export function worthBack(
  days: number,
  price: MonthPrice,
  taken: TakenSoFar | null | undefined,
  vatTaken: VatSoFar | null | undefined,
) {
  const priceOf = (amount: number, of = days) =>
    divideHalfUp(amount * Math.round(of * 100), daysIn(price.month) * 100)
  const usual = priceOf(price.agreed)
  const collected = taken?.collected ?? { days: 0, untaxed: 0 }
  const vatOfMonth = vatTaken ? vatOn(price.salary, price.month) : 0
  if (!taken || taken.days <= 0 || taken.taxed === null) {
    return { usual, taxed: usual, untaxed: priceOf(collected.untaxed), vat: priceOf(vatOfMonth) }
  }
  const shareOf = (bySlips: number, ofMonth: number) =>
    Math.round(
      ((priceOf(ofMonth, collected.days) - bySlips) * days) / (taken.days + collected.days),
    )
  return {
    usual,
    taxed: shareOf(taken.taxed, price.agreed),
    untaxed: shareOf(taken.untaxed ?? 0, collected.untaxed),
    vat: shareOf(vatTaken ? vatTakenOf(vatTaken, price) : 0, vatOfMonth),
  }
}

function vatTakenOf({ taxed_in_month, later }: VatSoFar, { month, salary, agreed }: MonthPrice) {
  const fee = agreed > 0 ? Math.round((-(taxed_in_month ?? 0) * salary) / agreed) : 0
  return (later ?? 0) - vatOn(fee, month)
}
