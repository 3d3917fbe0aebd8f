import type { Tx } from '../core/db.ts'
import { allocateMany, preview } from '../core/numbers.ts'

/** Employee numbers: given by us unless a person chose another, which we then step over (B15). */

const numbering = (prefix: string) => ({ name: 'employee', prefix, width: 4 }) as const

export async function prefixOf(tx: Tx): Promise<string> {
  const { rows } = await tx.$client.query<{ employee_prefix: string }>(
    'select employee_prefix from organizations where id = app_org()',
  )
  return rows[0]?.employee_prefix ?? 'EMP'
}

async function takenOf(tx: Tx, numbers: string[]): Promise<Set<string>> {
  const { rows } = await tx.$client.query<{ employee_no: string }>(
    `select lower(employee_no) as employee_no from employees
     where lower(employee_no) = any($1)`,
    [numbers.map((number) => number.toLowerCase())],
  )
  return new Set(rows.map(({ employee_no }) => employee_no))
}

/** As many numbers as asked for that nobody has, also none of those being chosen just now. */
export async function takeNumbers(
  tx: Tx,
  prefix: string,
  count: number,
  chosen: readonly string[] = [],
): Promise<string[]> {
  const kept = new Set(chosen.map((number) => number.toLowerCase()))
  const free: string[] = []
  while (free.length < count) {
    const given = await allocateMany(tx, numbering(prefix), count - free.length)
    const taken = await takenOf(tx, given)
    const isFree = (number: string) => !taken.has(number) && !kept.has(number)
    free.push(...given.filter((number) => isFree(number.toLowerCase())))
  }
  return free
}

/** The number the next employee is likely to get. */
export async function previewNumber(tx: Tx): Promise<string> {
  const prefix = await prefixOf(tx)
  const next = await preview(tx, numbering(prefix))
  const [, last = '0'] = /-(\d+)$/.exec(next) ?? []
  const { rows } = await tx.$client.query<{ next: string }>(
    `select $1 || '-' || lpad(n::text, greatest(4, length(n::text)), '0') as next
     from generate_series($2::int, $2::int + (select count(*) from employees)::int) n
     where not exists (select from employees where lower(employee_no) =
       lower($1 || '-' || lpad(n::text, greatest(4, length(n::text)), '0')))
     order by n limit 1`,
    [prefix, Number(last)],
  )
  return rows[0]?.next ?? next
}
