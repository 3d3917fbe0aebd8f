import type { Tx } from './db.ts'
import { joined, raw, sql } from './sql.ts'

/** A month or a day as people read it, of SQL with one in it. */
export const monthInWordsSql = (month: string) =>
  `to_char(to_date(${month}, 'YYYY-MM'), 'FMMonth YYYY')`
export const dayInWordsSql = (day: string) => `to_char(${day}, 'DD FMMonth, YYYY')`

/** How people call the records of a table. The texts are SQL over its columns. */
export interface RecordName {
  /** "allowance" */
  kind: string
  /** "House (HA-01)" */
  name: string
  /** The column with the id of whose it is. */
  of?: string
  /** Where only some records of a table are called so. */
  table?: string
  where?: string
}
export type RecordNames = Record<string, RecordName>

interface NamedRecord {
  id: string
  kind: string
  name: string | null
  of: string | null
}

/** The records behind some ids, whichever tables they are in; what is gone is left out. */
async function look(tx: Tx, records: RecordNames, ids: string[]): Promise<NamedRecord[]> {
  if (ids.length === 0) return []
  const parts = Object.entries(records).map(
    ([key, { kind, name, of = 'null', table = key, where = 'true' }]) => sql`
      select id::text, ${kind} as kind, (${raw(name)})::text as name, ${raw(of)}::text as of
      from ${raw(table)} where id = any(${ids}::uuid[]) and ${raw(where)}`,
  )
  return tx.all<NamedRecord>`${joined(parts, ' union all ')}`
}

/** "allowance House of Njeri Mwangi (BR-0004)", by id. */
export async function namesOf(tx: Tx, records: RecordNames, ids: Iterable<string>) {
  const found = await look(tx, records, [...new Set(ids)])
  const ownerIds = found.flatMap(({ of }) => of ?? [])
  const owners = await look(tx, records, [...new Set(ownerIds)])
  const ownerName = new Map(owners.map(({ id, name }) => [id, name]))
  return new Map(
    found.map(({ id, kind, name, of }) => {
      const owner = of === null ? undefined : ownerName.get(of)
      return [id, { kind, name: `${name ?? ''}${owner ? ` of ${owner}` : ''}` }]
    }),
  )
}
