import { Text, Textarea } from '@mantine/core'
import { type LeaveRequest, leaveApprovals, leaveRequests } from '@mshahara/contract/leave-requests'
import { users } from '@mshahara/contract/users'
import { useRead } from '../lib/api.ts'
import { date, fullName, today } from '../lib/format.ts'
import { useTexts } from '../lib/language.tsx'
import Day from '../ui/day.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { leaveTexts } from './texts.ts'
import { inDays, typeName } from './words.ts'

interface Props {
  request: LeaveRequest
  onClose: () => void
  onDone?: () => void
}

function What({ request }: { request: LeaveRequest }) {
  const t = useTexts(leaveTexts)
  const { employee, leave_type, start_date, end_date, days } = request
  return (
    <Text size="sm">
      {t.what({
        name: fullName(employee),
        type: typeName(leave_type),
        from: date(start_date),
        to: date(end_date),
        days: inDays(days),
      })}
    </Text>
  )
}

export function Approve({ request, onClose, onDone }: Props) {
  const t = useTexts(leaveTexts)
  return (
    <FormModal
      endpoint={leaveRequests.approve}
      params={{ id: request.id }}
      title={t.approveTitle}
      action={t.approve}
      initial={{ comments: '' }}
      done={t.approved}
      onClose={onClose}
      onDone={onDone}
    >
      {(form) => (
        <>
          <What request={request} />
          <Textarea
            label={t.comments}
            autosize
            minRows={2}
            data-autofocus
            {...form.getInputProps('comments')}
          />
        </>
      )}
    </FormModal>
  )
}

export function Reject({ request, onClose, onDone }: Props) {
  const t = useTexts(leaveTexts)
  return (
    <FormModal
      endpoint={leaveRequests.reject}
      params={{ id: request.id }}
      title={t.rejectTitle}
      action={t.reject}
      initial={{ rejection_reason: '' }}
      done={t.rejected}
      ready={(form) => form.values.rejection_reason.trim() !== ''}
      onClose={onClose}
      onDone={onDone}
    >
      {(form) => (
        <>
          <What request={request} />
          <Textarea
            label={t.rejectReason}
            withAsterisk
            autosize
            minRows={3}
            data-autofocus
            {...form.getInputProps('rejection_reason')}
          />
        </>
      )}
    </FormModal>
  )
}

/** Somebody comes back, or is called back, before the leave is over. */
export function Shorten({ request, onClose, onDone }: Props) {
  const t = useTexts(leaveTexts)
  return (
    <FormModal
      endpoint={leaveRequests.shorten}
      params={{ id: request.id }}
      title={t.shorten}
      action={t.shorten}
      initial={{ last_day: '' }}
      done={t.shortened}
      onClose={onClose}
      onDone={onDone}
    >
      {(form) => (
        <>
          <What request={request} />
          <Text size="sm" c="dimmed">
            {t.shortenText}
          </Text>
          <Day
            label={t.lastDay}
            withAsterisk
            defaultDate={today()}
            max={request.end_date}
            {...form.getInputProps('last_day')}
          />
        </>
      )}
    </FormModal>
  )
}

export function Reassign({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useRead(users.list)
  const options = (data ?? [])
    .filter(({ status }) => status === 'active')
    .map((user) => ({ value: user.id, label: `${fullName(user)} · ${user.email}` }))
  return (
    <FormModal
      endpoint={leaveApprovals.reassign}
      params={{ id }}
      title="Reassign Approval"
      action="Reassign"
      initial={{ user_id: '' }}
      done="Approval reassigned successfully"
      onClose={onClose}
    >
      {(form) => (
        <SearchSelect
          label="Select User"
          withAsterisk
          placeholder="Select a user"
          data={options}
          data-autofocus
          {...form.getInputProps('user_id')}
          value={form.values.user_id || null}
        />
      )}
    </FormModal>
  )
}
