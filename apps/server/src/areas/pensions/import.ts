import { pensionMemberInput } from '@mshahara/contract/pensions'
import type { z } from 'zod'
import { advisoryLock, type Tx } from '../../foundation/core/db.ts'
import { inArray } from '../../foundation/core/drizzle.ts'
import {
  type Comparison,
  countsOf,
  type ImportContext,
  type ImportCounts,
  type RowChecks,
  type RowIssue,
  templateHandler,
  type Upload,
  uploadHandler,
  type ValidRow,
} from '../../foundation/sheets/import.ts'
import { faultsHandler } from '../../foundation/sheets/import-faults.ts'
import { importJob } from '../../foundation/sheets/import-job.ts'
import { monthIn } from '../../foundation/sheets/month-cell.ts'
import { prefixOf } from '../employees/index.ts'
import { notify } from '../notifications/index.ts'
import { columnsFor } from './columns.ts'
import { movedAmong, type Period, paidMonths } from './reach.ts'
import { say } from './sentences.ts'
import { pension_members } from './tables.ts'

/**
 * "Upload Members": a membership of the same person and scheme from the same month is updated, never
 * doubled, and an empty cell leaves what it had.
 */

type SheetRow = z.output<typeof pensionMemberInput>

const uploaded: Upload<SheetRow> & { notify: typeof notify } = {
  job: 'pensions.import',
  sheet: 'Members',
  fileName: 'pension-members-template.xlsx',
  done: 'Members uploaded successfully',
  link: '/pension-schemes',
  describe: countsOf('membership', 'memberships', 'add', 'change'),
  notify,
  prepare,
  async save(tx, _work, rows, step) {
    await save(tx, rows)
    await step(rows.length)
  },
}

interface Known {
  people: Map<string, { id: string; tos: string }>
  schemes: Map<string, string>
}

async function prepare(tx: Tx, work: ImportContext, alone: boolean): Promise<RowChecks<SheetRow>> {
  // One sheet at a time per organisation: what it counts is then what happens.
  if (alone) await advisoryLock(tx, `pension members ${work.organization_id}`)
  const people = await tx.all<{ id: string; number: string; tos: string }>`
    select id, lower(employee_no) as number, tos from employees`
  const schemes = await tx.all<{ id: string; name: string }>`
    select id, name from pension_schemes order by name, id`
  const known: Known = {
    people: new Map(people.map(({ number, ...person }) => [number, person])),
    schemes: new Map(schemes.map(({ id, name }) => [name, id])),
  }
  return {
    columns: columnsFor(await prefixOf(tx), [...known.schemes.keys()]),
    parse: (given) => parse(given, known),
    compare: (rows) => compare(tx, rows),
  }
}

const monthWanted = 'Please give a month, such as March 2026.'

function parse(given: Record<string, unknown>, { people, schemes }: Known) {
  const issues: RowIssue[] = []
  const refuse = (key: string, sentence: string) => issues.push({ key, sentence })
  const person = people.get(String(given.employee_no ?? '').toLowerCase())
  if (!person) refuse('employee_no', 'There is no employee with this number.')
  if (person?.tos === 'Consultant') refuse('employee_no', say.consultant.en)
  const scheme_id = schemes.get(String(given.scheme ?? ''))
  if (!scheme_id) refuse('scheme', 'There is no pension scheme of this name.')
  const from = monthIn(given.from)
  if (!from) refuse('from', monthWanted)
  const to = given.to === undefined ? null : monthIn(given.to)
  if (given.to !== undefined && !to) refuse('to', monthWanted)
  const someone = '00000000-0000-4000-8000-000000000000'
  const parsed = pensionMemberInput.safeParse({
    ...given,
    // What is missing was told above.
    employee_id: person?.id ?? someone,
    scheme_id: scheme_id ?? someone,
    from: from ?? '2021-01',
    to: from && to,
  })
  for (const { path, message } of parsed.error?.issues ?? []) refuse(path.join('.'), message)
  return parsed.success && issues.length === 0 ? { value: parsed.data } : { issues }
}

type Stored = typeof pension_members.$inferSelect
type Whose = Pick<Stored, 'employee_id' | 'scheme_id'>

const whoseOf = ({ employee_id, scheme_id }: Whose) => `${employee_id} ${scheme_id}`
const markOf = (row: Whose & Pick<Stored, 'from'>) => `${whoseOf(row)} ${row.from}`

/** What a row makes of a membership, as `save` does. */
function resultOf(given: SheetRow, before: Stored | undefined): SheetRow {
  if (!before) return given
  const own = given.own_percent ?? given.own_amount
  const employer = given.employer_percent ?? given.employer_amount
  const [mine, added] = [own === null ? before : given, employer === null ? before : given]
  return {
    ...given,
    member_no: given.member_no ?? before.member_no,
    to: given.to ?? before.to,
    ...{ own_percent: mine.own_percent, own_amount: mine.own_amount },
    ...{ employer_percent: added.employer_percent, employer_amount: added.employer_amount },
  }
}

const compared = [
  ...(['member_no', 'to', 'own_percent', 'own_amount'] as const),
  ...(['employer_percent', 'employer_amount'] as const),
]
const isSame = (before: Stored, after: SheetRow) =>
  compared.every((name) => before[name] === after[name])

interface Change {
  row: number
  before: Stored | undefined
  after: SheetRow
}

