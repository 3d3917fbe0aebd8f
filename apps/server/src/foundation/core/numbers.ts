import type { Tx } from './db.ts'

/** Running numbers per organisation: `preview` shows the next, `allocate` takes it. */

const padded = (prefix: string, number: number, width: number) =>
  `${prefix}-${String(number).padStart(width, '0')}`

export interface Numbering {
  /** What is numbered, such as 'department'. */
  name: string
  prefix: string
  width: 3 | 4
}

/** Takes the next number. The row lock makes the second of two savers wait, not fail. */
export async function allocate(tx: Tx, numbering: Numbering): Promise<string> {
  const [number] = await allocateMany(tx, numbering, 1)
  return number as string
}

export async function preview(tx: Tx, { name, prefix, width }: Numbering): Promise<string> {
  const row = await tx.maybe<{ last: number }>`select last from numbers where name = ${name}`
  return padded(prefix, (row?.last ?? 0) + 1, width)
}

/** Takes several consecutive numbers at once. */
export async function allocateMany(
  tx: Tx,
  { name, prefix, width }: Numbering,
  count: number,
): Promise<string[]> {
  if (count === 0) return []
  const { last } = await tx.one<{ last: number }>`
    insert into numbers (name, last) values (${name}, ${count})
    on conflict (organization_id, name) do update set last = numbers.last + ${count}
    returning last`
  const first = last - count + 1
  return Array.from({ length: count }, (_, index) => padded(prefix, first + index, width))
}
