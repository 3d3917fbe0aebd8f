import { Alert, Anchor, Button, Group, List, Loader, Modal, Stack } from '@mantine/core'
import {
  type LeaveRequestDetails,
  leaveApprovals,
  leaveRequests,
} from '@mshahara/contract/leave-requests'
import { type ReactNode, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { date, dateTime, fullName, wholeName } from '../lib/format.ts'
import { type InOne, useTexts } from '../lib/language.tsx'
import { useMay } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Detail } from '../ui/detail.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconBeach, IconUserCog } from '../ui/icons.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { RowButton } from '../ui/row-action.tsx'
import { Status } from '../ui/status.tsx'
import { DayLines } from './day-lines.tsx'
import { Approve, Reassign, Reject, Shorten } from './decisions.tsx'
import classes from './leave.module.css'
import { leaveTexts } from './texts.ts'
import { inDays, typeName } from './words.ts'

interface Props {
  id: string
  /** As its owner sees it: who decided, and not who was asked. */
  own?: boolean
  onClose: () => void
}

export function RequestDetails({ id, own, onClose }: Props) {
  useReturnFocus()
  const t = useTexts(leaveTexts)
  const { data, isPending } = useRead(leaveRequests.get, { params: { id } })
  return (
    <Modal opened onClose={onClose} title={t.details} size="xl">
      {isPending && <Loader aria-label={t.loading} />}
      {!isPending && !data && <Empty icon={IconBeach} title={t.missing} />}
      {data && <Shown request={data} own={own ?? false} onClose={onClose} />}
    </Modal>
  )
}

interface ShownProps {
  request: LeaveRequestDetails
  own: boolean
  onClose: () => void
  /** In place of the usual buttons. */
  actions?: ReactNode
}

export function Shown({ request, own, onClose, actions }: ShownProps) {
  const { employee } = request
  return (
    <Stack gap="lg">
      {!own && (
        <Part title="Employee Information">
          <Detail
            items={[
              ['Name', wholeName(employee)],
              ['Employee No', employee.employee_no],
              ['Department', employee.department?.name ?? 'N/A'],
              ['Designation', employee.designation?.name ?? 'N/A'],
            ]}
          />
        </Part>
      )}
      <Clashes request={request} />
      <Leave request={request} />
      {own && request.status === 'rejected' && <Rejection request={request} />}
      {!own && <Approvals request={request} />}
      {actions ?? <Actions request={request} onClose={onClose} />}
    </Stack>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={classes.section}>{title}</h3>
      {children}
    </section>
  )
}

const half = (t: InOne<typeof leaveTexts>, { half_start, half_end }: LeaveRequestDetails) =>
  [half_start && t.halfFirst, half_end && t.halfLast]
    .filter((one) => one !== false)
    .map((one) => one.toLowerCase())
    .join(', ')

function Leave({ request }: { request: LeaveRequestDetails }) {
  const t = useTexts(leaveTexts)
  const halves = half(t, request)
  return (
    <Part title={t.information}>
      <Stack gap="sm">
        <Detail
          items={[
            [t.type, typeName(request.leave_type)],
            [t.status, <Status key="status" value={request.status} />],
            [t.start, date(request.start_date)],
            [t.end, date(request.end_date)],
            [t.days, halves ? `${inDays(request.days)}, ${halves}` : inDays(request.days)],
            [t.appliedOn, date(request.created_at)],
            [t.reason, request.reason ?? t.none],
            [t.coveredBy, request.cover ? fullName(request.cover) : t.none],
          ]}
        />
        {request.files.map(({ id, url }) => (
          <Anchor key={id} href={url} target="_blank" rel="noreferrer" size="sm">
            {t.viewAttachment}
          </Anchor>
        ))}
        <DayLines lines={request.lines} />
      </Stack>
    </Part>
  )
}

