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
export async function allocate(tx: Tx, { name, prefix, width }: Numbering): Promise<string> {
  const { rows } = await tx.$client.query<{ last: number }>(
    `insert into numbers (name, last) values ($1, 1)
     on conflict (organization_id, name) do update set last = numbers.last + 1 returning last`,
    [name],
  )
  return padded(prefix, (rows[0] as { last: number }).last, width)
}

export async function preview(tx: Tx, { name, prefix, width }: Numbering): Promise<string> {
  const { rows } = await tx.$client.query<{ last: number }>(
    'select last from numbers where name = $1',
    [name],
  )
  return padded(prefix, (rows[0]?.last ?? 0) + 1, width)
}

/** Takes a row of numbers at once. */
export async function allocateMany(
  tx: Tx,
  { name, prefix, width }: Numbering,
  count: number,
): Promise<string[]> {
  if (count === 0) return []
  const { rows } = await tx.$client.query<{ last: number }>(
    `insert into numbers (name, last) values ($1, $2)
     on conflict (organization_id, name) do update set last = numbers.last + $2 returning last`,
    [name, count],
  )
  const first = (rows[0] as { last: number }).last - count + 1
  return Array.from({ length: count }, (_, index) => padded(prefix, first + index, width))
}