async function compare(tx: Tx, rows: ValidRow<SheetRow>[]): Promise<Comparison> {
  const people = [...new Set(rows.map(({ value }) => value.employee_id))]
  const existing = await tx
    .select()
    .from(pension_members)
    .where(inArray(pension_members.employee_id, people))
    .orderBy(pension_members.from)
  const known = new Map(existing.map((one) => [markOf(one), one]))
  const first = new Map<string, number>()
  const issues: Comparison['issues'] = []
  const counts: ImportCounts = { created: 0, updated: 0, unchanged: 0 }
  const changes: Change[] = []
  for (const { row, value } of rows) {
    const mark = markOf(value)
    const other = first.get(mark)
    if (other) {
      const sentence = `Row ${other} has the same employee in this scheme from the same month.`
      issues.push({ row, key: 'from', sentence })
      continue
    }
    first.set(mark, row)
    const before = known.get(mark)
    const after = resultOf(value, before)
    if (!before) counts.created += 1
    else if (isSame(before, after)) counts.unchanged += 1
    else counts.updated += 1
    changes.push({ row, before, after })
  }
  const kept = existing.filter((one) => !first.has(markOf(one)))
  issues.push(...twiceIn(changes, kept), ...(await paidOnes(tx, changes)))
  return { issues, counts }
}

const meet = (one: Period, other: Period) =>
  (one.to === null || one.to >= other.from) && (other.to === null || other.to >= one.from)

/** Held against those in the sheet and those that it leaves as they are. */
function twiceIn(changes: Change[], kept: readonly Stored[]) {
  const others = Map.groupBy<string, Whose & Period>(kept, whoseOf)
  return changes.flatMap(({ row, after }) => {
    const whose = whoseOf(after)
    const there = others.get(whose) ?? []
    others.set(whose, [...there, after])
    const [twice] = there.filter((other) => meet(other, after))
    if (!twice) return []
    return [{ row, key: 'from', sentence: say.memberSince({ from: twice.from }).en }]
  })
}

/** Months that are confirmed keep who was in a scheme in them. */
async function paidOnes(tx: Tx, changes: Change[]) {
  const moved = changes.filter(({ before, after }) => !before || before.to !== after.to)
  const people = [...new Set(moved.map(({ after }) => after.employee_id))]
  const [from = ''] = moved.map(({ after }) => after.from).sort()
  const paid = await paidMonths(tx, people, from)
  return moved.flatMap(({ row, before = null, after }) => {
    const { into, out } = movedAmong(paid(after.employee_id), before, after)
    const key = before ? 'to' : 'from'
    if (out.length > 0) return [{ row, key, sentence: say.paidWith({ months: out }).en }]
    return into.length > 0 ? [{ row, key, sentence: say.paidWithout({ months: into }).en }] : []
  })
}

/** Those there are first: what ends makes room for what begins. */
async function save(tx: Tx, rows: SheetRow[]) {
  const shillings = (cents: number | null) => (cents === null ? null : cents / 100)
  const given = JSON.stringify(
    rows.map((row, place) => ({
      ...{ ...row, place, own_amount: shillings(row.own_amount) },
      employer_amount: shillings(row.employer_amount),
    })),
  )
  await tx.run`update pension_members m set member_no = coalesce(g.member_no, m.member_no),
      "to" = coalesce(g."to", m."to"),
      own_percent = case when g.own then g.own_percent else m.own_percent end,
      own_amount = case when g.own then g.own_amount else m.own_amount end,
      employer_percent = case when g.employer then g.employer_percent else m.employer_percent end,
      employer_amount = case when g.employer then g.employer_amount else m.employer_amount end
    from (select *, num_nonnulls(own_percent, own_amount) > 0 as own,
          num_nonnulls(employer_percent, employer_amount) > 0 as employer
        from json_to_recordset(${given}) as r (employee_id uuid, scheme_id uuid, member_no text,
          "from" text, "to" text, own_percent numeric, own_amount numeric,
          employer_percent numeric, employer_amount numeric)) g
    where m.employee_id = g.employee_id and m.scheme_id = g.scheme_id and m."from" = g."from"
      and (g.member_no <> coalesce(m.member_no, '') or g."to" <> coalesce(m."to", '')
        or g.own and (m.own_percent, m.own_amount) is distinct from (g.own_percent, g.own_amount)
        or g.employer and (m.employer_percent, m.employer_amount)
          is distinct from (g.employer_percent, g.employer_amount))`
  await tx.run`insert into pension_members (scheme_id, employee_id, member_no, "from", "to",
      own_percent, own_amount, employer_percent, employer_amount)
    select scheme_id, employee_id, member_no, "from", "to", own_percent, own_amount,
      employer_percent, employer_amount
    from json_to_recordset(${given}) as g (place int, employee_id uuid, scheme_id uuid,
      member_no text, "from" text, "to" text, own_percent numeric, own_amount numeric,
      employer_percent numeric, employer_amount numeric)
    where not exists (select from pension_members m where m.employee_id = g.employee_id
      and m.scheme_id = g.scheme_id and m."from" = g."from")
    order by place`
}

export const upload = uploadHandler(uploaded)
export const faults = faultsHandler(uploaded)
export const template = templateHandler(uploaded)
export const importMembers = importJob(uploaded)
