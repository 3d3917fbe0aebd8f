import type {
  PayrollVariance,
  VarianceKind,
  VariancePerson,
} from '@mshahara/contract/payroll-variance'
import { Link } from '@tanstack/react-router'
import { signed } from '../lib/format.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconUsersGroup } from '../ui/icons.ts'
import classes from './variance.module.css'
import { changeOf, type StatementLine, statementOf, whyOf } from './variance-rows.ts'

export const pageSizes = [10, 25, 50, 100] as const

interface StatementProps {
  variance: PayrollVariance
  onChoose: (kind: VarianceKind) => void
}

/** Opening, every reason, closing: short enough to stay a table on a phone. */
export function Statement({ variance, onChoose }: StatementProps) {
  return (
    <table className={classes.statement} aria-label="From last month to this one">
      <thead>
        <tr>
          <th scope="col">Reason</th>
          <th scope="col">People</th>
          <th scope="col">Gross</th>
          <th scope="col">Net</th>
        </tr>
      </thead>
      <tbody>
        {statementOf(variance).map((line) => (
          <tr key={line.key} data-part={line.part || undefined} data-side={!line.kind || undefined}>
            <th scope="row">
              <Reason line={line} onChoose={onChoose} />
            </th>
            <td>{line.count}</td>
            <td>{line.gross || '–'}</td>
            <td>{line.net || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Reason({ line, onChoose }: { line: StatementLine } & Pick<StatementProps, 'onChoose'>) {
  const { kind, title, part } = line
  if (!kind || part) return title
  return (
    <button
      type="button"
      className={classes.reason}
      title="Show these people"
      onClick={() => onChoose(kind)}
    >
      {title}
    </button>
  )
}

interface PeopleProps {
  variance: PayrollVariance
  stale: boolean
  paging: {
    page: number
    perPage: number
    onPage: (page: number) => void
    onPerPage: (perPage: number) => void
  }
}

const columns: Column<VariancePerson>[] = [
  {
    key: 'number',
    title: 'Employee Code',
    oneLine: true,
    render: ({ employee_no }) => employee_no,
  },
  {
    key: 'name',
    title: 'Employee Name',
    lead: true,
    render: ({ employee_id, name }) => (
      <Link className={classes.name} to={`/employee/${employee_id}`}>
        {name}
      </Link>
    ),
  },
  {
    key: 'why',
    title: 'Why',
    render: (person) => (
      <ul className={classes.why}>
        {whyOf(person).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    ),
  },
  change('gross', 'Gross'),
  change('net', 'Net'),
]

/** Before, after, and the difference: as three lines of one cell, so that the row stays narrow. */
function change(of: 'gross' | 'net', title: string): Column<VariancePerson> {
  return {
    key: of,
    title,
    align: 'right',
    oneLine: true,
    tail: of === 'net' || undefined,
    render: (person) => (
      <span className={classes.change}>
        <span>{signed(person.before[of])}</span>
        <span>{signed(person.after[of])}</span>
        <b>{changeOf(person, of)}</b>
      </span>
    ),
  }
}

export function PeopleTable({ variance, stale, paging }: PeopleProps) {
  const { page, perPage } = paging
  return (
    <div className={classes.people}>
      <DataTable
        label="By person"
        columns={columns}
        rows={variance.people}
        rowKey={({ employee_id }) => employee_id}
        first={(page - 1) * perPage}
        stale={stale}
        empty={
          <Empty
            icon={IconUsersGroup}
            title="Nothing has changed"
            text="Everybody is paid the same as the month before."
          />
        }
        paging={{
          ...paging,
          sizes: pageSizes,
          pages: Math.max(1, Math.ceil(variance.people_count / perPage)),
          total: variance.people_count,
          numbered: true,
        }}
      />
    </div>
  )
}
