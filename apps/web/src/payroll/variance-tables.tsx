import type {
  PayrollVariance,
  VarianceKind,
  VariancePerson,
} from '@mshahara/contract/payroll-variance'
import { Link } from '@tanstack/react-router'
import { amount, difference } from '../lib/format.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconUsersGroup } from '../ui/icons.ts'
import classes from './variance.module.css'
import { type BridgeRow, bridgeRows, whyOf } from './variance-rows.ts'

export const pageSizes = [10, 25, 50, 100] as const

type Line = Omit<BridgeRow, 'kind'> & { kind: VarianceKind | null }

interface BridgeProps {
  variance: PayrollVariance
  onChoose: (kind: VarianceKind) => void
}

/** Opening, every reason, closing. */
export function BridgeTable({ variance, onChoose }: BridgeProps) {
  const { opening, closing } = variance
  if (!opening) return null
  const start = { ...opening, key: 'opening', kind: null, part: false }
  const title = ({ month, year }: { month: string; year: number }) => `${month} ${year}`
  const money = (key: 'gross' | 'net', heading: string): Column<Line> => ({
    key,
    title: heading,
    align: 'right',
    oneLine: true,
    tail: key === 'net' || undefined,
    render: (line) => (line.kind ? difference(line[key]) || '–' : amount(line[key])),
  })
  return (
    <DataTable<Line>
      label="From last month to this one"
      columns={[
        {
          key: 'reason',
          title: 'Reason',
          lead: true,
          render: (line) => <Reason line={line} onChoose={onChoose} />,
        },
        { key: 'people', title: 'People', align: 'right', render: ({ count }) => count },
        money('gross', 'Gross'),
        money('net', 'Net'),
      ]}
      rows={[{ ...start, title: title(opening) }, ...bridgeRows(variance)]}
      rowKey={({ key }) => key}
      empty={null}
      footer={{
        reason: title(closing),
        people: closing.count,
        gross: amount(closing.gross),
        net: amount(closing.net),
      }}
    />
  )
}

function Reason({ line, onChoose }: { line: Line; onChoose: (kind: VarianceKind) => void }) {
  const { kind, title, part } = line
  if (!kind) return <b>{title}</b>
  if (part) return <span className={classes.part}>{title}</span>
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
    render: ({ employee_no }) => <span className="figures">{employee_no}</span>,
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
    render: ({ before, after }) => (
      <span className={classes.change}>
        <span>{amount(before[of])}</span>
        <span>{amount(after[of])}</span>
        <b>
          {difference((Math.round(after[of] * 100) - Math.round(before[of] * 100)) / 100) || '0.00'}
        </b>
      </span>
    ),
  }
}

export function PeopleTable({ variance, stale, paging }: PeopleProps) {
  const { page, perPage } = paging
  return (
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
          text="Everybody is paid as in the month before."
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
  )
}
