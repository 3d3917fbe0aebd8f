import type { Tx } from '../../foundation/core/db.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import { inWords, type Opened, openedWhere } from './people.ts'
import type { Months } from './rules.ts'

/** What the tax deduction cards of a year take in of it. */

export interface OpenedScope {
  year: number
  /** Of one, or of these; neither: of everybody. */
  employee_id?: string | null
  ids?: readonly string[] | undefined
}

const scoped = ({ year, employee_id, ids }: OpenedScope): Sql => sql`o.year = ${year}
  ${employee_id ? sql`and o.employee_id = ${employee_id}` : sql``}
  ${ids ? sql`and o.employee_id = any (${ids}::uuid[])` : sql``}`

/** Whose card it is, of somebody who may have no payslip here. */
export interface OpenedPerson {
  employee_no: string
  first_name: string
  middle_name: string | null
  last_name: string
  id_number: string
  pin_no: string | null
  disability_certificate_no: string | null
}

export interface OpenedCard {
  person: OpenedPerson
  rows: Opened[]
}

export async function cardsOpened(tx: Tx, scope: OpenedScope): Promise<Map<string, OpenedCard>> {
  const rows = await openedWhere(tx, scoped(scope))
  const of = Map.groupBy(rows, ({ employee_id }) => employee_id)
  const people = await tx.all<OpenedPerson & { id: string }>`
    select e.id, e.employee_no, e.first_name, e.middle_name, e.last_name, e.id_number, e.pin_no,
      e.disability_certificate_no
    from employees e where e.id = any (${[...of.keys()]}::uuid[])`
  return new Map(people.map(({ id, ...person }) => [id, { person, rows: of.get(id) ?? [] }]))
}

export async function openedCount(tx: Tx, scope: OpenedScope): Promise<number> {
  const { count } = await tx.one<{ count: number }>`
    select count(*) as count from opening_pay o where ${scoped(scope)}`
  return count
}

export async function openedYears(tx: Tx): Promise<number[]> {
  const rows = await tx.all<{ year: number }>`select distinct year from opening_batches`
  return rows.map(({ year }) => year)
}

/** Who has any, for a query about employees `e`. */
export const hasOpened = ({ year }: OpenedScope): Sql => sql`exists (select from opening_pay o
  where o.employee_id = e.id and o.year = ${year})`

/** Of a run: whose month, or a later one of the year, came from elsewhere. */
export const paidElsewhere = async (tx: Tx, payroll_id: string) => {
  const rows = await tx.all<Elsewhere>`select slip_id as payslip_id, employee_id, source,
      year || '-' || lpad(first_month::text, 2, '0') as from,
      year || '-' || lpad(last_month::text, 2, '0') as to
    from slips_opened_elsewhere(${payroll_id}) order by slip_id, first_month`
  return rows.map(({ payslip_id, employee_id, source, ...months }) => {
    return { payslip_id, employee_id, detail: `${inWords(months)} from ${source}` }
  })
}

interface Elsewhere extends Months {
  payslip_id: string
  employee_id: string
  source: string
}

/** The batches of a year as they stand; held, none comes or goes until the transaction ends. */
export async function openedIn(tx: Tx, year: number, hold = false) {
  if (hold) await tx.run`select hold_opening(app_org(), false)`
  const rows = await tx.all<{ id: string; made_at: string }>`
    select b.id, b.made_at from opening_batches b where b.year = ${year} order by b.number`
  return { as: rows.map(({ id }) => id).join(' '), at: rows.at(-1)?.made_at ?? null }
}
