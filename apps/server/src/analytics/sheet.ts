import { costOf, figures } from '@mshahara/contract/figures'
import { monthAndYear } from '@mshahara/contract/months'
import type { Book, Cell, Worksheet } from '../sheets/worksheet.ts'
import { added, type DepartmentSums, type Report, type Sums, summed } from './figures.ts'

/** The annual report as cells. */

const labels = [...summed.map((name) => figures[name].label), "Employer's Cost"]
const amountsOf = (of: Sums): Cell[] => [...summed.map((name) => of[name]), costOf(of)]

const monthOf = ({ month }: { month: string }) => Object.values(monthAndYear(month)).join(' ')

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
  const blanks = headings.slice(1).map(() => '')
  return {
    name,
    headings: [[...headings, ...labels]],
    rows: list.map((of) => [...titles(of), ...amountsOf(of)]),
    bottom: total ? [['Total', ...blanks, ...amountsOf(total)]] : [],
  }
}

export function bookOf({ months, departments }: Report, extension: 'xlsx' | 'csv'): Book {
  const pairs = sheetOf('By both', ['Month', 'Department'], departments, (of) => [
    monthOf(of),
    of.department,
  ])
  if (extension === 'csv') return { sheets: [pairs] }
  const bare = byDepartment(departments)
  return {
    sheets: [
      sheetOf('By month', ['Month'], months, (of) => [monthOf(of)]),
      sheetOf('By department', ['Department'], bare, ({ department }) => [department]),
      pairs,
    ],
  }
}
