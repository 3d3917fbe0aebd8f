import { Button } from '@mantine/core'
import { type LeaveRequest, leaveApprovers, leaveRequests } from '@mshahara/contract/leave-requests'
import { leaveStates } from '@mshahara/contract/leave-states'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { fullName, wholeName } from '../lib/format.ts'
import { useMay, useProfile } from '../lib/session.ts'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconBeach, IconCheck, IconEye, IconX } from '../ui/icons.ts'
import { AddButton } from '../ui/record-actions.tsx'
import { RowButton } from '../ui/row-action.tsx'
import { SlicePage } from '../ui/slice-page.tsx'
import { leaveColumns } from './columns.tsx'
import { Approve, Reject } from './decisions.tsx'
import classes from './leave.module.css'
import { filteredBy } from './list-filters.tsx'
import { NewRequest } from './new-request.tsx'
import { RequestDetails } from './request-details.tsx'

type Open = { act: 'new' } | { act: 'view' | 'approve' | 'reject'; request: LeaveRequest } | null

const fields = filteredBy([
  { name: 'employee_id', kind: 'person', label: 'Employee', all: 'All Employees' },
  {
    name: 'status',
    kind: 'choice',
    label: 'Status',
    all: 'All Statuses',
    options: [...leaveStates],
  },
  { name: 'from_date', kind: 'day', label: 'From Date' },
  { name: 'to_date', kind: 'day', label: 'To Date' },
])

const employeeColumn: Column<LeaveRequest> = {
  key: 'employee',
  title: 'Employee',
  lead: true,
  link: ({ employee_id }) => `/employee/${employee_id}`,
  render: ({ employee }) => wholeName(employee),
}

export default function LeaveRequests() {
  const [open, setOpen] = useState<Open>(null)
  const may = useMay()
  const { id } = useProfile()
  const { data: approvers } = useRead(leaveApprovers.list)
  const decides = approvers?.some(({ user_id }) => user_id === id) ?? false
  const add = may(leaveRequests.create) && (
    <AddButton onClick={() => setOpen({ act: 'new' })}>New Leave Request</AddButton>
  )
  const close = () => setOpen(null)
  const columns = [employeeColumn, ...leaveColumns, actionsColumn(decides, setOpen)]
  return (
    <>
      <SlicePage<LeaveRequest>
        title="Leave Requests"
        heading={(count) => `Leave Requests (${count})`}
        actions={
          <>
            <Button variant="default" component={Link} to="/leave-approvals">
              Waiting for Me
            </Button>
            {add}
          </>
        }
        endpoint={leaveRequests.list}
        columns={columns}
        rowKey={(row) => row.id}
        fields={fields}
        searchLabel="Search leave request"
        empty={() => <Empty icon={IconBeach} title="No Leave Requests Found" action={add} />}
      />
      {open?.act === 'new' && <NewRequest staff onClose={close} />}
      {open?.act === 'view' && <RequestDetails id={open.request.id} onClose={close} />}
      {open?.act === 'approve' && <Approve request={open.request} onClose={close} />}
      {open?.act === 'reject' && <Reject request={open.request} onClose={close} />}
    </>
  )
}

const actionsColumn = (decides: boolean, open: (open: Open) => void): Column<LeaveRequest> => ({
  key: 'actions',
  title: 'Actions',
  actions: true,
  render: (request) => {
    const whose = `the leave request of ${fullName(request.employee)}`
    return (
      <span className={classes.actions}>
        <RowButton
          icon={IconEye}
          label={`View ${whose}`}
          onClick={() => open({ act: 'view', request })}
        >
          View
        </RowButton>
        {decides && request.status === 'pending' && (
          <>
            <RowButton
              icon={IconCheck}
              label={`Approve ${whose}`}
              onClick={() => open({ act: 'approve', request })}
            />
            <RowButton
              icon={IconX}
              label={`Reject ${whose}`}
              onClick={() => open({ act: 'reject', request })}
            />
          </>
        )}
      </span>
    )
  },
})
