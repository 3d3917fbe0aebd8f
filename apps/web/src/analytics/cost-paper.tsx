import type { CostComponent, CostReport, CostRow } from '@mshahara/contract/cost-of-people'
import { signed, signedKsh } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import { PaperClosing, PaperHead } from '../ui/on-paper.tsx'
import {
  beyondIn,
  budgetIn,
  changeIn,
  headings,
  partWords,
  totalOf,
  unitRows,
  views,
} from './cost-words.ts'

/** The cost of people on paper: each way of reading it, one after the other. */
export function CostPaper({ report }: { report: CostReport }) {
  const { month, total } = report
  return (
    <>
      <Units report={report} view="department" />
      <Units report={report} view="cost-centre" />
      <Components report={report} />
      <PaperClosing
        figures={[
          [`Cost of ${monthName(month)}`, signedKsh(total.cost)],
          ['Gross pay', signedKsh(total.gross)],
          ["Employer's contributions", signedKsh(total.employer)],
          ...(total.budget === null
            ? []
            : [['Budget', signedKsh(total.budget)] satisfies [string, string]]),
        ]}
      />
    </>
  )
}

const titleOf = ({ month }: CostReport, how: string) =>
  `Cost of people in ${monthName(month)}, ${how.toLowerCase()}`

const Against = ({ of }: { of: CostRow | CostComponent }) => (
  <>
    <td data-amount>{signed(of.cost)}</td>
    <td data-amount>{signed(of.before)}</td>
    <td data-amount>{changeIn(of)}</td>
    <td data-amount>{budgetIn(of)}</td>
    <td data-amount>{beyondIn(of)}</td>
  </>
)

const AgainstHead = ({ report }: { report: CostReport }) => (
  <>
    <th data-amount>Cost</th>
    <th data-amount>{monthName(report.month_before)}</th>
    <th data-amount>Change</th>
    <th data-amount>Budget</th>
    <th data-amount>Against Budget</th>
  </>
)

function Units({ report, view }: { report: CostReport; view: 'department' | 'cost-centre' }) {
  const how = views.find(({ value }) => value === view)?.label ?? ''
  const cells = (row: CostRow) => (
    <>
      <td>{row.name}</td>
      <td data-amount>{signed(row.gross)}</td>
      <td data-amount>{signed(row.employer)}</td>
      <Against of={row} />
      <td data-amount>{signed(row.leave)}</td>
      <td data-amount>{signed(row.loans)}</td>
    </>
  )
  return (
    <table>
      <thead>
        <PaperHead columns={10} title={titleOf(report, how)} />
        <tr>
          <th>{headings[view]}</th>
          <th data-amount>Gross Pay</th>
          <th data-amount>Employer Adds</th>
          <AgainstHead report={report} />
          <th data-amount>Leave Pay</th>
          <th data-amount>Loans Taken Back</th>
        </tr>
      </thead>
      <tbody>
        {unitRows(report, view).map((row) => (
          <tr key={row.id ?? ''}>{cells(row)}</tr>
        ))}
        <tr data-total>{cells(totalOf(report, view))}</tr>
      </tbody>
    </table>
  )
}

function Components({ report }: { report: CostReport }) {
  return (
    <table>
      <thead>
        <PaperHead columns={7} title={titleOf(report, 'by component')} />
        <tr>
          <th>{headings.component}</th>
          <th>Part</th>
          <AgainstHead report={report} />
        </tr>
      </thead>
      <tbody>
        {report.components.map((row) => (
          <tr key={`${row.part} ${row.name}`}>
            <td>{row.name}</td>
            <td>{partWords[row.part]}</td>
            <Against of={row} />
          </tr>
        ))}
        <tr data-total>
          <td>Total</td>
          <td />
          <Against of={totalOf(report, 'component')} />
        </tr>
      </tbody>
    </table>
  )
}
