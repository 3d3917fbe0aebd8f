import { type OpeningAmount, openedMonths, openingAmounts } from '@mshahara/contract/opening'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import type { Amounts, Months } from './rules.ts'

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

/** Pay that came from elsewhere, in cents, by person and month. */
export interface Opened extends Months {
  id: string
  employee_id: string
  batch_id: string
  source: string
  amounts: Amounts
}

type OpenedRow = Omit<Opened, 'amounts'> & Record<OpeningAmount, string>

const monthText = (month: string) => raw(`o.year || '-' || lpad(o.${month}::text, 2, '0')`)

/** Of the rows `o` that are meant. */
export async function openedWhere(tx: Tx, where: Sql): Promise<Opened[]> {
  const rows = await tx.all<OpenedRow>`
    select o.id, o.employee_id, o.batch_id, o.source, ${monthText('first_month')} as from,
      ${monthText('last_month')} as to, o.basic, o.benefits, o.quarters, o.gross, o.pension_share,
      o.pension, o.ahl, o.shif, o.medical_fund, o.mortgage, o.deductions, o.exempt, o.chargeable,
      o.tax_charged, o.personal_relief, o.insurance_relief, o.paye
    from opening_pay o join employees e on e.id = o.employee_id
    where ${where} order by e.number, o.year, o.first_month`
  return rows.map(({ id, employee_id, batch_id, source, from, to, ...row }) => ({
    ...{ id, employee_id, batch_id, source, from, to },
    amounts: Object.fromEntries(
      openingAmounts.map((name) => [name, centsOf(row[name])]),
    ) as Amounts,
  }))
}

export const openedOf = (tx: Tx, year: string, ids: string[]) =>
  openedWhere(tx, sql`o.year = ${Number(year)} and o.employee_id = any (${ids}::uuid[])`)

export const inWords = ({ from, to }: Months) => `${openedMonths(from, to)} ${from.slice(0, 4)}`
