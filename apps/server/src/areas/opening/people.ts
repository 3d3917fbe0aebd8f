import {
  type OpeningAmount,
  type OpeningMore,
  openedMonths,
  openingAmounts,
  openingMore,
} from '@mshahara/contract/opening'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import { numbersOf, type Who } from '../../foundation/sheets/register.ts'
import type { Amounts, Months, More } from './rules.ts'

/** What is on record of the people of a sheet, for all of them at once. */

export interface Person {
  id: string
  tos: string
  secondary: boolean
  hired: string
  left: string | null
  /** The first month of the year that was paid here. */
  paid: string | null
}

export async function peopleByNumber(tx: Tx, numbers: string[], year: string) {
  const rows = await tx.all<Person & { number: string }>`
    select e.id, lower(e.employee_no) as number, e.tos, not e.primary_employment as secondary,
      to_char(e.employment_date, 'YYYY-MM') as hired,
      to_char(e.termination_date, 'YYYY-MM') as left, (select min(s.month) from paid_slips s
        where s.employee_id = e.id and starts_with(s.month, ${year})) as paid
    from employees e where lower(e.employee_no) = any (${numbers})`
  return new Map(rows.map(({ number, ...person }) => [number, person]))
}

/** Somebody whom a register of another system is about. */
export interface Known {
  employee_no: string
  pin_no: string | null
  id_number: string
  tos: string
  name: string
  secondary: boolean
  resident: boolean
  disabled: boolean
  certificate_until: string | null
  hired: string
  left: string | null
}

/** By every number they are known by, as `numbersOf` writes it. */
export async function peopleByWho(tx: Tx, wanted: Who[]): Promise<Map<string, Known>> {
  const lower = (name: 'employee_no' | 'pin_no' | 'id_number') =>
    wanted.map((who) => who[name].toLowerCase()).filter(Boolean)
  const rows = await tx.all<Known>`
    select e.employee_no, e.pin_no, e.id_number, e.tos, not e.primary_employment as secondary,
      concat_ws(' ', e.first_name, e.middle_name, e.last_name) as name, e.resident,
      e.disability as disabled, to_char(e.disability_certificate_expiry, 'YYYY-MM')
        as certificate_until, to_char(e.employment_date, 'YYYY-MM') as hired,
      to_char(e.termination_date, 'YYYY-MM') as left
    from employees e where lower(e.employee_no) = any (${lower('employee_no')})
      or lower(e.pin_no) = any (${lower('pin_no')})
      or lower(e.id_number) = any (${lower('id_number')})
    order by e.number desc`
  return new Map(rows.flatMap((person) => numbersOf(person).map((key) => [key, person] as const)))
}

/** Pay that came from elsewhere, in cents, by person and month. */
export interface Opened extends Months {
  id: string
  employee_id: string
  batch_id: string
  source: string
  amounts: Amounts
  more: More
  /** When it came in. */
  made_at: string
}

type OpenedRow = Omit<Opened, 'amounts' | 'more'> &
  Record<OpeningAmount, string> &
  Record<OpeningMore, string | null>

const monthText = (month: string) => raw(`o.year || '-' || lpad(o.${month}::text, 2, '0')`)

/** Of the rows `o` that are meant. */
export async function openedWhere(tx: Tx, where: Sql): Promise<Opened[]> {
  const rows = await tx.all<OpenedRow>`
    select o.id, o.employee_id, o.batch_id, o.source, ${monthText('first_month')} as from,
      ${monthText('last_month')} as to, o.basic, o.benefits, o.quarters, o.gross, o.pension_share,
      o.pension, o.ahl, o.shif, o.medical_fund, o.mortgage, o.deductions, o.exempt, o.chargeable,
      o.tax_charged, o.personal_relief, o.insurance_relief, o.paye, o.paid_gross, o.nssf, o.net,
      b.made_at
    from opening_pay o join opening_batches b on b.id = o.batch_id
    join employees e on e.id = o.employee_id
    where ${where} order by e.number, o.year, o.first_month`
  return rows.map(({ id, employee_id, batch_id, source, from, to, made_at, ...row }) => ({
    ...{ id, employee_id, batch_id, source, from, to, made_at },
    amounts: Object.fromEntries(
      openingAmounts.map((name) => [name, centsOf(row[name])]),
    ) as Amounts,
    more: Object.fromEntries(
      openingMore.map((name) => {
        const amount = row[name]
        return [name, amount === null ? null : centsOf(amount)]
      }),
    ) as More,
  }))
}

export const openedOf = (tx: Tx, year: string, ids: string[]) =>
  openedWhere(tx, sql`o.year = ${Number(year)} and o.employee_id = any (${ids}::uuid[])`)

export const inWords = ({ from, to }: Months) => `${openedMonths(from, to)} ${from.slice(0, 4)}`

/** Months that follow one another from one source are one span. */
export function spansOf(opened: readonly Opened[]): (Months & { source: string })[] {
  const spans: (Months & { source: string })[] = []
  for (const { source, from, to } of opened) {
    const last = spans.at(-1)
    const next = last && Number(from.slice(5)) === Number(last.to.slice(5)) + 1
    if (last && next && last.source === source) last.to = to
    else spans.push({ source, from, to })
  }
  return spans
}

/** Of these people and years, for what payslips tell of the year. */
export const openedOfYears = (tx: Tx, years: number[], ids: string[]) =>
  openedWhere(tx, sql`o.year = any (${years}::int[]) and o.employee_id = any (${ids}::uuid[])`)
