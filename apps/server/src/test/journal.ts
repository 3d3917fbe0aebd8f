import { contract } from '@mshahara/contract'
import { expect } from 'vitest'
import type { Caller, World } from './world.ts'

/** The books of an organisation, as rows and as people see them. */

const { journal } = contract

export interface BookLine {
  entry: string
  number: number
  kind: string
  day: string
  mirrored: boolean
  line: string
  cents: number
}

/** Above zero a debit, below it a credit. */
export const linesOf = async ({ rows }: Pick<World, 'rows'>, organization_id: string) =>
  (await rows(
    `select e.id as entry, e.number, e.kind, e.day::text, l.line,
       e.mirrors is not null as mirrored, ((l.debit - l.credit) * 100)::int as cents
     from journal_entries e
     join journal_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
     where e.organization_id = $1 order by e.number, l.id`,
    [organization_id],
  )) as unknown as BookLine[]

/** What is left of each kind of line, without those that come to nothing. */
export function leftOf(lines: readonly BookLine[]): Record<string, number> {
  const left = new Map<string, number>()
  for (const { line, cents } of lines) left.set(line, (left.get(line) ?? 0) + cents)
  return Object.fromEntries([...left].filter(([, cents]) => cents !== 0).sort())
}

/** Entry by entry: nothing, and numbered without a gap. Returns them. */
export async function balanced(world: Pick<World, 'rows'>, organization_id: string) {
  const lines = await linesOf(world, organization_id)
  const numbers = [...new Set(lines.map(({ number }) => number))]
  expect(numbers).toEqual(numbers.map((_, place) => place + 1))
  for (const number of numbers) {
    const sum = lines.reduce((all, one) => (one.number === number ? all + one.cents : all), 0)
    expect([number, sum]).toEqual([number, 0])
  }
  return lines
}

const cents = ({ debit, credit }: { debit: number; credit: number }) =>
  Math.round(debit * 100) - Math.round(credit * 100)

/** Every line that has payslips behind it comes to them; returns how many such lines there were. */
export async function drilled(by: Caller, lines: readonly BookLine[]): Promise<number> {
  let looked = 0
  for (const id of new Set(lines.map(({ entry }) => entry))) {
    const { body: entry } = await by.call(journal.entry, { params: { id } })
    for (const row of entry.lines.filter(({ slips }) => slips)) {
      const { line, department_id, cost_centre_id } = row
      const query = {
        line,
        department_id: department_id ?? '',
        cost_centre_id: cost_centre_id ?? '',
      }
      const { body: slips } = await by.call(journal.slips, { params: { id }, query })
      const sum = slips.reduce((all, slip) => all + cents(slip), 0)
      expect([entry.title, row.label, sum]).toEqual([entry.title, row.label, cents(row)])
      looked += 1
    }
  }
  return looked
}
