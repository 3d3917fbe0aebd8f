import type { Tx } from '../../foundation/core/db.ts'
import { medians } from '../../foundation/core/median.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { sql } from '../../foundation/core/sql.ts'
import { type Agreed, keptTerms } from './pay-terms.ts'

/** The salary history. It is only ever added to: what was recorded last counts (B5). */

export interface SalaryEntry {
  id: string
  /** The order of recording. */
  number: number
  month: string
  /** The gross: of an agreed net as it was worked out when it was recorded. */
  amount: number
  agreed_net: number | null
  by: string
  created_at: string
}

export type SalaryState = 'current' | 'coming' | 'past' | 'replaced'

/**
 * The entry in force in a month: of those that have begun, the one recorded last. Before the first
 * of them the earliest counts, so that moving an employment date back leaves nobody without pay.
 */
export function salaryIn<E extends Pick<SalaryEntry, 'month' | 'number'>>(
  entries: readonly E[],
  month: string,
): E | undefined {
  const inEffect = entries.filter((entry) => entry.month <= month)
  const later = (a: E, b: E) => b.number - a.number
  if (inEffect.length > 0) return [...inEffect].sort(later)[0]
  return [...entries].sort((a, b) => a.month.localeCompare(b.month) || later(a, b))[0]
}

/** The same rule for SQL: the entries of one employee, the one in force first. */
export const inForceFirst = (month: string) =>
  `(s.month <= ${month}) desc, case when s.month <= ${month} then '' else s.month end, s.number desc`

export function stateOf(
  entry: SalaryEntry,
  entries: readonly SalaryEntry[],
  month: string,
): SalaryState {
  if (salaryIn(entries, month) === entry) return 'current'
  const overtaken = entries.some(
    (other) => other.number > entry.number && other.month <= entry.month,
  )
  if (overtaken) return 'replaced'
  return entry.month > month ? 'coming' : 'past'
}

type InText<Row> = Omit<Row, 'amount' | 'agreed_net'> & {
  amount: string
  agreed_net: string | null
}
const inCents = <Row extends { amount: string; agreed_net: string | null }>(row: Row) => ({
  ...row,
  amount: centsOf(row.amount),
  agreed_net: row.agreed_net === null ? null : centsOf(row.agreed_net),
})

export async function salariesOf(tx: Tx, employee_id: string): Promise<SalaryEntry[]> {
  const rows = await tx.all<InText<SalaryEntry>>`
    select id, number, month, amount, agreed_net, by, created_at from salaries
    where employee_id = ${employee_id} order by number desc`
  return rows.map(inCents)
}

type KnownEntry = Pick<SalaryEntry, 'month' | 'number' | 'amount' | 'agreed_net'>

/** Of many people in one query, by person. */
export async function salariesOfMany(
  tx: Tx,
  employees: readonly string[],
): Promise<Map<string, KnownEntry[]>> {
  const rows = await tx.all<InText<KnownEntry & { employee_id: string }>>`
    select employee_id, month, number, amount, agreed_net from salaries
    where employee_id = any (${employees}) order by number desc`
  return Map.groupBy(rows.map(inCents), ({ employee_id }) => employee_id)
}

/** What is usual here, of those who work here. */
export async function medianSalary(tx: Tx): Promise<number | undefined> {
  const newest = sql`select distinct on (s.employee_id) 'salary' as name, s.amount from salaries s
    join employees e on e.id = s.employee_id and e.status = 'active'
    order by s.employee_id, s.number desc`
  return (await medians(tx, newest)).get('salary')
}

/** As recorded last, by employee. */
export async function newestSalaries(tx: Tx, employees: string[]): Promise<Map<string, number>> {
  const rows = await tx.all<{ employee_id: string; amount: string }>`
    select distinct on (employee_id) employee_id, amount from salaries
    where employee_id = any (${employees}) order by employee_id, number desc`
  return new Map(rows.map(({ employee_id, amount }) => [employee_id, centsOf(amount)]))
}

export interface SalaryChange {
  employee_id: string
  month: string
  amount: number
  /** Only where it is agreed net. */
  agreed_net?: number
}

export const changedTerms = ({ amount, agreed_net }: SalaryChange) =>
  keptTerms(sql`${amount / 100}::numeric`, sql`${agreed_net ? agreed_net / 100 : null}::numeric`)

/** The columns of it: what is not agreed net does not say so. */
export const asChange = (employee_id: string, month: string, agreed: Agreed): SalaryChange => ({
  ...{ employee_id, month, amount: agreed.amount },
  ...(agreed.agreed_net !== null && { agreed_net: agreed.agreed_net }),
})

export async function recordSalaries(tx: Tx, changes: SalaryChange[]) {
  const employees = changes.map(({ employee_id }) => employee_id)
  const months = changes.map(({ month }) => month)
  const amounts = changes.map(({ amount }) => (amount / 100).toFixed(2))
  const nets = changes.map(({ agreed_net }) => agreed_net && (agreed_net / 100).toFixed(2))
  await tx.run`insert into salaries (employee_id, month, amount, agreed_net)
    select * from unnest(${employees}::uuid[], ${months}::text[], ${amounts}::numeric[],
      ${nets}::numeric[])`
}
