import { type Day, daysIn, daysOfThem, daysWithin, type Stretch } from '@mshahara/engine/calendar'
import { LawError } from '@mshahara/engine/dated'
import {
  type EnteredLine,
  type FinalLine,
  finalLines,
  type Leaver,
  type LeavingTerms,
  ruledCodes,
} from '@mshahara/engine/leaving/final'
import {
  type LumpSumTax,
  lumpSumTax,
  lumpSumTaxKind,
  type YearPaid,
} from '@mshahara/engine/leaving/lump-sum'
import type { Service } from '@mshahara/engine/leaving/service'
import { formatShillings } from '@mshahara/engine/money'
import type { PayPart } from '@mshahara/engine/month-pay'
import type { Tx } from '../../foundation/core/db.ts'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import { cents, type Intake, type Scope, within } from '../../foundation/pay/intake.ts'
import type { EmployeeRun } from '../../foundation/pay/runs.ts'
import { inForceFirst } from '../employees/index.ts'

/**
 * What final dues are made from, and what they come to (B32): the lines of a leaving, each taxed as
 * it is due, and what the person owes. What the month's payroll pays is not among them.
 */

/** For whoever has to agree: who leaves, and each line with its working and what was changed. */
export async function finalDuesInWords(tx: Tx, run: EmployeeRun) {
  if (run.kind !== 'final') return []
  const rows = await tx.all<{ who: string; lines: DuesLine[]; entered: Entered[] }>`
    select concat_ws(' ', e.first_name, e.last_name) || ' (' || e.employee_no || '), last day '
        || to_char(l.last_day, 'FMDD FMMonth YYYY') as who,
      coalesce(p.incomes, '[]') || coalesce(p.deductions, '[]') as lines,
      coalesce((select json_agg(json_build_object('code', n.code, 'label', n.label,
          'reason', n.reason) order by n.place) from leaving_lines n
        where n.organization_id = l.organization_id and n.leaving_id = l.id), '[]') as entered
    from payslips p
    join leavings l on l.organization_id = p.organization_id and l.id = p.leaving_id
    join employees e on e.organization_id = p.organization_id and e.id = p.employee_id
    where p.payroll_id = ${run.id}`
  return rows.flatMap(({ who, lines, entered }) => [
    { label: 'Who leaves', text: who },
    ...lines.map((line) => ({ label: line.name, text: lineInWords(line, entered) })),
  ])
}

function lineInWords(line: DuesLine, entered: readonly Entered[]) {
  const reason = enteredFor(line, entered)?.reason
  const told = [formatShillings(line.amount), line.working].filter(Boolean).join(': ')
  return reason ? `${told}. Reason: ${reason}` : told
}

type Entered = Pick<EnteredLine, 'code' | 'label' | 'reason'>

interface DuesLine {
  id: string
  name: string
  amount: number
  working?: string
}

interface YearRow {
  year: number
  months: number
  taxable: number
  reliefs: number
  paye: number
}

/** Amounts in shillings, as JSON has them. */
export interface LeaverFacts {
  basic: number | null
  divisor: number
  since: Day
  /** Gone between two employments. */
  away: Stretch[]
  month_pays_leave: boolean
  pays_tax: boolean
  years: YearRow[]
}

/**
 * Of employee `e` who leaves on a day. Years that the month of leaving is part of are left out
 * unless they were served to the end: nothing that is paid meanwhile changes what is due.
 */
export const leaverFacts = (
  last: Sql,
  employed: Sql = sql`e.employment_date`,
): Sql => sql`json_build_object(
    'basic', (select s.amount from salaries s,
        (select to_char(${last}, 'YYYY-MM') as month) asked
      where s.employee_id = e.id and s.organization_id = e.organization_id
      order by ${raw(inForceFirst('asked.month'))} limit 1),
    'divisor', (select c.day_divisor from leave_settings c
      where c.organization_id = e.organization_id),
    -- What was earned before somebody came back was paid as they left.
    'since', greatest(${employed}, (select max(upper(r)) from unnest(e.away) r
      where upper(r) <= ${last} and lower(r) in (select l.last_day + 1 from leavings l
        join payslips s on s.organization_id = l.organization_id and s.leaving_id = l.id
        where l.organization_id = e.organization_id and l.employee_id = e.id
          and s.frozen and not s.void))),
    'away', stretches(e.away),
    'month_pays_leave', month_pays_leave(e.organization_id, e.id, ${last}),
    'pays_tax', e.paye and (select o.paye from organizations o where o.id = e.organization_id),
    'years', (select coalesce(json_agg(y order by y.year), '[]') from (
      select paid.year, count(distinct paid.month) as months, sum(paid.taxable) as taxable,
        sum(paid.reliefs) as reliefs, sum(paid.paye) as paye
      from (${paidByYear}) paid where make_date(paid.year, 12, 31) <= ${last}
      group by 1) y))`

