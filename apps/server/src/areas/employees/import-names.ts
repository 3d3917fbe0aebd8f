import type { Tx } from '../../foundation/core/db.ts'
import { raw } from '../../foundation/core/sql.ts'
import { matching } from '../../foundation/sheets/columns.ts'
import type { RowIssue } from '../../foundation/sheets/import.ts'

/** What people write in a sheet instead of ids and parts of names. */

interface PersonName {
  id: string
  name: string
}
export type References = Record<
  'department_id' | 'designation_id' | 'work_station_id',
  PersonName[]
>

const units = [
  { key: 'department_id', noun: 'department', plural: 'departments' },
  { key: 'designation_id', noun: 'designation', plural: 'designations' },
  { key: 'work_station_id', noun: 'work station', plural: 'work stations' },
] as const

/** "Wanjiku Njeri Kamau", or "Kamau, Wanjiku Njeri"; what the sheet says of the parts goes first. */
export function splitName(given: Record<string, unknown>) {
  if (typeof given.full_name !== 'string') return
  const [before = '', after] = given.full_name.split(',').map((part) => part.trim())
  const words = (after ? `${after} ${before}` : before).split(/\s+/)
  const last = after ? before : words.length > 1 ? words.at(-1) : undefined
  const rest = after ? after.split(/\s+/) : words.slice(0, last === undefined ? 1 : -1)
  given.first_name ??= rest[0]
  given.middle_name ??= rest.slice(1).join(' ') || undefined
  given.last_name ??= last
}

export async function referencesOf(tx: Tx): Promise<References> {
  const of = (table: string) =>
    tx.all<{ id: string; name: string }>`select id, name from ${raw(table)} order by lower(name)`
  return {
    department_id: await of('departments'),
    designation_id: await of('designations'),
    work_station_id: await of('work_stations'),
  }
}

const nameParts = ['first_name', 'middle_name', 'last_name']

/** A fault in a part of the name stands where the name was written. */
export const placed = (given: Record<string, unknown>) => (issue: RowIssue) =>
  given.full_name !== undefined && nameParts.includes(issue.key)
    ? { ...issue, key: 'full_name' }
    : issue

/** People enter names; an unknown one is refused with a list of those that exist. */
export function idsOf(given: Record<string, unknown>, references: References) {
  const named: Record<string, string> = {}
  const issues: RowIssue[] = []
  for (const { key, noun, plural: many } of units) {
    const name = given[key]
    named[key] = ''
    if (name === undefined) continue
    const known = references[key]
    const found = matching(String(name), known, (one) => one.name)
    if (found) named[key] = found.id
    else {
      const list = known.slice(0, 8).map((one) => one.name)
      const more = known.length > list.length ? ` and ${known.length - list.length} more` : ''
      const there =
        list.length > 0 ? `The ${many} are: ${list.join(', ')}${more}.` : 'Add it first.'
      issues.push({ key, sentence: `There is no ${noun} with this name. ${there}` })
    }
  }
  return { named, issues }
}
