import {
  askedOfKind,
  type BenefitRecordInput,
  benefitRecordInput,
  type RecordedKind,
} from '@mshahara/contract/benefit-records'
import { advisoryLock, type Tx } from '../../foundation/core/db.ts'
import { inArray } from '../../foundation/core/drizzle.ts'
import {
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
import { prefixOf } from '../employees/index.ts'
import { notify } from '../notifications/index.ts'
import { bodyWords, columnsFor, houseWords, keyOf, kindWords, occupantWords } from './columns.ts'
import { changedIn, facts, paidMonths } from './reach.ts'
import { say } from './sentences.ts'
import { benefits } from './tables.ts'

/**
 * "Upload Benefits": one of the same kind from the same day with the same description is updated,
 * never doubled, so that the same sheet uploaded twice taxes nobody twice.
 */

type SheetRow = BenefitRecordInput

const uploaded: Upload<SheetRow> & { notify: typeof notify } = {
  job: 'benefits.import',
  sheet: 'Benefits',
  fileName: 'benefits-template.xlsx',
  done: 'Benefits uploaded successfully',
  link: '/employees',
  describe: countsOf('benefit', 'benefits', 'add', 'change'),
  notify,
  prepare,
  async save(tx, _work, rows, step) {
    await save(tx, rows)
    await step(rows.length)
  },
}

async function prepare(tx: Tx, work: ImportContext, alone: boolean): Promise<RowChecks<SheetRow>> {
  // One sheet at a time per organisation: what it counts is then what happens.
  if (alone) await advisoryLock(tx, `benefits ${work.organization_id}`)
  const rows = await tx.all<{ id: string; number: string }>`
    select id, lower(employee_no) as number from employees`
  const people = new Map(rows.map(({ id, number }) => [number, id]))
  return {
    columns: columnsFor(await prefixOf(tx)),
    parse: (given) => parse(given, people),
    compare: (read) => compare(tx, read),
  }
}

/** Which cells say something about a kind: others stand in the wrong row. */
function cellsOf(kind: RecordedKind): Set<string> {
  const asked = askedOfKind(kind)
  return new Set([
    ...(asked.amount || asked.house ? ['amount'] : []),
    ...(asked.market || asked.house ? ['market'] : []),
    ...(asked.car ? ['cc', 'body'] : []),
    ...(asked.agreed ? ['agreed'] : []),
    ...(asked.farm ? ['farm'] : []),
    ...(asked.house ? ['house', 'occupant', 'recovered', 'total_income', 'with_gains'] : []),
  ])
}
const everyCell = [...cellsOf('car'), ...cellsOf('water'), ...cellsOf('house')]

function parse(given: Record<string, unknown>, people: Map<string, string>) {
  const issues: RowIssue[] = []
  const employee_id = people.get(String(given.employee_no ?? '').toLowerCase())
  if (!employee_id) {
    issues.push({ key: 'employee_no', sentence: 'There is no employee with this number.' })
  }
  const kind = keyOf(kindWords, given.kind)
  const parsed = benefitRecordInput.safeParse({
    ...given,
    // Whose it is was told above.
    employee_id: employee_id ?? '00000000-0000-4000-8000-000000000000',
    kind,
    body: given.body && (keyOf(bodyWords, given.body) ?? given.body),
    occupant: given.occupant && (keyOf(occupantWords, given.occupant) ?? given.occupant),
    house: given.house && (keyOf(houseWords, given.house) ?? given.house),
  })
  for (const { path, message } of parsed.error?.issues ?? []) {
    issues.push({ key: path.join('.'), sentence: message })
  }
  if (kind) {
    const asked = cellsOf(kind)
    for (const key of everyCell) {
      const cell = given[key]
      if (asked.has(key) || cell === undefined || cell === '' || cell === false) continue
      issues.push({ key, sentence: `${kindWords[kind]} has nothing in this column.` })
    }
  }
  return parsed.success && issues.length === 0 ? { value: parsed.data } : { issues }
}

type Known = typeof benefits.$inferSelect

const markOf = (row: Pick<SheetRow, 'employee_id' | 'kind' | 'from' | 'description'>) =>
  [row.employee_id, row.kind, row.from, (row.description ?? '').toLowerCase()].join(' ')

const isSame = (known: Known, given: SheetRow) =>
  known.to === given.to && facts.every((name) => known[name] === given[name])

async function compare(tx: Tx, rows: ValidRow<SheetRow>[]) {
  const people = [...new Set(rows.map(({ value }) => value.employee_id))]
  const existing = await tx.select().from(benefits).where(inArray(benefits.employee_id, people))
  const before = new Map(existing.map((one) => [markOf(one), one]))
  const first = new Map<string, number>()
  const issues: (RowIssue & { row: number })[] = []
  const counts: ImportCounts = { created: 0, updated: 0, unchanged: 0 }
  for (const { row, value } of rows) {
    const mark = markOf(value)
    const other = first.get(mark)
    if (other) {
      const sentence = `Row ${other} has the same benefit of this employee from the same day.`
      issues.push({ row, key: 'kind', sentence })
    } else first.set(mark, row)
    const known = before.get(mark)
    if (!known) counts.created += 1
    else if (isSame(known, value)) counts.unchanged += 1
    else counts.updated += 1
  }
  issues.push(...secondHouses(rows, existing, first))
  return { issues, counts, warnings: await lateOnes(tx, rows, before) }
}

/** Held against those in the sheet and those that it leaves as they are. */
function secondHouses(
  rows: ValidRow<SheetRow>[],
  existing: readonly Known[],
  inSheet: ReadonlyMap<string, number>,
) {
  const isHouse = ({ kind }: { kind: RecordedKind }) => kind === 'house'
  const kept = existing.filter((one) => isHouse(one) && !inSheet.has(markOf(one)))
  const houses = Map.groupBy<string, Period>(kept, ({ employee_id }) => employee_id)
  return rows.flatMap(({ row, value }) => {
    if (!isHouse(value)) return []
    const others = houses.get(value.employee_id) ?? []
    houses.set(value.employee_id, [...others, value])
    const overlaps = others.some((other) => meet(other, value))
    return overlaps ? [{ row, key: 'from', sentence: say.twoHouses.en }] : []
  })
}
type Period = Pick<SheetRow, 'employee_id' | 'from' | 'to'>
const meet = (one: Period, other: Period) =>
  (one.to === null || one.to >= other.from) && (other.to === null || other.to >= one.from)

/** What comes too late for confirmed payslips can be taken, and is told. */
async function lateOnes(tx: Tx, rows: ValidRow<SheetRow>[], before: Map<string, Known>) {
  const paid = await paidMonths(tx, [...new Set(rows.map(({ value }) => value.employee_id))])
  return rows.flatMap(({ row, value }) => {
    const months = changedIn(before.get(markOf(value)) ?? null, value, paid(value.employee_id))
    if (months.length === 0) return []
    return [{ row, key: 'from', sentence: say.reachesBack({ months }).en }]
  })
}

async function save(tx: Tx, rows: SheetRow[]) {
  const shillings = (cents: number | null) => (cents === null ? null : cents / 100)
  const given = rows.map((row, place) => ({
    ...{ ...row, place, amount: shillings(row.amount), market: shillings(row.market) },
    ...{ agreed: shillings(row.agreed), recovered: shillings(row.recovered) },
    total_income: shillings(row.total_income),
  }))
  await tx.run`insert into benefits (employee_id, kind, amount, market, agreed, cc, body, farm,
      occupant, house, recovered, total_income, with_gains, "from", "to", description)
    select employee_id, kind, amount, market, agreed, cc, body, farm, occupant, house, recovered,
      total_income, with_gains, "from", "to", description
    from json_to_recordset(${JSON.stringify(given)}) as g (place int, employee_id uuid, kind text,
      amount numeric, market numeric, agreed numeric, cc int, body text, farm boolean,
      occupant text, house text, recovered numeric, total_income numeric, with_gains boolean,
      "from" date, "to" date, description text)
    order by place
    on conflict (organization_id, employee_id, kind, "from", lower(coalesce(description, '')))
      do update set amount = excluded.amount, market = excluded.market, agreed = excluded.agreed,
        cc = excluded.cc, body = excluded.body, farm = excluded.farm,
        occupant = excluded.occupant, house = excluded.house, recovered = excluded.recovered,
        total_income = excluded.total_income, with_gains = excluded.with_gains, "to" = excluded."to"
      where (benefits.amount, benefits.market, benefits.agreed, benefits.cc, benefits.body,
          benefits.farm, benefits.occupant, benefits.house, benefits.recovered,
          benefits.total_income, benefits.with_gains, benefits."to")
        is distinct from (excluded.amount, excluded.market, excluded.agreed, excluded.cc,
          excluded.body, excluded.farm, excluded.occupant, excluded.house, excluded.recovered,
          excluded.total_income, excluded.with_gains, excluded."to")`
}

export const upload = uploadHandler(uploaded)
export const faults = faultsHandler(uploaded)
export const template = templateHandler(uploaded)
export const importBenefits = importJob(uploaded)
