import type pg from 'pg'

/** What a backup holds of a table, and how it is put back. */
export interface TableInfo {
  name: string
  columns: string[]
  /** Which rows; all when not said. */
  where: string
  /** Row policies hide its rows from the owner: read and write as the platform role. */
  guarded: boolean
  /** It numbers its rows itself, and must be told not to. */
  identity: boolean
}

/** Each database has its own of these. */
const skipped = ['migrations', 'functions', 'binding_keys', 'jobs_by_request', 'role_grants']

/** All our tables, referenced ones first; then what is waiting in the queues. */
export async function tablesInOrder(client: pg.ClientBase): Promise<TableInfo[]> {
  const { rows } = await client.query<TableInfo & { oid: number }>(
    `select c.oid::int as oid, c.oid::regclass::text as name, '' as where,
       c.relrowsecurity as guarded,
       exists (select from pg_attribute a where a.attrelid = c.oid
         and a.attidentity <> '' and not a.attisdropped) as identity,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '') as columns
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and c.relname <> all ($1) order by c.relname`,
    [skipped],
  )
  const { rows: links } = await client.query<{ source: number; target: number }>(
    `select conrelid::int as source, confrelid::int as target from pg_constraint
     where contype = 'f' and conrelid <> confrelid order by conname, conrelid::regclass::text`,
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
    identity: false,
  }))
}

// ---------------------------------------------------------------- sequences

interface Sequence {
  name: string
  table: string | null
  column: string | null
  guarded: boolean
}

/** All of ours and of the queues, with the column each one counts for, if any. */
async function sequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select s.oid::regclass::text as name, t.oid::regclass::text as "table",
       quote_ident(a.attname) as "column", coalesce(t.relrowsecurity, false) as guarded
     from pg_class s
     left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid
       and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
     left join pg_class t on t.oid = d.refobjid
     left join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
     where s.relkind = 'S' and s.relnamespace::regnamespace::text in ('public', 'pgboss')
     order by 1`,
  )
  return rows
}

/** How far each has counted; one that never counted is left out. */
export async function sequenceValues(client: pg.ClientBase): Promise<Record<string, number>> {
  const values: Record<string, number> = {}
  for (const { name } of await sequences(client)) {
    const { rows } = await client.query(`select last_value, is_called from ${name}`)
    if (rows[0].is_called) values[name] = Number(rows[0].last_value)
  }
  return values
}

/** Lets every sequence go on above the highest number in use, and above where it once was. */
export async function advanceSequences(client: pg.ClientBase, before: Record<string, number>) {
  for (const { name, table, column, guarded } of await sequences(client)) {
    let highest = before[name] ?? 0
    if (table && column) {
      await client.query(guarded ? 'set local role mshahara_platform' : 'reset role')
      const { rows } = await client.query(`select max(${column})::bigint as top from ${table}`)
      await client.query('reset role')
      highest = Math.max(highest, Number(rows[0].top ?? 0))
    }
    if (highest > 0) await client.query('select setval($1::regclass, $2)', [name, highest])
  }
}
