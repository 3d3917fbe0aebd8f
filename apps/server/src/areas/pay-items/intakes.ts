import { monthAndYear } from '@mshahara/contract/months'
import { commission } from '@mshahara/engine/commission'
import type { PayPart } from '@mshahara/engine/month-pay'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import { claimsInTurn, toBeTaken } from '../../foundation/pay/giving-way.ts'
import {
  cents,
  type Intake,
  jsonFields,
  type PayMonth,
  paidWhenConfirmed,
} from '../../foundation/pay/intake.ts'

/** What runs take in from pay items. Amounts are shillings, as JSON has them. */

interface Item {
  id: string
  name: string
  amount: number
  taxable: boolean
}
type List<More> = (Item & More)[] | null

/**
 * Items `i` of employee `e` as one list. Asked person by person inside the one query: a run has just
 * been made, so the planner knows nothing of its size, and this grows evenly whatever it guesses.
 */
const items = (from: Sql, columns: string, where = sql`true`): Sql =>
  sql`select json_agg(json_build_object(${jsonFields('i', columns)}) order by i.created_at, i.id)
      as value
    from ${from} i where ${where}`

/** With effect from a later month, they are in this one what they were before. */
const inForce = (list: 'allowances' | 'incomes', { month }: PayMonth): Sql =>
  sql`${raw(`${list}_in`)}(e.organization_id, e.id, ${month})`

const ofEmployee = sql`i.organization_id = e.organization_id and i.employee_id = e.id`

const touches = ({ first, last }: PayMonth) =>
  sql`i."from" <= ${last}::date and (i."to" is null or i."to" >= ${first}::date)`

/** Leave pay comes once a year: outside SHIF and Housing Levy, like a one-off (B3). */
const allowances: Intake<List<{ type: string }>> = {
  name: 'allowances',
  source: (month) => items(inForce('allowances', month), 'id name amount taxable type'),
  parts: (list) =>
    (list ?? []).map(({ id, name, amount, taxable, type }) => ({
      side: 'income',
      by_days: true,
      line: {
        id,
        name,
        amount: cents(amount),
        kind: 'allowance',
        taxable,
        one_off: type === 'leave',
        type,
      },
    })),
}

/**
 * A one-off is nobody's until a run is confirmed: a person has one payslip a month at most, and one
 * that is added after the draft was worked out must show as a change (B23).
 */
const incomes: Intake<List<{ one_off: boolean }>> = {
  name: 'incomes',
  source: (month) =>
    items(
      inForce('incomes', month),
      'id name amount taxable one_off',
      sql`i.status = 'draft' and ${touches(month)}`,
    ),
  ...paidWhenConfirmed('recur_incomes', sql`r.one_off and r."from" = (run.month || '-01')::date`),
  parts: (list) =>
    (list ?? []).map(({ id, name, amount, taxable, one_off }) => ({
      side: 'income',
      line: { id, name, amount: cents(amount), kind: 'income', taxable, one_off },
    })),
}

const deductions: Intake<List<{ kind: string }>> = {
  name: 'deductions',
  source: (month) =>
    items(
      raw('recur_deductions'),
      'id name amount taxable kind',
      sql`${ofEmployee} and ${touches(month)}`,
    ),
  parts: (list) =>
    (list ?? []).map(({ id, name, amount, kind, taxable }) => ({
      side: 'deduction',
      before_tax: taxable,
      line: { id, name, amount: cents(amount), kind },
    })),
}

interface Revenue {
  id: string
  name: string
  period: string
  amount: number
  target: number
  rate: number
}

/** Revenues up to the month that no other payslip has taken (B11). */
const revenues: Intake<{ list: Revenue[] | null }> = {
  name: 'revenues',
  ...claimsInTurn('employee_revenues', ({ month }) => sql`r.period <= ${month}`),
  // Those that are due and not taken were recorded since: they show as a change.
  source: (month) => sql`select json_build_object(
      'list', json_agg(json_build_object('id', r.id, 'name', r.display_name,
        ${jsonFields('r', 'period amount target rate')}) order by r.period, r.id)
        filter (where r.payslip_id = wanted.id),
      'waiting', count(*) filter (where r.payslip_id is distinct from wanted.id)) as value
    from employee_revenues r
    where r.organization_id = e.organization_id and r.employee_id = e.id
      and (r.payslip_id = wanted.id
        or r.status = 'draft' and r.period <= ${month.month} and ${toBeTaken(month)})`,
  parts: ({ list }, month) => (list ?? []).map((revenue) => commissionPart(revenue, month)),
}

/** A share of what was sold above the target (B11); that of an earlier month is named after it. */
function commissionPart(revenue: Revenue, month: string): PayPart {
  const { id, period, amount, target, rate } = revenue
  const { month: name, year } = monthAndYear(period)
  const label = revenue.name || 'Commission'
  return {
    side: 'income',
    line: {
      id,
      name: period === month ? label : `${label} (${name} ${year})`,
      amount: commission(cents(amount), cents(target), Math.round(rate * 100)),
      kind: 'commission',
      taxable: true,
      one_off: false,
      working: `(${amount} − ${target}) × ${rate}% for ${name} ${year}`,
    },
  }
}

export const intakes: Intake[] = [allowances, incomes, deductions, revenues]
