import type { contract } from '@mshahara/contract'
import { type MonthName, monthAndYear } from '@mshahara/contract/months'
import type { PayrollFilter } from '@mshahara/contract/payroll'
import { isChecked } from '@mshahara/engine/payslip'
import { lawOf } from '@mshahara/engine/statutory/index'
import type { Ctx } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { centsOf } from '../core/org-table.ts'
import type { Handler } from '../http/bind.ts'
import { monthValues } from './calculate.ts'
import type { DeductionLine, IncomeLine } from './compute.ts'
import { loadPayroll, type PayrollRow, shownRun } from './runs.ts'
import { type Person, sourceQuery } from './source.ts'

type Payrolls = typeof contract.payrolls

interface Slice {
  offset?: number | undefined
  limit?: number | undefined
}
const everybody: PayrollFilter = {
  department_id: null,
  designation_id: null,
  work_station_id: null,
}

export const get: Handler<Payrolls['get']> = async (ctx, input) => {
  const payroll = await loadPayroll(ctx.tx, input.params.id)
  return shown(ctx, payroll, everybody, input.query())
}

export const filter: Handler<Payrolls['filter']> = async (ctx, input) => {
  const payroll = await loadPayroll(ctx.tx, input.params.id)
  return shown(ctx, payroll, input.body(), input.query())
}

/** Parameters 1 to 4 of every query below. */
const chosen = `payroll_id = $1 and ($2::uuid is null or department_id = $2)
  and ($3::uuid is null or designation_id = $3) and ($4::uuid is null or work_station_id = $4)`
const valuesOf = (payroll: PayrollRow, filter: PayrollFilter) => [
  payroll.id,
  filter.department_id,
  filter.designation_id,
  filter.work_station_id,
]

const amounts = [
  'salary',
  'gross',
  'taxable',
  'income_tax',
  'tax_relief',
  'nhif_relief',
  'housing_relief',
  'total_deductions',
  'net',
] as const
const employers = ['nssf_employer', 'housing_employer', 'nita'] as const
type Amount = (typeof amounts)[number]
type Sums = Record<Amount | (typeof employers)[number], number>

async function shown(ctx: Ctx, payroll: PayrollRow, filter: PayrollFilter, slice: Slice) {
  const values = valuesOf(payroll, filter)
  const columns = await columnsOf(ctx.tx, payroll, values)
  const { count, sums } = await totalsOf(ctx.tx, values)
  const { month } = monthAndYear(payroll.month)
  const rows = await slipsOf(ctx.tx, values, slice)
  const changed = await changedOf(ctx.tx, payroll, slice, rows)
  return {
    ...shownRun({ ...payroll, count }),
    incomeNames: columns.incomes.map(({ name }) => name),
    deductionNames: columns.deductions.map(({ name }) => name),
    payslips: rows.map((row) => ({ ...rowOf(row, month, columns), changed: changed.has(row.id) })),
    totals: {
      ...sums,
      incomes: columns.incomes.map(({ total }) => total),
      deductions: columns.deductions.map(({ total }) => total),
    },
    law_checked: isChecked(payroll.month),
  }
}

export interface ColumnTotal {
  /** What belongs under one heading: statutory by code, the rest by name whatever the letters. */
  key: string
  name: string
  total: number
}

/** The headings of a run with their sums: incomes by name, statutory deductions before others. */
export async function columnsOf(tx: Tx, payroll: PayrollRow, values: unknown[]) {
  const { rows } = await tx.$client.query<ColumnTotal & { side: string; total: string }>(
    `select side, key, min(name) as name, sum(amount) as total from (
       select 'incomes' as side, lower(l ->> 'name') as key, l ->> 'name' as name,
         (l ->> 'amount')::numeric / 100 as amount
       from payslips, jsonb_array_elements(incomes) l where ${chosen}
       union all
       select 'deductions', case when l ->> 'kind' = 'statutory' then 'statutory ' || (l ->> 'id')
           else lower(l ->> 'name') end, l ->> 'name', (l ->> 'amount')::numeric / 100
       from payslips, jsonb_array_elements(deductions) l where ${chosen}) lines
     group by side, key order by name`,
    values,
  )
  const side = (wanted: string): ColumnTotal[] =>
    rows
      .filter((row) => row.side === wanted)
      .map(({ key, name, total }) => ({ key, name, total: centsOf(total) }))
  return { incomes: side('incomes'), deductions: inLegalOrder(side('deductions'), payroll.month) }
}

