import type { Tx } from '../../foundation/core/db.ts'
import { joined, raw, type Sql, sql } from '../../foundation/core/sql.ts'

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

/** The marks of all, worked out once, then each beside its kind: `owned`. */
const owning: Sql = sql`marks as materialized (select id, ${joined(
  ownNumbers.map(({ kind, field }) => {
    const bare = `ltrim(translate(upper(${field}), ' ./+-', ''), '0')`
    return raw(`${field === 'phone' ? `right(${bare}, 9)` : bare} as ${kind}`)
  }),
  ', ',
)} from employees), owned as not materialized (${joined(
  ownNumbers.map(({ kind }) =>
    raw(`select id, '${kind}' as kind, ${kind} as mark from marks where ${kind} <> ''`),
  ),
  ' union all ',
)})`
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
  tx.all<Shared>`with ${owning}, twice as (
     select kind, mark, count(*) as people from owned group by kind, mark having count(*) > 1
   ), sharing as (
     select id, kind, people, min(id::text) over same as first, max(id::text) over same as last
     from twice join owned using (kind, mark) window same as (partition by kind, mark)
   )
   select p.id, s.kind, concat_ws(' ', p.first_name, p.last_name) as name, p.employee_no,
     ${person} || case when people > 2 then ' and ' || people - 2 || ' more' else '' end as also
   from sharing s join employees p on p.id = s.id
   join employees e on e.id = case when s.id = first::uuid then last else first end::uuid
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
    with ${owning}
    select distinct on (kind, mark) kind, mark, ${person} as who
    from owned join employees e using (id)
    where (kind, mark) in (select * from unnest(${kinds}::text[], ${asked}::text[]))
      and id is distinct from ${except}::uuid
    order by kind, mark, e.number`
  return new Map(rows.map(({ kind, mark, who }) => [`${kind} ${mark}`, who]))
}
