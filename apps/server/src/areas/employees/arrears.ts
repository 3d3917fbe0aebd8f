import {
  arrearsNet,
  arrearsOf,
  arrearsTaken,
  lessArrears,
  type PaidMonth,
} from '@mshahara/engine/arrears'
import type { Arrears } from '@mshahara/engine/arrears-kept'
import { LawError } from '@mshahara/engine/dated'
import { statutoryDeductions } from '@mshahara/engine/figures'
import { type TakenName, takenNames } from '@mshahara/engine/input'
import type { LateItem } from '@mshahara/engine/late-items'
import type { PayPart } from '@mshahara/engine/month-pay'
import type { Tx } from '../../foundation/core/db.ts'
import { failField } from '../../foundation/core/fail.ts'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import { claimsInTurn, toBeTaken } from '../../foundation/pay/giving-way.ts'
import { type LateBenefits, lateInKind } from '../../foundation/pay/had.ts'
import { claims, type Intake, type PayMonth, type Taker } from '../../foundation/pay/intake.ts'
import { type KeptTerms, keptTerms, salaryOfMonth } from './pay-terms.ts'
import { changedTerms, inForceFirst, type SalaryChange } from './salary.ts'
import { say } from './sentences.ts'

/**
 * Months that were confirmed before what is agreed for them (B30). The database marks them as the
 * salary is recorded (`functions/pay-arrears.sql`); what they come to is worked out here, for whoever
 * asks before it is saved, and again for the payslip that takes them in.
 */

/** As the database writes it. */
export interface KeptMonth extends Omit<PaidMonth, 'taken' | 'salary' | 'inKind'> {
  slips: (PaidMonth['slips'][number] & { taken: Record<TakenName, number>; late?: Arrears[] })[]
  salary: KeptTerms | null
  /** Where what the month has besides money was changed after its payslip. */
  benefits?: LateBenefits
}

const taken = raw(takenNames.map((name) => `'${name}', (s.${name} * 100)::bigint`).join(', '))

/** Of employee `e`: everything that the arrears of a month are worked out from. */
export const keptMonth = (month: Sql, salary: Sql): Sql => sql`select case
    when late.benefits is not null then json_build_object(${keptFields(month, salary)},
      'items', late.items, 'benefits', late.benefits)
    when late.items is null then json_build_object(${keptFields(month, salary)})
    else json_build_object(${keptFields(month, salary)}, 'items', late.items) end as value
  from (select late_items(e.organization_id, e.id, ${month}) as items,
    late_benefits(e.organization_id, e.id, ${month}) as benefits) late`

/** What came late is said only where there is some: older drafts stay as they are. */
const keptFields = (month: Sql, salary: Sql): Sql => sql`'month', ${month},
    'slips', coalesce((select json_agg(json_build_object('id', s.id, 'run', p.code,
          'extra', s.extra, 'input', s.input - 'earlier' - 'arrears', 'incomes', s.incomes,
          'days', s.days, 'days_of', s.days_of, 'taken', json_build_object(${taken}),
          'late', s.input -> 'arrears') order by p.confirmed_at, p.number)
        from payslips s join payrolls p
          on p.organization_id = s.organization_id and p.id = s.payroll_id
        where s.organization_id = e.organization_id and s.employee_id = e.id
          and s.month = ${month} and s.frozen and not s.void), '[]'),
    'paid', coalesce((select json_agg(json_build_object('slip', s.id, 'arrears', a) order by s.month)
        from (select distinct k.payslip_id from arrears k
          where k.organization_id = e.organization_id and k.employee_id = e.id
            and k.month = ${month} and k.status = 'paid') k
        join payslips s on s.organization_id = e.organization_id and s.id = k.payslip_id
          and s.frozen and not s.void
        cross join lateral arrears_in(s.input) a
        where a ->> 'month' = ${month}), '[]'),
    'salary', ${salary},
    'agreed', (select json_agg((s.amount * 100)::bigint order by s.number desc) from salaries s
        where s.organization_id = e.organization_id and s.employee_id = e.id),
    'consultant', (select json_build_object('vat_registered', (s.person ->> 'vat_registered')::boolean,
          'withhold', withholds_tax(s.organization_id))
        from payslips s where s.organization_id = e.organization_id and s.employee_id = e.id
          and s.month = ${month} and s.frozen and not s.void and not s.extra
          and s.person ->> 'tos' = 'Consultant')`

/** In force in the month `m.month`. */
export const salaryThen: Sql = sql`(select ${keptTerms(sql`s.amount`, sql`s.agreed_net`)} from salaries s
    where s.employee_id = e.id and s.organization_id = e.organization_id
    order by ${raw(inForceFirst('m.month'))} limit 1)`

export function paidMonth(kept: KeptMonth): PaidMonth {
  const sums = Object.fromEntries(takenNames.map((name) => [name, 0])) as Record<TakenName, number>
  for (const { taken: all, late = [] } of kept.slips) {
    const own = lessArrears(all, late ?? [])
    for (const name of takenNames) sums[name] += own[name]
  }
  const { month, consultant } = kept
  const options = kept.slips.find(({ extra }) => !extra)?.input.options ?? {}
  const salary = salaryOfMonth(kept.salary, { month, options, isFee: Boolean(consultant) })
  const inKind = kept.benefits && lateInKind(kept.benefits, month)
  return { ...kept, taken: sums, salary, consultant: consultant ?? undefined, inKind }
}

interface Value {
  list: KeptMonth[] | null
}

const isDue = ({ month }: PayMonth): Sql => sql`r.month < ${month}`
/** What such a payslip could take. */
const free = { month: toBeTaken, final: () => sql`r.payslip_id is null` }

