import type { contract } from '@mshahara/contract'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { accountFor, personOf } from './accounts.ts'
import { growing, inMonth, sides } from './entries.ts'
import { say } from './sentences.ts'

/** Lines as they leave: with an account each, or not at all. */

export interface Booked {
  number: number
  day: string
  title: string
  mirrors: number | null
  label: string
  department: string | null
  centre: string | null
  /** Number and name, where it is by person. */
  who: string | null
  code: string
  account: string
  /** Above zero a debit, below a credit. */
  cents: number
}
type BookedRow = Omit<Booked, 'cents' | 'code' | 'account'> & {
  code: string | null
  account: string | null
  amount: string
}

export interface Asked {
  month: string
  entry?: string | undefined
  by: 'department' | 'person'
}

const chosen = ({ month, entry }: Asked) =>
  entry ? sql`e.id = ${entry} and not ${growing}` : sql`${inMonth(month)} and not ${growing}`

/** As they stand in entries; what is paid one by one is added up. */
const byDepartment = sql`select l.organization_id, l.entry_id, l.line, max(l.label) as label,
    l.department_id, l.cost_centre_id, null::uuid as slip_id, sum(l.debit - l.credit) as amount
  from journal_lines l where l.organization_id = app_org() and l.entry_id = any (
    array(select id from chosen))
  group by 1, 2, 3, 5, 6`

/** Of runs, what each payslip put in; the sums are the same. */
const byPerson = sql`select e.organization_id, e.id as entry_id, l.line, l.label, l.department_id,
    l.cost_centre_id, l.slip_id, case when e.mirrors is null then l.amount else -l.amount end as amount
  from chosen e cross join lateral journal_of_slips(e.organization_id, e.source_id) l
  where e.kind = 'run'
  union all
  select l.organization_id, l.entry_id, l.line, l.label, l.department_id, l.cost_centre_id,
    l.slip_id, l.debit - l.credit
  from chosen e join journal_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
  where e.kind <> 'run'`

const query = (asked: Asked): Sql => sql`with chosen as (
    select e.* from journal_entries e where ${chosen(asked)})
  select e.number, e.day, e.title, w.number as mirrors, t.label, d.name as department,
    c.name as centre, p.who, a.code,
    a.name as account, t.amount
  from (${asked.by === 'person' ? byPerson : byDepartment}) t
  join chosen e on e.id = t.entry_id
  left join journal_entries w on w.organization_id = e.organization_id and w.id = e.mirrors
  left join departments d on d.organization_id = t.organization_id and d.id = t.department_id
  left join cost_centres c on c.organization_id = t.organization_id and c.id = t.cost_centre_id
  left join lateral (select concat_ws(' ', n.no, n.name) as who from (
    select ${personOf('s')} from payslips s
    where s.organization_id = t.organization_id and s.id = t.slip_id) n) p on true
  ${accountFor('t')}
  where t.amount <> 0
  order by e.number, p.who nulls first, t.amount < 0, t.label, d.name nulls first, c.name nulls first`

/** Refused by name as long as a line has no account (B35). */
export async function bookedLines(tx: Tx, asked: Asked): Promise<Booked[]> {
  if (asked.entry) {
    const found = await tx.one<{ growing: boolean }>`
      select ${growing} as growing from journal_entries e where e.id = ${asked.entry}`
    if (found.growing) fail(422, say.stillGrowing)
  }
  const rows = await tx.all<BookedRow>`${query(asked)}`
  if (rows.length === 0) fail(422, say.nothing({ month: asked.month }))
  const missing = new Set(rows.filter(({ code }) => code === null).map(({ label }) => label))
  if (missing.size > 0) fail(422, say.unmapped({ names: [...missing].sort() }))
  return rows.map(({ amount, code, account, ...row }) => ({
    ...row,
    ...{ code: code ?? '', account: account ?? '', cents: centsOf(amount) },
  }))
}

export const booked: Handler<(typeof contract)['journal']['booked']> = async (
  { tx },
  { params },
) => {
  const lines = await bookedLines(tx, { month: params.month, by: 'department' })
  return [...Map.groupBy(lines, ({ number }) => number)].map(([number, of]) => {
    const { day, title, mirrors } = of[0] as Booked
    return {
      ...{ number, day, title, mirrors },
      lines: of.map(({ code, account: name, label, department, centre, cents }) => ({
        ...{ account: { code, name }, label, department, cost_centre: centre },
        ...sides(cents),
      })),
    }
  })
}
