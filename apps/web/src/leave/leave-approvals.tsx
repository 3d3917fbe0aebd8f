import { Button } from '@mantine/core'
import type { Answer } from '@mshahara/contract/endpoint'
import { leaveApprovals } from '@mshahara/contract/leave-requests'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { date, fullName } from '../lib/format.ts'
import { type InOne, useTexts } from '../lib/language.tsx'
import { useProfile } from '../lib/session.ts'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconCheck, IconEye, IconUserCog, IconX } from '../ui/icons.ts'
import { ListPage } from '../ui/list-page.tsx'
import { RowButton } from '../ui/row-action.tsx'
import { Status } from '../ui/status.tsx'
import { Approve, Reject } from './decisions.tsx'
import { Delegations } from './delegations.tsx'
import { FromEmail } from './from-email.tsx'
import classes from './leave.module.css'
import { RequestDetails } from './request-details.tsx'
import { leaveTexts } from './texts.ts'
import { typeName } from './words.ts'

type ApprovalRow = Answer<typeof leaveApprovals.list>[number]
type Open = { act: 'view' | 'approve' | 'reject'; row: ApprovalRow } | { act: 'away' } | null

const columnsIn = (t: InOne<typeof leaveTexts>): Column<ApprovalRow>[] => [
  {
    key: 'employee',
    title: t.employee,
    lead: true,
    render: ({ leave_request, standing_in_for }) =>
      standing_in_for
        ? t.forWhom({ name: fullName(leave_request.employee), other: standing_in_for })
        : fullName(leave_request.employee),
  },
  {
    key: 'type',
    title: t.type,
    render: ({ leave_request }) => typeName(leave_request.leave_type) || 'N/A',
  },
  {
    key: 'start',
    title: t.start,
    oneLine: true,
    render: ({ leave_request }) => date(leave_request.start_date),
  },
  {
    key: 'end',
    title: t.end,
    oneLine: true,
    yields: 3,
    render: ({ leave_request }) => date(leave_request.end_date),
  },
  {
    key: 'days',
    title: t.days,
    align: 'right',
    oneLine: true,
    render: ({ leave_request }) => leave_request.days,
  },
  { key: 'status', title: t.status, yields: 2, render: ({ status }) => <Status value={status} /> },
  {
    key: 'applied',
    title: t.appliedOn,
    oneLine: true,
    yields: 1,
    render: ({ leave_request }) => date(leave_request.created_at),
  },
]

/** What waits for the person's decision, also in the place of others. */
export default function LeaveApprovals() {
  const t = useTexts(leaveTexts)
  const { id } = useProfile()
  const [open, setOpen] = useState<Open>(null)
  const { link } = useSearch({ strict: false }) as { link?: string }
  const read = useRead(leaveApprovals.list, { params: { id } })
  const close = () => setOpen(null)
  return (
    <>
      <ListPage
        title={t.approvals}
        heading={(count) => t.pendingApprovals({ count })}
        actions={
          <Button
            variant="default"
            leftSection={<IconUserCog size={17} aria-hidden />}
            onClick={() => setOpen({ act: 'away' })}
          >
            {t.away}
          </Button>
        }
        read={read}
        columns={[...columnsIn(t), actionsColumn(t, setOpen)]}
        rowKey={(row) => row.id}
        search={{
          label: t.searchApproval,
          text: ({ leave_request: { employee, leave_type }, status }) =>
            [employee.first_name, employee.last_name, typeName(leave_type), status].join('\n'),
        }}
        empty={() => <Empty icon={IconCheck} title={t.noApprovals} text={t.noApprovalsText} />}
      />
      {link && <FromEmail token={link} />}
      {open?.act === 'away' && <Delegations onClose={close} />}
      {open?.act === 'view' && <RequestDetails id={open.row.leave_request.id} onClose={close} />}
      {open?.act === 'approve' && <Approve request={open.row.leave_request} onClose={close} />}
      {open?.act === 'reject' && <Reject request={open.row.leave_request} onClose={close} />}
    </>
  )
}

const actionsColumn = (
  t: InOne<typeof leaveTexts>,
  open: (open: Open) => void,
): Column<ApprovalRow> => ({
  key: 'actions',
  title: t.actions,
  actions: true,
  render: (row) => {
    const whose = t.requestOf({ name: fullName(row.leave_request.employee) })
    return (
      <span className={classes.actions}>
        <RowButton
          icon={IconEye}
          label={`${t.viewDetails}: ${whose}`}
          onClick={() => open({ act: 'view', row })}
        >
          {t.viewDetails}
        </RowButton>
        <RowButton
          icon={IconCheck}
          label={`${t.approve} ${whose}`}
          onClick={() => open({ act: 'approve', row })}
        >
          {t.approve}
        </RowButton>
        <RowButton
          icon={IconX}
          label={`${t.reject} ${whose}`}
          onClick={() => open({ act: 'reject', row })}
        >
          {t.reject}
        </RowButton>
      </span>
    )
  },
})