/**
 * Of employee `e`, as the P9 has it: arrears belong to their own year, whichever paid them, and what
 * another system paid is on the card as well (B34).
 */
const paidByYear = sql`select left(s.month, 4)::int as year,
      case when s.kind = 'monthly' then s.month end as month, s.taxable,
      s.tax_relief + s.nhif_relief + s.housing_relief as reliefs, s.paye
    from paid_slips s where s.organization_id = e.organization_id and s.employee_id = e.id
    union all
    select left(known.month, 4)::int, null, known.sign * coalesce((law ->> 'taxablePay')::numeric, 0),
      known.sign * (coalesce((law ->> 'personalRelief')::numeric, 0)
        + coalesce((law ->> 'insuranceRelief')::numeric, 0)
        + coalesce((law ->> 'prmfRelief')::numeric, 0) + coalesce((law ->> 'ahlRelief')::numeric, 0)),
      known.sign * coalesce((law ->> 'paye')::numeric, 0)
    from paid_slips s cross join lateral arrears_in(s.input) a
    cross join lateral (select a -> 'law' as law) of_law
    cross join lateral (values (a ->> 'month', 0.01), (s.month, -0.01)) known (month, sign)
    where s.organization_id = e.organization_id and s.employee_id = e.id
    union all
    select o.year::int, o.year || '-' || lpad(m::text, 2, '0'),
      case when m = o.first_month then o.chargeable else 0 end,
      case when m = o.first_month then o.personal_relief + o.insurance_relief else 0 end,
      case when m = o.first_month then o.paye else 0 end
    from opening_pay o cross join generate_series(o.first_month::int, o.last_month) m
    where o.organization_id = e.organization_id and o.employee_id = e.id`

export interface EnteredYear {
  year: number
  taxable: number
  reliefs: number
  paye: number
}

/** What somebody who leaves would be paid beside the month, and how it is taxed. */
export interface FinalDuesFound {
  service: Service
  basic: number
  lines: FinalLine[]
  lump: number
  tax: LumpSumTax
}

/** `entered_years` in cents: years whose payslips are not here. */
export function finalDuesOf(
  terms: LeavingTerms,
  facts: LeaverFacts,
  entered: readonly EnteredLine[],
  entered_years: readonly EnteredYear[],
): FinalDuesFound {
  const { since, away, month_pays_leave, pays_tax } = facts
  const leaver: Leaver = {
    ...{ since, away, month_pays_leave },
    basic: cents(facts.basic),
    divisor: Number(facts.divisor),
  }
  const { service, lines } = finalLines(terms, leaver, entered)
  const lump = lines.reduce((sum, { tax, amount }) => (tax === 'lump sum' ? sum + amount : sum), 0)
  const paid = yearsPaid(facts, entered_years)
  const span = { completedYears: service.years, last: terms.last_day }
  const none = { years: [], tax: 0, missing: [] }
  const tax = lump > 0 && pays_tax ? lumpSumTax(lump, span, (year) => paid.get(year)) : none
  return { service, basic: leaver.basic, lines, lump, tax }
}

/** By payslips and opening balances where they have all of a year, otherwise as it was entered. */
function yearsPaid({ since, away, years }: LeaverFacts, entered: readonly EnteredYear[]) {
  const paid = new Map<number, YearPaid>(entered.map(({ year, ...card }) => [year, card]))
  for (const { year, months, taxable, reliefs, paye } of years) {
    if (months < monthsIn(year, since, away)) continue
    paid.set(year, { taxable: cents(taxable), reliefs: cents(reliefs), paye: cents(paye) })
  }
  return paid
}

