import type { CostReport, CostRow } from '@mshahara/contract/cost-of-people'
import { monthInWords } from '@mshahara/contract/months'
import type { Book, Cell, Worksheet } from '../../foundation/sheets/worksheet.ts'
import type { CostLine, Named } from './cost-lines.ts'

/** The cost of people as cells. */

function unitSheet(
  name: string,
  heading: string,
  rows: readonly CostRow[],
  { month_before, total }: CostReport,
  held: CostReport['held']['departments'],
): Worksheet {
  const cells = ({ name: of, gross, employer, cost, before, budget, beyond, ...row }: CostRow) =>
    [
      ...[of, gross, employer, cost, before, cost - before],
      ...[budget, beyond, row.leave, row.loans],
    ] satisfies Cell[]
  const headings = [
    ...[heading, 'Gross Pay', "Employer's Contributions", 'Cost', monthInWords(month_before)],
    ...['Difference', 'Budget', 'Against Budget', 'Leave Pay in Gross', 'Loans Taken Back'],
  ]
  return {
    name,
    headings: [headings],
    rows: rows.map(cells),
    bottom: [cells({ ...total, ...held })],
  }
}

const parts = { gross: 'Gross pay', employer: "Employer's contributions" }

function componentSheet(report: CostReport): Worksheet {
  const { components, total, month_before, held } = report
  const before = monthInWords(month_before)
  return {
    name: 'By component',
    headings: [['Component', 'Part', 'Cost', before, 'Difference', 'Budget', 'Against Budget']],
    rows: components.map(({ name, part, cost, before: was, budget, beyond }) => [
      ...[name, parts[part], cost, was, cost - was, budget, beyond],
    ]),
    bottom: [
      [
        ...['Total', '', total.cost, total.before, total.cost - total.before],
        ...[held.components.budget, held.components.beyond],
      ],
    ],
  }
}

/** Every line of the month, to be added up in whatever way somebody likes. */
function linesSheet(
  { month, total }: CostReport,
  lines: readonly CostLine[],
  { departments, centres }: Named,
): Worksheet {
  const nameIn = (names: Map<string, string>, id: string | null, none: string) =>
    (id && names.get(id)) ?? none
  const rows = lines.flatMap(({ month: of, part, department, centre, component, cents }) =>
    of === month && (part === 'gross' || part === 'employer')
      ? [
          [
            nameIn(departments, department, 'No department'),
            nameIn(centres, centre, 'Not assigned'),
            ...[parts[part], component, cents],
          ],
        ]
      : [],
  )
  const inOrder = (a: Cell[], b: Cell[]) =>
    a.slice(0, 4).join('|').localeCompare(b.slice(0, 4).join('|'))
  return {
    name: 'All',
    headings: [['Department', 'Cost Centre', 'Part', 'Component', monthInWords(month)]],
    rows: rows.sort(inOrder),
    bottom: [['Total', '', '', '', total.cost]],
  }
}

export function costBook(
  report: CostReport,
  lines: readonly CostLine[],
  named: Named,
  extension: 'xlsx' | 'csv',
): Book {
  const all = linesSheet(report, lines, named)
  if (extension === 'csv') return { sheets: [all] }
  return {
    sheets: [
      unitSheet('By department', 'Department', report.departments, report, report.held.departments),
      unitSheet(
        'By cost centre',
        'Cost Centre',
        report.cost_centres,
        report,
        report.held.cost_centres,
      ),
      componentSheet(report),
      all,
    ],
  }
}
