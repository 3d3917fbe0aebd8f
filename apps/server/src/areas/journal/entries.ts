import type { contract } from '@mshahara/contract'
import type { JournalKind, Nature } from '@mshahara/contract/journal'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { accountFor, personOf } from './accounts.ts'

/** Entries as they are read: of a month, one with its lines, and the payslips behind a line. */

type Journal = (typeof contract)['journal']

interface EntryRow {
  id: string
  number: number
  kind: JournalKind
  source_id: string
  day: string
  title: string
  amount: string
  mirrors: number | null
  mirrored_by: number | null
  growing: boolean
  created_at: string
}

/** What is paid one by one may still come to it. */
export const growing = sql`(e.kind in ('payout', 'cash')
  and e.made_on >= (app_now() at time zone 'Africa/Nairobi')::date)`

/** Entries `e` whose day is in a month. */
export const inMonth = (month: string): Sql =>
  sql`e.day between ${`${month}-01`}::date and month_end(${month})`

const entriesWhere = (tx: Tx, where: Sql) => tx.all<EntryRow>`
  select e.id, e.number, e.kind, e.source_id, e.day, e.title, e.created_at, ${growing} as growing,
    coalesce((select sum(l.debit) from journal_lines l
      where l.organization_id = e.organization_id and l.entry_id = e.id), 0) as amount,
    w.number as mirrors, b.number as mirrored_by
  from journal_entries e
  left join journal_entries w on w.organization_id = e.organization_id and w.id = e.mirrors
  left join journal_entries b on b.organization_id = e.organization_id and b.mirrors = e.id
  where ${where} order by e.number desc`

const shown = ({ amount, ...row }: EntryRow) => ({ ...row, amount: centsOf(amount) })

export const month: Handler<Journal['month']> = async ({ tx }, { params }) => {
  const entries = await entriesWhere(tx, inMonth(params.month))
  const unmapped = await tx.all<{ label: string }>`
    select distinct l.label from journal_entries e
    join journal_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
    ${accountFor('l')}
    where ${inMonth(params.month)} and a.id is null order by l.label`
  return {
    month: params.month,
    entries: entries.map(shown),
    unmapped: unmapped.map(({ label }) => label),
  }
}

interface LineRow {
  line: string
  label: string
  nature: Nature
  department_id: string | null
  department: string | null
  cost_centre_id: string | null
  cost_centre: string | null
  code: string | null
  account: string | null
  amount: string
  by_slip: boolean
}

export const entry: Handler<Journal['entry']> = async ({ tx }, { params }) => {
  const { id } = await tx.one<{
    id: string
  }>`select id from journal_entries where id = ${params.id}`
  const [found] = await entriesWhere(tx, sql`e.id = ${id}`)
  const { source_id, ...one } = shown(found as EntryRow)
  const run = await tx.maybe<{ id: string; kind: string }>`
    select id, kind from payrolls where id = ${source_id}`
  const rows = await tx.all<LineRow>`
    select l.line, max(l.label) as label, l.nature, l.department_id, d.name as department,
      l.cost_centre_id, c.name as cost_centre, a.code, a.name as account, sum(l.debit - l.credit) as amount, bool_or(l.slip_id is not null) as by_slip
    from journal_lines l
    left join departments d on d.organization_id = l.organization_id and d.id = l.department_id
    left join cost_centres c on c.organization_id = l.organization_id and c.id = l.cost_centre_id
    ${accountFor('l')}
    where l.entry_id = ${id}
    group by l.line, l.nature, l.department_id, d.name, l.cost_centre_id, c.name, a.code, a.name
    having sum(l.debit - l.credit) <> 0
    order by sum(l.debit - l.credit) < 0, 2, 5, 7`
  return {
    ...one,
    run: run ?? null,
    lines: rows.map(({ amount, code, account, by_slip, ...line }) => ({
      ...line,
      ...sides(centsOf(amount)),
      account: code !== null && account !== null ? { code, name: account } : null,
      slips: one.kind === 'run' || by_slip,
    })),
  }
}

export const sides = (cents: number) => ({
  debit: Math.max(0, cents),
  credit: Math.max(0, 0 - cents),
})

interface SlipRow {
  slip_id: string
  no: string | null
  name: string
  amount: string
}

/** Whichever where none was given; empty is nobody's. */
const isOf = (column: 'department_id' | 'cost_centre_id', id: string | undefined): Sql =>
  id === undefined ? sql`true` : sql`l.${raw(column)} is not distinct from nullif(${id}, '')::uuid`

/**
 * An entry of a run is made again from its payslips; others name theirs. Of a correction that was
 * reversed after final dues the claim is gone, and a casual's department is found by its name.
 */
export const slips: Handler<Journal['slips']> = async ({ tx }, { params, query }) => {
  const one = await tx.one<{ id: string; kind: string; source_id: string; sign: number }>`
    select id, kind, source_id, case when mirrors is null then 1 else -1 end as sign
    from journal_entries where id = ${params.id}`
  const { line, department_id, cost_centre_id } = query()
  const within = sql`${isOf('department_id', department_id)}
    and ${isOf('cost_centre_id', cost_centre_id)}`
  const from =
    one.kind === 'run'
      ? sql`journal_of_slips(app_org(), ${one.source_id}) l`
      : sql`(select slip_id, department_id, cost_centre_id, line, debit - credit as amount from journal_lines
          where entry_id = ${one.id}) l`
  // A line of one by one has the sign of its entry already.
  const sign = one.kind === 'run' ? one.sign : 1
  const rows = await tx.all<SlipRow>`
    select s.id as slip_id, ${personOf('s')}, sum(l.amount) * ${sign} as amount
    from ${from} join payslips s on s.id = l.slip_id
    where l.line = ${line} and ${within}
    group by s.id, s.person having sum(l.amount) <> 0 order by 2`
  return rows.map(({ amount, no, ...row }) => ({ ...row, no: no ?? '', ...sides(centsOf(amount)) }))
}