/** In how many months of a year somebody was employed for a day at least. */
function monthsIn(year: number, since: Day, away: readonly Stretch[]): number {
  const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`)
  return months.filter((month) => {
    const [first, last] = [`${month}-01`, `${month}-${daysIn(month)}`]
    const begun = since > first ? since : first
    return daysWithin(month, since, null) > daysOfThem(away, begun, last)
  }).length
}

// ---------------------------------------------------------------- as a run takes it in

type Stored = Omit<LeavingTerms, 'leave_days' | 'gratuity_percent'> &
  Record<'leave_days' | 'gratuity_percent', number>

/** `leaving_on_record` in the database has it in one piece, with amounts in cents. */
interface Value {
  kept: { terms: Stored; lines: EnteredLine[]; years: EnteredYear[] }
  facts: LeaverFacts
}

export const finalIntake: Intake<Value> = {
  name: 'final',
  source: () => sql`select json_build_object('kept', l.kept,
      'facts', ${leaverFacts(sql`(l.kept -> 'terms' ->> 'last_day')::date`)}) as value
    from payslips p cross join lateral
      (select leaving_on_record(p.organization_id, p.leaving_id) as kept) l
    where p.organization_id = app_org() and p.id = wanted.id`,
  parts: ({ kept: { terms, lines, years }, facts }) =>
    partsOf(terms, finalDuesOf(terms, facts, lines, years)),
  pay: (tx, payroll_id) => tx.run`insert into final_claims (employee_id, payslip_id, amount)
    select p.employee_id, p.id, sum((line ->> 'balance')::numeric) / 100
    from payslips p cross join lateral jsonb_array_elements(p.deductions) line
    where ${within({ payroll_id })} and line ->> 'kind' = 'owed'
    group by p.employee_id, p.id having sum((line ->> 'balance')::numeric) > 0`,
  free: (tx, scope) => dropClaims(tx, scope),
}

/** Of a run that is reversed; what was paid on one is taken back first, says the database. */
export const dropClaims = (tx: Tx, scope: Scope) =>
  tx.run`delete from final_claims c using payslips p
    where p.organization_id = c.organization_id and p.id = c.payslip_id and ${within(scope)}`

function partsOf({ exempt_reason }: Stored, { lines, lump, tax }: FinalDuesFound): PayPart[] {
  if (tax.missing.length > 0) {
    throw new LawError(
      `The lump sum is taxed with the pay of ${tax.missing.join(', ')}: enter it under Final Dues.`,
    )
  }
  const parts = lines.map((line, place) => partOf(line, place, exempt_reason))
  if (tax.tax === 0) return parts
  const working = `On ${formatShillings(lump)}: ${tax.years
    .map(({ year, tax: own }) => `${year} ${formatShillings(own)}`)
    .join(', ')}`
  const line = { id: 'lump-sum-tax', name: 'PAYE on lump sum', kind: lumpSumTaxKind }
  const taken = { ...line, amount: tax.tax, working }
  return [...parts, { side: 'deduction', before_tax: false, line: taken }]
}

const ruled: readonly string[] = ruledCodes

/** What somebody entered for a line of a payslip, by the name that `partOf` gave it. */
export function enteredFor<E extends Pick<EnteredLine, 'code' | 'label'>>(
  { id, name }: { id: string; name: string },
  entered: readonly E[],
): E | undefined {
  const code = /^final-(\w+)-\d+$/.exec(id)?.[1]
  return entered.find((one) => one.code === code && (ruled.includes(code) || one.label === name))
}

function partOf(
  { code, label, amount, working, rule, tax }: FinalLine,
  place: number,
  exempt_reason: string | null,
): PayPart {
  const id = `final-${code}-${place}`
  // Why somebody entered it stays with the leaving: a payslip is kept when that is erased.
  const told = rule === null ? 'As recorded on leaving' : `${working}; ${rule}`
  if (amount < 0) {
    const line = { id, name: label, kind: 'owed', amount: 0 - amount, working: told }
    return { side: 'owed', line }
  }
  const exempt = tax === 'none' && exempt_reason ? `${told}; not taxed` : told
  return {
    side: 'income',
    line: {
      ...{ id, name: label, kind: 'income', amount, working: exempt },
      ...{ taxable: tax === 'month', one_off: tax === 'month', dues: true },
      ...(code === 'leave' ? { type: 'leave' } : {}),
    },
  }
}