const takenBy = (taker: Taker): Intake<Value | null> => ({
  name: 'arrears',
  sparse: true,
  ...(taker === 'month' ? claimsInTurn('arrears', isDue) : claims('arrears', isDue, taker)),
  source: (month) => sql`select json_build_object(
      'list', json_agg(kept.value order by m.month) filter (where m.taken),
      'waiting', count(*) filter (where m.waiting)) as value
    from (select r.month, bool_or(r.payslip_id = wanted.id) is true as taken,
        bool_or(r.payslip_id is distinct from wanted.id) as waiting
      from arrears r where r.organization_id = e.organization_id and r.employee_id = e.id
        and (r.payslip_id = wanted.id
          or r.status = 'draft' and ${isDue(month)} and ${free[taker](month)})
      group by r.month) m
    cross join lateral (${keptMonth(sql`m.month`, salaryThen)}) kept
    having count(*) > 0`,
  parts: (value) =>
    (value?.list ?? []).map(
      (kept): PayPart => ({ side: 'arrears', of: paidMonth(kept), last: taker === 'final' }),
    ),
})

export const arrearsIntake = takenBy('month')
/** Of somebody who is in no month's payroll any more. */
export const finalArrearsIntake = takenBy('final')

/** For whoever asks before it is saved. */
interface ArrearsAsked extends Arrears {
  /** The month paid into a pension scheme: arrears change no contribution (B4). */
  schemes?: true
}

function asked({ slips }: KeptMonth, found: Arrears | null | undefined): ArrearsAsked[] {
  if (!found) return []
  const schemes = slips.some(({ input }) => input.pensions !== undefined)
  return [{ ...found, ...(schemes && { schemes: true }) }]
}

/** What a new salary would come to, before it is recorded; nothing is written. */
export async function arrearsBefore(tx: Tx, change: SalaryChange): Promise<ArrearsAsked[]> {
  const terms = changedTerms(change)
  const rows = await tx.all<{ value: KeptMonth }>`select kept.value from employees e
    cross join lateral (select distinct s.month from payslips s
      where s.organization_id = e.organization_id and s.employee_id = e.id
        and s.month >= ${change.month} and s.frozen and not s.void and not s.extra) m
    cross join lateral (${keptMonth(sql`m.month`, terms)}) kept
    where e.id = ${change.employee_id} order by m.month`
  return rows.flatMap(({ value }) => asked(value, arrearsOrRefuse(value)))
}

export interface ItemChange {
  employee_id: string
  since: string
  /** In a month; nothing where it is none of its months. */
  item: (month: string) => LateItem
}

/** What a pay item would come to with what is due of the months anyway; nothing is written. */
export async function arrearsWithItem(tx: Tx, change: ItemChange): Promise<ArrearsAsked[]> {
  const rows = await tx.all<{ value: KeptMonth }>`select kept.value from employees e
    cross join lateral (select distinct s.month from payslips s
      where s.organization_id = e.organization_id and s.employee_id = e.id
        and s.month >= ${change.since} and s.frozen and not s.void and not s.extra) m
    cross join lateral (${keptMonth(sql`m.month`, salaryThen)}) kept
    where e.id = ${change.employee_id} order by m.month`
  return rows.flatMap(({ value }) => {
    const month = paidMonth(value)
    const item = change.item(month.month)
    const others = (month.items ?? []).filter(({ id }) => id !== item.id)
    return asked(value, arrearsOf({ ...month, items: [...others, item] }))
  })
}

/** Less than what was taken back for days not worked: nobody can be paid that. */
function arrearsOrRefuse(kept: KeptMonth) {
  try {
    return arrearsOf(paidMonth(kept))
  } catch (error) {
    if (error instanceof LawError) failField('salary', say.noArrears({ month: kept.month }))
    throw error
  }
}

export const arrearsToWire = (one: ArrearsAsked) => ({
  month: one.month,
  pay: one.pay.map(({ component, amount, working }) => ({ component, amount, working })),
  deductions: statutoryDeductions(one.month)
    .map(({ name, figure }) => ({ name, amount: arrearsTaken([one])[figure as TakenName] }))
    .filter(({ amount }) => amount !== 0),
  net: arrearsNet([one]),
  ...(one.schemes && { schemes: one.schemes }),
})

interface Behind {
  payslip_id: string
  employee_id: string
  month: string
  /** After deductions, in cents; null where it cannot be worked out. */
  net: number | null
}

/** Of whom in a final run, arrears of its month or later, which it does not take. */
export async function arrearsBehind(tx: Tx, { id, month }: { id: string; month: string }) {
  const rows = await tx.all<Omit<Behind, 'net'> & { value: KeptMonth }>`
    select p.id as payslip_id, p.employee_id, m.month, kept.value from payslips p
    join employees e on e.organization_id = p.organization_id and e.id = p.employee_id
    cross join lateral (select distinct r.month from arrears r
      where r.organization_id = e.organization_id and r.employee_id = e.id
        and r.status = 'draft' and r.payslip_id is null and r.month >= ${month}) m
    cross join lateral (${keptMonth(sql`m.month`, salaryThen)}) kept
    where p.payroll_id = ${id} order by m.month`
  return rows.map(({ value, ...row }): Behind => ({ ...row, net: netOrNone(value) }))
}

export function netOrNone(value: KeptMonth): number | null {
  try {
    const found = arrearsOf(paidMonth(value))
    return found ? arrearsNet([found]) : 0
  } catch (error) {
    if (error instanceof LawError) return null
    throw error
  }
}
