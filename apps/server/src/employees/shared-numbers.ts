import type { Tx } from '../core/db.ts'
import { type Sql, sql } from '../core/sql.ts'

/**
 * Numbers that belong to one person only: where two share one, somebody slipped, or is not there.
 * Compared without spaces, marks, case, leading zeros and +254.
 */

export const ownNumbers = [
  { kind: 'pin', field: 'pin_no', words: 'KRA PIN' },
  { kind: 'nssf', field: 'nssf_no', words: 'NSSF number' },
  { kind: 'shif', field: 'nhif_no', words: 'SHIF number' },
  { kind: 'phone', field: 'phone', words: 'phone number' },
  { kind: 'account', field: 'account_no', words: 'account number' },
] as const
export type OwnNumber = (typeof ownNumbers)[number]['kind']
export type NumberField = (typeof ownNumbers)[number]['field']

/** The same in the database and here; `shared-numbers.test.ts` compares them. */
export function markOf(field: NumberField, value: string): string {
  const bare = value
    .toUpperCase()
    .replace(/[ ./+-]/g, '')
    .replace(/^0+/, '')
  return field === 'phone' ? bare.slice(-9) : bare
}

const bare = (column: Sql) => sql`ltrim(translate(upper(${column}), ' ./+-', ''), '0')`

/** Each number of the employees `e` beside its kind. */
const marks = sql`lateral (values ('pin', ${bare(sql`e.pin_no`)}),
  ('nssf', ${bare(sql`e.nssf_no`)}), ('shif', ${bare(sql`e.nhif_no`)}),
  ('phone', right(${bare(sql`e.phone`)}, 9)), ('account', ${bare(sql`e.account_no`)})
) as m (kind, mark)`
const person = sql`concat_ws(' ', e.first_name, e.last_name) || ' (' || e.employee_no || ')'`

export interface Shared {
  id: string
  kind: OwnNumber
  name: string
  employee_no: string
  /** Who else has it, the first of them by name. */
  also: string
}

/** Everybody of the organisation who shares a number. Grows evenly, however many share one. */
export const sharedNumbers = (tx: Tx): Promise<Shared[]> =>
  tx.all<Shared>`with owned as materialized (
     select e.id, m.kind, m.mark from employees e, ${marks} where m.mark <> ''
   ), twice as (
     select kind, mark, min(id::text)::uuid as first, max(id::text)::uuid as last, count(*) as people
     from owned group by kind, mark having count(*) > 1
   )
   select p.id, twice.kind, concat_ws(' ', p.first_name, p.last_name) as name, p.employee_no,
     ${person} || case when people > 2 then ' and ' || people - 2 || ' more' else '' end as also
   from twice join owned o on o.kind = twice.kind and o.mark = twice.mark
   join employees p on p.id = o.id
   join employees e on e.id = case when o.id = twice.first then twice.last else twice.first end
   order by p.employee_no`

/** Who has these numbers already, by kind and mark; `except` is the person they are asked for. */
export async function holdersOfNumbers(
  tx: Tx,
  wanted: { kind: OwnNumber; mark: string }[],
  except: string | null = null,
): Promise<Map<string, string>> {
  const kinds = wanted.map(({ kind }) => kind)
  const asked = wanted.map(({ mark }) => mark)
  const rows = await tx.all<{ kind: string; mark: string; who: string }>`
    select distinct on (m.kind, m.mark) m.kind, m.mark, ${person} as who
    from employees e, ${marks}
    where m.mark <> '' and (m.kind, m.mark) in (
        select * from unnest(${kinds}::text[], ${asked}::text[]))
      and e.id is distinct from ${except}::uuid
    order by m.kind, m.mark, e.number`
  return new Map(rows.map(({ kind, mark, who }) => [`${kind} ${mark}`, who]))
}
