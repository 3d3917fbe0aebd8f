import type { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { costOf, employerFringe, employerPension, figures } from '@mshahara/contract/figures'
import { monthAndYear } from '@mshahara/contract/months'
import { holds, me, ownerOr } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { sheetCall } from '../../foundation/sheets/download.ts'
import { casualCosts } from '../casual-payroll/index.ts'
import { type MonthSums, type Range, type Report, reportOf } from './figures.ts'
import { inKindMonths, inKindSheet, totalTaxed } from './in-kind.ts'
import { bookOf, byDepartment } from './sheet.ts'

type Analytics = typeof contract.analytics

const yearOf = (year: number): Range => {
  const [from, to] = [`${year}-01-01`, `${year}-12-01`]
  return { employee_id: null, from, to }
}

export const annual: Handler<Analytics['annual']> = async (ctx, { params: { year } }) => {
  const report = await reportOf(ctx.tx, yearOf(year))
  const casuals = await casualsOf(ctx.tx, yearOf(year), report)
  const costs = costsOf(report)
  return {
    ...chartsOf(report, ctx.today, ({ month }) => monthAndYear(month).month),
    ...costs,
    benefitsTotal: totalTaxed(await inKindMonths(ctx.tx, yearOf(year))),
    casuals,
    staffCostTotal: costs.employerCostTotal + casuals.costTotal,
  }
}

/** A workbook has a sheet by month and one by department; a csv has every pair of them. */
export const annualSheet = sheetCall<Analytics['sheet']>(async (ctx, input) => {
  const { year } = input.params
  const { extension } = input.query()
  const range = yearOf(year)
  const report = await reportOf(ctx.tx, range)
  const casuals = await casualCosts(ctx.tx, range.from, range.to)
  const inKind = inKindSheet(await inKindMonths(ctx.tx, range))
  const book = bookOf(report, casuals, inKind, extension)
  return { name: `Annual-Report-${year}`, extension, book }
})

/** Staff may ask about anybody; employees about themselves, until they leave (A14, B22). */
export const monthly: Handler<Analytics['monthly']> = async (ctx, input) => {
  const user = me(ctx)
  const staff = holds(ctx, 'view monthly-analytics')
  if (!staff && (!user.employee_id || user.leaver)) fail(403)
  const { employee_id } = input.body
  ownerOr(ctx, employee_id, 'view monthly-analytics')
  const report = await reportOf(ctx.tx, input.body)
  if (employee_id && !report.employee) failField('employee_id', everywhere.employeeNotFound)
  const charts = chartsOf(report, ctx.today, ({ month }) => {
    const { month: name, year } = monthAndYear(month)
    return `${name} ${year}`
  })
  const casuals = employee_id ? null : await casualsOf(ctx.tx, input.body, report)
  return { ...charts, employee: report.employee, casuals }
}

/** By month, and never in the figures of employees. */
async function casualsOf(tx: Tx, { from, to }: Range, { months }: Report) {
  const known = new Map((await casualCosts(tx, from, to)).map((of) => [of.month, of]))
  const series = (label: string, part: 'gross' | 'employer', colour: keyof typeof colours) => ({
    label,
    data: months.map(({ month }) => known.get(month)?.[part] ?? 0),
    ...drawn(colour),
  })
  const pay = series('Casual Pay', 'gross', 'teal')
  const employer = series("Employer's contributions", 'employer', 'slate')
  const [grossTotal, employerTotal] = [pay, employer].map(({ data }) =>
    data.reduce((sum, cents) => sum + cents, 0),
  ) as [number, number]
  const costTotal = grossTotal + employerTotal
  // Where the law is not applied to casuals, an empty series would only take up space.
  const costDatasets = employerTotal > 0 ? [employer, pay] : [pay]
  return { grossTotal, employerTotal, costTotal, costDatasets }
}

type Amount = (of: MonthSums) => number

const statutory: Amount = (of) => of.paye + of.nssf + of.health + of.housing + of.withholding_tax

/** Each stands for one thing, and out from its neighbours and a white or black background. */
const colours = {
  green: ['#1b8a66', '#17805e'],
  amber: ['#c47f0a', '#b9770e'],
  blue: ['#4178be', '#3a6eb0'],
  violet: ['#8a63b8', '#7d57ab'],
  teal: ['#0f8aa0', '#0d7c90'],
  red: ['#c4554a', '#b34a40'],
  olive: ['#7f8626', '#727820'],
  pink: ['#b6579c', '#a74d8f'],
  grey: ['#7a8580', '#6b7671'],
  slate: ['#5d6b86', '#525f78'],
  brown: ['#8a6a4a', '#7b5e41'],
} as const

const drawn = (colour: keyof typeof colours) => ({
  backgroundColor: colours[colour][0],
  borderColor: colours[colour][1],
})

type Series = [label: string, amount: Amount, colour: keyof typeof colours]

const pay: Series[] = [
  ['Gross Income', (of) => of.gross, 'grey'],
  ['Statutory Deductions', statutory, 'amber'],
  ['Other Deductions', (of) => of.other_deductions, 'blue'],
  ['Net Income', (of) => of.net, 'green'],
]
type MonthFigure = Exclude<keyof MonthSums, 'month' | 'pension' | 'fringe'>
const series = (name: MonthFigure, colour: keyof typeof colours): Series => [
  figures[name].label,
  (of) => of[name],
  colour,
]
const withheld = series('withholding_tax', 'pink')
const deductions = [
  series('paye', 'violet'),
  series('health', 'teal'),
  series('nssf', 'red'),
  series('housing', 'olive'),
]
const nita = series('nita', 'brown')

const datasetOf =
  (months: MonthSums[]) =>
  ([name, amount, colour]: Series) => ({
    label: name,
    data: months.map(amount),
    ...drawn(colour),
  })

const pension: Series = [employerPension.label, (of) => of.pension, 'violet']
const fringe: Series = [employerFringe.label, (of) => of.fringe, 'pink']

/**
 * Gross pay, and on top of it what the employer adds (B6), in the colours of the other charts. Not
 * everybody has a pension scheme, or lends: an empty series would only take up space.
 */
const costs = (schemes: boolean, lends: boolean): Series[] => [
  ["Employer's cost", costOf, 'slate'],
  nita,
  ...(schemes ? [pension] : []),
  ...(lends ? [fringe] : []),
  series('housing_employer', 'olive'),
  series('nssf_employer', 'red'),
  ['Gross Income', (of) => of.gross, 'grey'],
]

function costsOf({ months, departments }: Report) {
  const total = (amount: Amount) => months.reduce((sum, of) => sum + amount(of), 0)
  const pensionEmployerTotal = total((of) => of.pension)
  const fringeTotal = total((of) => of.fringe)
  return {
    employerCostTotal: total(costOf),
    nssfEmployerTotal: total((of) => of.nssf_employer),
    housingEmployerTotal: total((of) => of.housing_employer),
    pensionEmployerTotal,
    fringeTotal,
    costDatasets: costs(pensionEmployerTotal !== 0, fringeTotal !== 0).map(datasetOf(months)),
    departments: byDepartment(departments).map((of) => ({
      id: of.department_id,
      name: of.department,
      gross: of.gross,
      deductions: of.total_deductions,
      net: of.net,
      employer_cost: costOf(of),
    })),
  }
}

function chartsOf({ months, years }: Report, today: string, label: (of: MonthSums) => string) {
  const total = (amount: Amount) => months.reduce((sum, of) => sum + amount(of), 0)
  const withholdingTotal = total((of) => of.withholding_tax)
  const dataset = datasetOf(months)
  // Few employers pay consultants: an empty series would only take up space.
  const deducted = [...deductions, ...(withholdingTotal > 0 ? [withheld] : []), nita]
  return {
    years: [...new Set([Number(today.slice(0, 4)), ...years])].sort((a, b) => b - a),
    grossTotal: total((of) => of.gross),
    statutoryDeductionsTotal: total(statutory),
    otherDeductionsTotal: total((of) => of.other_deductions),
    netTotal: total((of) => of.net),
    taxTotal: total((of) => of.paye),
    nhifTotal: total((of) => of.health),
    nssfTotal: total((of) => of.nssf),
    housingTotal: total((of) => of.housing),
    withholdingTotal,
    nitaTotal: total((of) => of.nita),
    data: {
      months: months.map(label),
      grossDataset: pay.map(dataset),
      deductionDatasets: deducted.map(dataset),
    },
  }
}
