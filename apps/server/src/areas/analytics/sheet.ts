import { costOf, employerFringe, employerPension, figures } from '@mshahara/contract/figures'
import { monthAndYear } from '@mshahara/contract/months'
import type { Book, Cell, Worksheet } from '../../foundation/sheets/worksheet.ts'
import type { CasualCost } from '../casual-payroll/index.ts'
import { added, type DepartmentSums, type Report, type Sums, summed } from './figures.ts'

/** The annual report as cells. */

/** Columns for what is added to pension schemes and for tax on loans, where there is any. */
const besides = [
  ['pension', employerPension.label],
  ['fringe', employerFringe.label],
] as const
type More = (typeof besides)[number]
const moreOf = (list: readonly Sums[]) =>
  besides.filter(([name]) => list.some((of) => of[name] !== 0))

const labelsOf = (more: readonly More[]) => [
  ...summed.map((name) => figures[name].label),
  ...more.map(([, label]) => label),
  "Employer's Cost",
]
const amountsOf = (of: Sums, more: readonly More[]): Cell[] => [
  ...summed.map((name) => of[name]),
  ...more.map(([name]) => of[name]),
  costOf(of),
]

export const monthOf = ({ month }: { month: string }) =>
  Object.values(monthAndYear(month)).join(' ')

export const byDepartment = (departments: DepartmentSums[]) =>
  added(departments, ({ department_id }) => department_id ?? '').sort((a, b) =>
    a.department.localeCompare(b.department),
  )

function sheetOf<S extends Sums>(
  name: string,
  headings: string[],
  list: S[],
  titles: (of: S) => string[],
): Worksheet {
  const [total] = added(list, () => '')
  const more = moreOf(list)
  const blanks = headings.slice(1).map(() => '')
  return {
    name,
    headings: [[...headings, ...labelsOf(more)]],
    rows: list.map((of) => [...titles(of), ...amountsOf(of, more)]),
    bottom: total ? [['Total', ...blanks, ...amountsOf(total, more)]] : [],
  }
}

/**
 * Casual workers apart from the employees, and both together at the end: a sheet of its own, or
 * below a csv. None where no casual was paid.
 */
function casualsOf(casuals: CasualCost[], employees: number): Worksheet | undefined {
  if (casuals.length === 0) return undefined
  const sum = (of: (cost: CasualCost) => number) =>
    casuals.reduce((total, cost) => total + of(cost), 0)
  const line = (name: string, gross: number, employer: number): Cell[] => [
    name,
    gross,
    employer,
    gross + employer,
  ]
  const [gross, employer] = [sum((cost) => cost.gross), sum((cost) => cost.employer)]
  return {
    name: 'Casuals',
    headings: [['Casual workers by month', 'Casual Pay', "Employer's contributions", 'Cost']],
    rows: casuals.map((cost) => line(monthOf(cost), cost.gross, cost.employer)),
    bottom: [
      line('Total', gross, employer),
      ['Total staff cost, employees and casuals', null, null, employees + gross + employer],
    ],
  }
}

export function bookOf(
  { months, departments }: Report,
  casuals: CasualCost[],
  inKind: Worksheet | undefined,
  extension: 'xlsx' | 'csv',
): Book {
  const ofCasuals = casualsOf(
    casuals,
    months.reduce((total, of) => total + costOf(of), 0),
  )
  const pairs = sheetOf('By both', ['Month', 'Department'], departments, (of) => [
    monthOf(of),
    of.department,
  ])
  const apart = [inKind, ofCasuals].filter((sheet) => sheet !== undefined)
  if (extension === 'csv') return { sheets: [apart.reduce(withBelow, pairs)] }
  const bare = byDepartment(departments)
  return {
    sheets: [
      sheetOf('By month', ['Month'], months, (of) => [monthOf(of)]),
      sheetOf('By department', ['Department'], bare, ({ department }) => [department]),
      pairs,
      ...apart,
    ],
  }
}

/** One table under the other, for a file that has one sheet. */
const withBelow = (
  above: Worksheet,
  { headings = [], rows, bottom = [] }: Worksheet,
): Worksheet => ({
  ...above,
  bottom: [...(above.bottom ?? []), [], ...headings, ...rows, ...bottom],
})