/** Who else of the department is away, before it is decided. */
function Clashes({ request: { clashes, status } }: { request: LeaveRequestDetails }) {
  const t = useTexts(leaveTexts)
  if (clashes.length === 0 || status !== 'pending') return null
  return (
    <Alert color="yellow" title={t.alsoAway}>
      <List size="sm">
        {clashes.map(({ name, start_date, end_date, status: state }) => (
          <List.Item key={`${name} ${start_date}`}>
            {t.awayOn({ name, from: date(start_date), to: date(end_date) })}
            {state === 'pending' ? t.awaited : ''}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Rejection({ request }: { request: LeaveRequestDetails }) {
  const t = useTexts(leaveTexts)
  return (
    <Part title={t.rejection}>
      <Detail
        items={[
          [t.rejectedBy, request.approver && fullName(request.approver)],
          [t.rejectedOn, date(request.approved_at)],
          [t.reason, request.rejection_reason],
        ]}
      />
    </Part>
  )
}

type Approval = LeaveRequestDetails['approvals'][number]

function Approvals({ request }: { request: LeaveRequestDetails }) {
  const may = useMay()
  const [moving, setMoving] = useState<string | null>(null)
  const columns: Column<Approval>[] = [
    {
      key: 'approver',
      title: 'Approver',
      lead: true,
      render: ({ user, by }) => (by ? `${fullName(user)} (by ${by})` : fullName(user)),
    },
    { key: 'status', title: 'Status', render: ({ status }) => <Status value={status} /> },
    { key: 'comments', title: 'Comments', render: ({ comments }) => comments ?? '—' },
    {
      key: 'date',
      title: 'Date',
      oneLine: true,
      render: ({ approved_at }) => dateTime(approved_at) || '—',
    },
  ]
  const reassigns = may(leaveApprovals.reassign) && request.status === 'pending'
  const actions: Column<Approval> = {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: ({ id, status, user }) =>
      status === 'pending' && (
        <RowButton
          icon={IconUserCog}
          label={`Reassign the approval of ${fullName(user)}`}
          onClick={() => setMoving(id)}
        >
          Reassign
        </RowButton>
      ),
  }
  return (
    <Part title="Approval Information">
      <DataTable
        label="Approval Information"
        columns={reassigns ? [...columns, actions] : columns}
        rows={request.approvals}
        rowKey={({ id }) => id}
        empty={<Empty icon={IconBeach} title="No approval was needed" />}
      />
      {moving && <Reassign id={moving} onClose={() => setMoving(null)} />}
    </Part>
  )
}

function Actions({ request, onClose }: Pick<ShownProps, 'request' | 'onClose'>) {
  const t = useTexts(leaveTexts)
  const [deciding, setDeciding] = useState<'approve' | 'reject' | 'shorten' | null>(null)
  const withdraw = useAct(leaveRequests.cancel, {
    ask: {
      title: t.cancelTitle,
      text: t.cancelText,
      action: t.cancelIt,
      danger: true,
    },
    notice: ({ message }) => message,
  })
  const { decide, withdraw: mayCancel, shorten } = request.may
  if (!decide && !mayCancel && !shorten) return null
  return (
    <Group justify="flex-end">
      {mayCancel && (
        <Button
          variant="default"
          loading={withdraw.busy}
          onClick={() => void withdraw.run({ params: { id: request.id } })}
        >
          {t.cancel}
        </Button>
      )}
      {shorten && (
        <Button variant="default" onClick={() => setDeciding('shorten')}>
          {t.shorten}
        </Button>
      )}
      {decide && (
        <>
          <Button color="red" variant="light" onClick={() => setDeciding('reject')}>
            {t.reject}
          </Button>
          <Button onClick={() => setDeciding('approve')}>{t.approve}</Button>
        </>
      )}
      {deciding === 'approve' && (
        <Approve request={request} onClose={() => setDeciding(null)} onDone={onClose} />
      )}
      {deciding === 'shorten' && (
        <Shorten request={request} onClose={() => setDeciding(null)} onDone={onClose} />
      )}
      {deciding === 'reject' && (
        <Reject request={request} onClose={() => setDeciding(null)} onDone={onClose} />
      )}
    </Group>
  )
}
