import type { contract } from '@mshahara/contract'
import type { MonthReturns, ReturnDue, ReturnKind } from '@mshahara/contract/returns'
import { casualFigures } from '@mshahara/engine/casual-month-to-date'
import { type DueFor, dueOn } from '@mshahara/engine/due-dates'
import { healthName } from '@mshahara/engine/figures'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { raw, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import {
  type CasualMonth,
  casualMonths,
  casualMonthsDeducted,
  casualMonthsTaken,
} from '../casual-payroll/index.ts'
import { lumpSumTaxes } from '../payroll/index.ts'
import { type ByproductRow, columns, listed } from './byproducts.ts'
import { type FringeMonth, fringeMonths } from './fringe.ts'
import { casualsIn, type Line, linesOf } from './other-lines.ts'
import { remittanceKey } from './remittances.ts'
import { isHelb } from './returns.ts'

/** What each month owes to others, over all of its confirmed runs (B26). */

export interface MonthRow {
  month: string
  runs: { id: string; code: string }[]
}

export const list: Handler<(typeof contract.returns)['list']> = async (ctx, { query }) =>
  monthsWithReturns(ctx.tx, query)

interface Range {
  limit: number
  before?: string | undefined
}

/** Newest first. */
export const monthsWithReturns = async (tx: Tx, range: Range) =>
  returnsOf(tx, await monthsDeclared(tx, range))

const looked = new WeakMap<Tx, Map<string, Prepared>>()

/**
 * The same for the first screen, which only looks and asks twice: what has no file yet, and what is
 * not paid. Adding a large month up takes a moment, so it is done once in a transaction.
 */
export async function returnsAtAGlance(tx: Tx, months: MonthRow[]): Promise<Prepared[]> {
  const known = looked.get(tx) ?? new Map<string, Prepared>()
  looked.set(tx, known)
  const others = months.filter(({ month }) => !known.has(month))
  for (const one of await returnsOf(tx, others)) known.set(one.month, one)
  return months.flatMap(({ month }) => known.get(month) ?? [])
}

/** Which there are, with their confirmed runs. */
export const monthsDeclared = (tx: Tx, { limit, before }: Range) =>
  tx.all<MonthRow>`select month, coalesce(jsonb_agg(jsonb_build_object('id', id, 'code', code)
      order by number) filter (where id is not null), '[]') as runs
    from (select month, id, code, number from payrolls
        where month is not null and status = 'confirmed'
      union all select month, null, null, null from (${casualMonthsTaken}
        union ${casualMonthsDeducted}) c) r
    where ${before ? sql`month < ${before}` : sql`true`}
    group by month order by month desc limit ${limit}`

/** The confirmed runs of one month. */
export const runsOf = (tx: Tx, month: string) =>
  tx.all<{ id: string; code: string }>`select id, code from payrolls
    where month = ${month} and status = 'confirmed' order by number`

/** What a return takes from pay, and what the employer adds. */
const statutory: [type: ReturnKind, due: DueFor, own: string, employer: string | null][] = [
  ['SEC_B', 'paye', 'paye', null],
  ['nssf', 'nssf', 'nssf', 'nssf_employer'],
  ['nhif', 'health', 'health', null],
  ['ahl', 'housing', 'housing', 'housing_employer'],
  ['nita', 'nita', '0', 'nita'],
  ['withholding', 'withholding', 'withholding_tax', null],
]

/** The law that says until when, where one does. */
export function dueFor(type: ReturnKind): DueFor | undefined {
  const other: Partial<Record<ReturnKind, DueFor>> = { helb: 'helb', fbt: 'fringe' }
  return statutory.find(([one]) => one === type)?.[1] ?? other[type]
}

/** Somebody's payslips of a month are one line of a return; PAYE has lump sums beside the bands. */
const ofPerson = statutory
  .flatMap(([, , own, employer]) => [own, employer])
  .filter((name) => name !== null && name !== '0' && name !== 'paye')
  .map((name) => `sum(${name}) as ${name}`)
  .join(', ')

/** Who is in its file: consultants have withholding tax only (B10). */
const belongsIn = (type: ReturnKind) => (type === 'withholding' ? 'true' : `tos <> 'Consultant'`)

type Sums = { month: string; people: number } & Record<`${string}_people`, number> &
  Record<`${string}_own` | `${string}_employer`, string>

export async function returnsOf(tx: Tx, months: MonthRow[]): Promise<Prepared[]> {
  const ids = months.flatMap(({ runs }) => runs.map(({ id }) => id))
  const names = months.map(({ month }) => month)
  const [sums, lines, files, casuals, deducted, fringe] = [
    await sumsOf(tx, ids),
    await linesOf(tx, ids, names),
    await filesOf(tx, months),
    await casualMonths(tx, names),
    await casualsIn(tx, names),
    await fringeMonths(tx, names),
  ]
  return months.map(({ month, runs }) => {
    const own = sums.find((row) => row.month === month)
    const casual = casuals.filter((row) => row.month === month)
    const called = (key: string) => files.filter((file) => file.known_as.startsWith(`${key}.`))
    const fileOf = (type: string, name: string | null) => called(fileKey(type, name, month))[0]
    // A run's own file may be of one department only: it must come to all that is due.
    const ofOnlyRun = ({ type, amount }: Item) =>
      runs.length === 1 && amount > 0
        ? called(fileKey(type, null, runs[0]?.id ?? '')).find(({ total }) => total === amount)
        : undefined
    const items = [
      ...statutoryItems(month, own, casual),
      ...fringe.filter((row) => row.month === month).map(fringeItem),
      ...otherItems(
        month,
        lines.filter((line) => line.month === month),
      ),
    ].filter(({ type, people, amount }) => people > 0 && (type !== 'remittance' || amount !== 0))
    return {
      month,
      health: healthName(month),
      runs,
      people: (own?.people ?? 0) + peopleIn(month, [...casual, ...deducted]),
      items: items.map((item) => ({
        ...item,
        file: agreed(item, fileOf(item.type, item.name) ?? ofOnlyRun(item)),
      })),
      file: fileOf('returns', null) ?? null,
    }
  })
}

/** Whoever has both the law's deductions and others is one person. */
export const peopleIn = (month: string, casuals: readonly { casual_id: string; month: string }[]) =>
  new Set(casuals.filter((one) => one.month === month).map(({ casual_id }) => casual_id)).size

/** What a loan repaid since has changed is not in the file that was made before. */
const agreed = <F extends { total: number | null }>({ type, amount }: Item, file: F | undefined) =>
  file && (type !== 'fbt' || file.total === amount) ? file : null

/** Before it goes over the wire, in cents. */
export type Prepared = Omit<MonthReturns, 'items' | 'file'> & {
  items: (Item & { file: ReturnType<typeof listed> | null })[]
  file: ReturnType<typeof listed> | null
}
type Item = Omit<ReturnDue, 'file'>

/** What the file of a return is known by, without its extension; of a month or of one run. */
export const fileKey = (type: string, name: string | null, of: string) =>
  [type, name && remittanceKey(name), of].filter(Boolean).join('-')

/** Casuals have no part in withholding tax. */
const inFigures = (name: string | null): name is keyof CasualMonth['figures'] =>
  (casualFigures as readonly (string | null)[]).includes(name)

function statutoryItems(month: string, sums: Sums | undefined, casuals: CasualMonth[]): Item[] {
  return statutory.map(([type, due, own, byEmployer]) => {
    const ofCasual = (name: string | null, { figures }: CasualMonth) =>
      inFigures(name) ? figures[name] : 0
    const cents = (what: 'own' | 'employer', name: string | null) =>
      centsOf(sums?.[`${type}_${what}`] ?? '0') +
      casuals.reduce((sum, casual) => sum + ofCasual(name, casual), 0)
    const [deducted, employer] = [cents('own', own), cents('employer', byEmployer)]
    const listed = casuals.filter(
      (casual) => type === 'SEC_B' || ofCasual(own, casual) + ofCasual(byEmployer, casual) > 0,
    )
    const people = Number(sums?.[`${type}_people`] ?? 0) + listed.length
    const amount = deducted + employer
    return { type, name: null, due: dueOn(due, month), people, deducted, employer, amount }
  })
}

/** The employer's tax on loans, deducted from nobody. */
function fringeItem({ month, people, tax }: FringeMonth): Item {
  const due = dueOn('fringe', month)
  return { type: 'fbt', name: null, due, people, deducted: 0, employer: tax, amount: tax }
}

/** Every other deduction by name, with what the employer adds; those named HELB are one return. */
function otherItems(month: string, lines: Line[]): Item[] {
  const itemOf = (type: ReturnKind, name: string | null, of: Line[]): Item => {
    const deducted = of.reduce((sum, { total }) => sum + centsOf(total), 0)
    const employer = of.reduce((sum, line) => sum + centsOf(line.employer), 0)
    const people = of.reduce((sum, line) => sum + line.people, 0)
    const due = type === 'helb' ? dueOn('helb', month) : null
    return { type, name, due, people, deducted, employer, amount: deducted + employer }
  }
  return [
    itemOf('helb', null, lines.filter(isHelb)),
    ...lines.filter((line) => !isHelb(line)).map((line) => itemOf('remittance', line.name, [line])),
  ]
}

function sumsOf(tx: Tx, ids: string[]): Promise<Sums[]> {
  const sums = statutory.map(([type, , own, employer]) => {
    const belongs = belongsIn(type)
    // The P10 lists everybody, also those without tax.
    const listed = type === 'SEC_B' ? belongs : `${belongs} and ${own} + ${employer ?? 0} > 0`
    return `coalesce(sum(${own}::numeric) filter (where ${belongs}), 0) as "${type}_own",
      coalesce(sum(${employer ?? 0}::numeric) filter (where ${belongs}), 0) as "${type}_employer",
      count(*) filter (where ${listed}) as "${type}_people"`
  })
  return tx.all<Sums>`select month, count(*) as people, ${raw(sums.join(', '))}
    from (select month, min(person ->> 'tos') as tos, ${raw(ofPerson)},
        sum(s.paye) + ${lumpSumTaxes('s')} as paye
      from payslips s where payroll_id = any(${ids}) group by month, employee_id) people
    group by month`
}

/** Those of the months, and of their runs, that still hold; newest first. */
async function filesOf(tx: Tx, months: MonthRow[]) {
  const periods = months.map(({ month }) => month)
  const ids = months.flatMap(({ runs }) => runs.map(({ id }) => id))
  const rows = await tx.all<
    ByproductRow & { known_as: string }
  >`select ${columns}, known_as from byproducts
    where (period = any(${periods}) or (payroll_id = any(${ids}) and payslip_id is null))
      and withdrawn_at is null order by number desc`
  // A return is made of confirmed runs, and is withdrawn when one of them is not any more.
  const state = 'confirmed' as const
  return rows.map(({ known_as, ...row }) => ({ ...listed(row), state, known_as }))
}
