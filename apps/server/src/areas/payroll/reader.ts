import type { PayrollFilter } from '@mshahara/contract/payroll'
import { type FigureName, type Figures, figureNames } from '@mshahara/engine/figures'
import { lumpSumTaxKind } from '@mshahara/engine/leaving/lump-sum'
import type { MonthPay } from '@mshahara/engine/month-pay'
import { together } from '@mshahara/engine/month-to-date'
import { type ComputedPay, payslip } from '@mshahara/engine/payslip'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { joined, raw, type Sql, sql } from '../../foundation/core/sql.ts'
import { anyScheme } from '../pensions/index.ts'
import type { Person } from './source.ts'

/** The one reader of payslips: person and figures as they were kept, in whole cents. */

export interface Slip extends Figures, Pick<MonthPay, 'incomes' | 'deductions' | 'input'> {
  id: string
  employee_id: string
  payroll_id: string
  month: string
  person: Person
  /** Where the pay goes by the record of today; the person's own is that of the payslip. */
  payee?: Payee
  days: number
  days_of: number
}
type Payee = Pick<
  Person,
  'pay_by' | 'bank_name' | 'bank_code' | 'branch_name' | 'branch_code' | 'account_no'
> & { left_on?: string | null; held_back?: boolean }
/** As the database writes it. */
export type SlipRow = Omit<Slip, FigureName> & Record<FigureName, string>

/** With every line of the law again, from what the engine was given. */
export interface LawfulSlip extends Slip {
  readonly law: ComputedPay
}

/** Asked for by those who use it; what nobody needs is not fetched. */
export type ExtraColumn =
  | 'id'
  | 'payee'
  | 'payroll_id'
  | 'days'
  | 'days_of'
  | 'incomes'
  | 'deductions'
  | 'input'

/** For a query where payslips are called `s`; its rows become payslips with `slipOf`. */
export const slipColumns = (needs: readonly ExtraColumn[]): Sql =>
  joined(
    ['employee_id', 'month', 'person', ...needs, ...figureNames].map((name) =>
      raw(name === 'payee' ? payee : `s.${name}`),
    ),
    ', ',
  )

/** Of the employees `e`. */
const payee = `jsonb_build_object('pay_by', e.pay_by, 'bank_name', e.bank_name, 'bank_code', e.bank_code,
  'branch_name', e.branch_name, 'branch_code', e.branch_code, 'account_no', e.account_no,
  'left_on', case when has_left(e.termination_date, last_paid_day(s.organization_id, s.id))
    then e.termination_date end,
  'held_back', is_held_back(e.status, e.termination_date, last_paid_day(s.organization_id, s.id))
  ) as payee`

export const slipOf = <Row extends SlipRow>(row: Row) =>
  ({ ...row, ...centsIn(row, figureNames) }) as Omit<Row, FigureName> & Figures

/**
 * As one payslip with everything in it would be: the person as the last of them has it, and what
 * the law is asked about without what one took of the other.
 */
function monthInOne(rows: readonly SlipRow[]): SlipRow {
  const last = rows.at(-1) as SlipRow
  if (rows.length === 1) return last
  const sums = Object.fromEntries(
    figureNames.map((name) => {
      const cents = rows.reduce((sum, row) => sum + centsOf(row[name] ?? '0'), 0)
      return [name, (cents / 100).toFixed(2)]
    }),
  ) as Record<FigureName, string>
  const all = <L>(of: (row: SlipRow) => L[] | undefined) => rows.flatMap((row) => of(row) ?? [])
  return {
    ...last,
    ...sums,
    incomes: all(({ incomes }) => incomes),
    deductions: all(({ deductions }) => deductions),
    input: inputInOne(rows),
  }
}

function inputInOne(rows: readonly SlipRow[]): SlipRow['input'] {
  const input = together(rows.map(({ input: { earlier: _, ...own } = none }) => own))
  const arrears = rows.flatMap(({ input: { arrears = [] } = none }) => arrears)
  return arrears.length > 0 ? { ...input, arrears } : input
}
/** Of rows that were read without it. */
const none: SlipRow['input'] = { salary: 0 }

function lawful(row: SlipRow): LawfulSlip {
  let law: ComputedPay | undefined
  return {
    ...row,
    ...centsIn(row, figureNames),
    get law() {
      law ??= payslip(row.input, row.month)
      return law
    },
  }
}

/** Amounts as the database writes them; what is not there is nothing. */
export const centsIn = <N extends FigureName>(row: object, names: readonly N[], prefix = '') =>
  Object.fromEntries(
    names.map((name) => [name, centsOf((row as Record<string, string>)[prefix + name] ?? '0')]),
  ) as Record<N, number>

