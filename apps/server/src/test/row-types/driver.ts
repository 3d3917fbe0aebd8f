import type { QueryResult } from 'pg'

type Ask = (text: string, values?: unknown[]) => Promise<QueryResult>

/** A value of each category of PostgreSQL's types, and of those that have none. */
const samples: Record<string, string> = {
  N: '1',
  B: 'true',
  D: '2026-01-31',
  T: '1 day',
  uuid: '00000000-0000-0000-0000-000000000000',
  json: '{}',
  jsonb: '{}',
  bytea: '\\x00',
}

/** What a connection's driver makes of values of these types, found out by asking for one. */
export async function kindsFrom(ask: Ask, oids: Iterable<number>): Promise<Map<number, string>> {
  const { rows } = await ask(
    `select t.oid::int as oid, t.oid::regtype::text as type, t.typcategory = 'A' as many,
       e.typcategory as category, e.typname as name,
       (select min(enumlabel) from pg_enum where enumtypid = e.oid) as label
     from pg_type t join pg_type e on e.oid = case t.typcategory when 'A' then t.typelem else t.oid end
     where t.oid = any ($1::int[]) and t.typtype in ('b', 'e')`,
    [[...oids]],
  )
  const kinds = new Map<number, string>()
  for (const { oid, type, many, category, name, label } of rows) {
    const one = label ?? samples[name] ?? samples[category] ?? ''
    const answer = await ask(`select $1::text::${type} as it`, [many ? `{"${one}"}` : one])
    kinds.set(oid, /^_?jsonb?$/.test(name) ? `json${many ? '[]' : ''}` : kindOf(answer.rows[0].it))
  }
  return kinds
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return `${kindOf(value[0])}[]`
  if (value instanceof Date) return 'Date'
  if (Buffer.isBuffer(value)) return 'Buffer'
  return typeof value
}
