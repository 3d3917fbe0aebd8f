import type pg from 'pg'

/** What a backup holds of a table, and how it is put back. */
export interface TableInfo {
  name: string
  columns: string[]
  /** Which rows; all when not said. */
  where: string
  /** Row policies hide its rows from the owner: read and write as the platform role. */
  guarded: boolean
  identity: string | null
}

/** Each database has its own of these. */
const skipped = ['migrations', 'binding_keys']

/** Every table of ours, those that others point to first; then what waits in the queues. */
export async function tablesInOrder(client: pg.ClientBase): Promise<TableInfo[]> {
  const { rows } = await client.query<TableInfo & { oid: number }>(
    `select c.oid::int as oid, c.oid::regclass::text as name, '' as where,
       c.relrowsecurity as guarded,
       (select a.attname::text from pg_attribute a where a.attrelid = c.oid
         and a.attidentity <> '') as identity,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '') as columns
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and c.relname <> all ($1) order by c.relname`,
    [skipped],
  )
  const { rows: links } = await client.query<{ source: number; target: number }>(
    `select conrelid::int as source, confrelid::int as target from pg_constraint
     where contype = 'f' and conrelid <> confrelid`,
  )
  const ordered: typeof rows = []
  const visit = (table: (typeof rows)[number]) => {
    if (ordered.includes(table)) return
    for (const { source, target } of links) {
      const needed = source === table.oid && rows.find(({ oid }) => oid === target)
      if (needed) visit(needed)
    }
    ordered.push(table)
  }
  rows.forEach(visit)
  return [...ordered, ...(await queueTables(client))]
}

async function queueTables(client: pg.ClientBase): Promise<TableInfo[]> {
  const waiting = `where state in ('created', 'retry', 'active')`
  const tables = [
    { name: 'pgboss.queue', where: '' },
    { name: 'pgboss.job', where: waiting },
  ]
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select attrelid::regclass::text as name, array_agg(attname::text order by attnum) as columns
     from pg_attribute where attrelid = any ($1::text[]::regclass[]) and attnum > 0
       and not attisdropped group by 1`,
    [tables.map(({ name }) => name)],
  )
  return tables.map((table) => ({
    ...table,
    columns: rows.find(({ name }) => name === table.name)?.columns ?? [],
    guarded: false,
    identity: null,
  }))
}
