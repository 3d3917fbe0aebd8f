import type { LeaveRequest } from '@mshahara/contract/leave-requests'
import { date } from '../lib/format.ts'
import type { Column } from '../ui/data-table.tsx'
import { Status } from '../ui/status.tsx'
import { typeName } from './words.ts'

/** In two lines at most, where there is no room for one. */
const shortOf = (day: string) => date(day).replace(' ', '\u00a0')

/** What lists of requests show of a leave. */
export const leaveColumns: Column<LeaveRequest>[] = [
  { key: 'type', title: 'Leave Type', render: ({ leave_type }) => typeName(leave_type) },
  { key: 'start', title: 'Start Date', render: ({ start_date }) => shortOf(start_date) },
  { key: 'end', title: 'End Date', oneLine: true, yields: 3, render: (row) => date(row.end_date) },
  { key: 'days', title: 'Days', align: 'right', oneLine: true, render: ({ days }) => days },
  { key: 'status', title: 'Status', render: ({ status }) => <Status value={status} /> },
  {
    key: 'applied',
    title: 'Applied On',
    oneLine: true,
    yields: 1,
    render: ({ created_at }) => date(created_at),
  },
]

/** Under the words of the self-service screens. */
export const shortColumns: Column<LeaveRequest>[] = leaveColumns.map((column) => ({
  ...column,
  title: column.title.replace(/^(Start|End) Date$/, '$1'),
}))
