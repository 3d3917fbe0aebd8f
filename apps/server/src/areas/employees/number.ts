import type { Tx } from '../../foundation/core/db.ts'
import { allocateMany, preview } from '../../foundation/core/numbers.ts'
import { sql } from '../../foundation/core/sql.ts'

/** Employee numbers: assigned by us unless somebody chose another, which we then skip (B15). */

const numbering = (prefix: string) => ({ name: 'employee', prefix, width: 4 }) as const

export async function prefixOf(tx: Tx): Promise<string> {
  const row = await tx.maybe<{ employee_prefix: string }>`
    select employee_prefix from organizations where id = app_org()`
  return row?.employee_prefix ?? 'EMP'
}

async function takenOf(tx: Tx, numbers: string[]): Promise<Set<string>> {
  const lower = numbers.map((number) => number.toLowerCase())
  const rows = await tx.all<{ employee_no: string }>`
    select lower(employee_no) as employee_no from employees
    where lower(employee_no) = any (${lower})`
  return new Set(rows.map(({ employee_no }) => employee_no))
}

/** As many free numbers as asked for, skipping those being chosen just now. */
export async function takeNumbers(
  tx: Tx,
  prefix: string,
  count: number,
  chosen: readonly string[] = [],
): Promise<string[]> {
  const reserved = new Set(chosen.map((number) => number.toLowerCase()))
  const free: string[] = []
  while (free.length < count) {
    const allocated = await allocateMany(tx, numbering(prefix), count - free.length)
    const taken = await takenOf(tx, allocated)
    const isFree = (number: string) => !taken.has(number) && !reserved.has(number)
    free.push(...allocated.filter((number) => isFree(number.toLowerCase())))
  }
  return free
}

/** The number the next employee is likely to get. */
export async function previewNumber(tx: Tx): Promise<string> {
  const prefix = await prefixOf(tx)
  const next = await preview(tx, numbering(prefix))
  const [, last = '0'] = /-(\d+)$/.exec(next) ?? []
  const number = sql`${prefix} || '-' || lpad(n::text, greatest(4, length(n::text)), '0')`
  const from = sql`${Number(last)}::int`
  const free = await tx.maybe<{ next: string }>`select ${number} as next
    from generate_series(${from}, ${from} + (select count(*) from employees)::int) n
    where not exists (select from employees where lower(employee_no) = lower(${number}))
    order by n limit 1`
  return free?.next ?? next
}