/** Sums of figures over the payslips called `table`, to be read with `centsIn`. */
export const sumsOf = (names: readonly FigureName[], table: string, prefix = ''): Sql =>
  raw(names.map((name) => `coalesce(sum(${table}.${name}), 0) as ${prefix}${name}`).join(', '))

/**
 * What the employer adds for pension schemes: kept with payslips, and no column of theirs. Where
 * there is no scheme, years of payslips are not opened to look for it.
 */
export const pensionSum = (table: string): Sql =>
  sql`coalesce(sum(case when ${anyScheme} then (select sum((one ->> 'employer')::numeric)
    from jsonb_array_elements(${raw(table)}.input -> 'pensions') one) end), 0) / 100 as pension`

/**
 * PAYE on lump sums of the payslips called `table`: no figure of theirs, as it is no tax of the
 * month's bands, but due with the month's (B32).
 */
export const lumpSumTaxes = (table: string): Sql =>
  sql`coalesce(sum(case when ${raw(table)}.leaving_id is not null then
    (select sum((line ->> 'amount')::numeric) from jsonb_array_elements(${raw(table)}.deductions) line
      where line ->> 'kind' = ${lumpSumTaxKind}) end), 0) / 100`

/** The same of one payslip that was read. */
export const lumpSumTaxOf = ({ deductions }: Pick<LawfulSlip, 'deductions'>): number =>
  deductions.reduce((sum, { kind, amount }) => (kind === lumpSumTaxKind ? sum + amount : sum), 0)

export const nameOf = ({
  first_name,
  middle_name,
  last_name,
}: Pick<Person, 'first_name' | 'middle_name' | 'last_name'>) =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ')

/** Leaves all payslips. */
export const everybody: PayrollFilter = {
  department_id: null,
  designation_id: null,
  work_station_id: null,
}

/** The payslips `s` of a run that a filter leaves. */
export const chosenOf = (payroll_id: string, filter: PayrollFilter): Sql =>
  sql`s.payroll_id = ${payroll_id} and ${leftBy(filter)}`

/** The payslips `s` that a filter leaves, of whatever run. */
export const leftBy = ({ department_id, designation_id, work_station_id }: PayrollFilter): Sql =>
  joined(
    [
      sql`true`,
      ...(department_id ? [sql`s.department_id = ${department_id}`] : []),
      ...(designation_id ? [sql`s.designation_id = ${designation_id}`] : []),
      ...(work_station_id ? [sql`s.work_station_id = ${work_station_id}`] : []),
    ],
    ' and ',
  )

/** Rows between two pauses, in which the server answers others. */
const portion = 500
/** Portions between two progress reports. */
const tellEvery = 3

/** In portions: ten thousand rows neither fill the memory nor hold others up. */
export async function eachRow<Row extends object>(
  tx: Tx,
  query: Sql,
  take: (row: Row) => void,
  step: (done: number) => Promise<void> = async () => {},
) {
  // All of it is wanted: a plan for the first rows alone takes minutes for the rest.
  await tx.run`set local cursor_tuple_fraction = 1`
  await tx.run`declare slips no scroll cursor for ${query}`
  const fetch = () => {
    const fetched = tx.all<Row>`fetch ${raw(String(portion))} from slips`
    // Handled where it is awaited; until then a failure must not bring the server down.
    fetched.catch(() => {})
    return fetched
  }
  let next = fetch()
  for (let done = 0, portions = 1; ; portions += 1) {
    const rows = await next
    const last = rows.length < portion
    // The database carries on while these are processed.
    if (!last) next = fetch()
    for (const row of rows) take(row)
    done += rows.length
    if (last || portions % tellEvery === 0) await step(done)
    if (last) break
  }
  await tx.run`close slips`
}

interface Reading {
  needs: readonly ExtraColumn[]
  /** Of drafts too, or only what was paid and is still true. */
  from?: 'payslips' | 'paid_slips'
  where: Sql
  /** Somebody's payslips of a month are one: the month is declared, not the runs (B28). */
  together?: boolean
}

/** By person and month. */
export async function eachSlip(
  tx: Tx,
  { needs, from = 'payslips', where, together: asOne = false }: Reading,
  take: (slip: LawfulSlip) => void,
  step?: (done: number) => Promise<void>,
) {
  const query = sql`select ${slipColumns(needs)} from ${raw(from)} s
      join payrolls r on r.id = s.payroll_id join employees e on e.id = s.employee_id
    where ${where} order by e.number, s.month, r.confirmed_at, r.number`
  let month: SlipRow[] = []
  const turn = () => {
    if (month.length > 0) take(lawful(monthInOne(month)))
    month = []
  }
  const add = (row: SlipRow) => {
    const isOther = ({ employee_id, month: of }: SlipRow) =>
      employee_id !== row.employee_id || of !== row.month
    if (!asOne || month.some(isOther)) turn()
    month.push(row)
  }
  await eachRow<SlipRow>(tx, query, add, step)
  turn()
}