/** PAYE, NSSF, SHIF or NHIF, Housing Levy, withholding tax, then the others by name (B6). */
function inLegalOrder(found: ColumnTotal[], month: string): ColumnTotal[] {
  const health = lawOf(month).health.kind === 'shif' ? 'SHIF' : 'NHIF'
  const always: [string, string][] = [
    ['statutory paye', 'PAYE'],
    ['statutory nssf', 'NSSF'],
    ['statutory health', health],
    ['statutory housing', 'Housing Levy'],
  ]
  const statutory = always.map(
    ([key, name]) => found.find((column) => column.key === key) ?? { key, name, total: 0 },
  )
  const withheld = found.filter(({ key }) => key === 'statutory withholding')
  const others = found.filter(({ key }) => !key.startsWith('statutory '))
  return [...statutory, ...withheld, ...others]
}

async function totalsOf(tx: Tx, values: unknown[]): Promise<{ count: number; sums: Sums }> {
  const names = [...amounts, ...employers]
  const { rows } = await tx.$client.query(
    `select count(*) as count,
       ${names.map((name) => `coalesce(sum(${name}), 0) as ${name}`).join(', ')}
     from payslips where ${chosen}`,
    values,
  )
  const [row] = rows
  return {
    count: row.count,
    sums: Object.fromEntries(names.map((name) => [name, centsOf(row[name])])) as Sums,
  }
}

export interface SlipRow extends Record<Amount, string | null> {
  id: string
  employee_id: string
  person: Person | null
  days: number | null
  days_of: number | null
  incomes: IncomeLine[] | null
  deductions: DeductionLine[] | null
  employee_no: string
  first_name: string
  middle_name: string | null
  last_name: string
}

/** Names as they were; until the figures are there, as they are. */
async function slipsOf(tx: Tx, values: unknown[], { offset = 0, limit }: Slice) {
  const { rows } = await tx.$client.query<SlipRow>(
    `select s.id, s.employee_id, s.person, s.days, s.days_of, s.incomes, s.deductions,
       ${amounts.map((name) => `s.${name}`).join(', ')},
       e.employee_no, e.first_name, e.middle_name, e.last_name
     from (select * from payslips where ${chosen}) s join employees e on e.id = s.employee_id
     order by e.number offset $5 limit $6`,
    [...values, offset, limit ?? null],
  )
  return rows
}

/** Asked of a draft's slice only: of a whole run the checks tell. */
async function changedOf(tx: Tx, payroll: PayrollRow, { limit }: Slice, rows: SlipRow[]) {
  if (payroll.status !== 'draft' || !payroll.calculated_at || !limit) return new Set<string>()
  const { rows: found } = await tx.$client.query<{ id: string }>(
    `select s.id from (${sourceQuery('id = any($4)')}) s where s.digest is distinct from s.now_digest`,
    [...monthValues(payroll.month), rows.map(({ id }) => id)],
  )
  return new Set(found.map(({ id }) => id))
}

interface Columns {
  incomes: ColumnTotal[]
  deductions: ColumnTotal[]
}

function rowOf(row: SlipRow, month: MonthName, columns: Columns) {
  const { employee_no, first_name, middle_name, last_name } = row.person ?? row
  const incomes = sumsOf(row.incomes ?? [], ({ name }) => name.toLowerCase())
  const deductions = sumsOf(row.deductions ?? [], ({ id, name, kind }) =>
    kind === 'statutory' ? `statutory ${id}` : name.toLowerCase(),
  )
  const aligned = (side: ColumnTotal[], sums: Map<string, number>) =>
    side.map(({ key }) => ({ id: key, amount: sums.get(key) ?? 0 }))
  const cells = (sums: Map<string, number>) =>
    [...sums].map(([key, amount]) => ({ id: key, amount }))
  const partial = row.days !== null && row.days !== row.days_of
  return {
    id: row.id,
    employee: { id: row.employee_id, employee_no, first_name, middle_name, last_name },
    payroll: { month },
    days: partial ? `${row.days} of ${row.days_of} days` : null,
    ...(Object.fromEntries(amounts.map((name) => [name, centsOf(row[name] ?? '0')])) as Record<
      Amount,
      number
    >),
    incomes: cells(incomes),
    deductions: cells(deductions),
    sortedIncomes: aligned(columns.incomes, incomes),
    sortedDeductions: aligned(columns.deductions, deductions),
  }
}

function sumsOf<L extends { amount: number }>(lines: L[], keyOf: (line: L) => string) {
  const sums = new Map<string, number>()
  for (const line of lines) {
    const key = keyOf(line)
    sums.set(key, (sums.get(key) ?? 0) + line.amount)
  }
  return sums
}
