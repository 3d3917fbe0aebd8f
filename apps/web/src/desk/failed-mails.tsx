import { Group } from '@mantine/core'
import { desk, type FailedMail } from '@mshahara/contract/desk'
import { dateTime } from '../lib/format.ts'
import { useAct } from '../ui/act.ts'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconCheck, IconCircleCheck, IconSend } from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'
import { SlicePage } from '../ui/slice-page.tsx'
import { Status } from '../ui/status.tsx'

const columns: Column<FailedMail>[] = [
  { key: 'recipient', title: 'To', lead: true, render: ({ recipient }) => recipient },
  { key: 'subject', title: 'Subject', yields: 2, render: ({ subject }) => subject },
  {
    key: 'organization',
    title: 'Organization',
    yields: 1,
    render: ({ organization }) => organization?.name ?? 'The platform',
  },
  { key: 'state', title: 'Status', render: ({ state }) => <Status value={state} /> },
  { key: 'error', title: 'What went wrong', yields: 3, render: ({ error }) => error ?? '—' },
  {
    key: 'created_at',
    title: 'Created',
    oneLine: true,
    yields: 1,
    render: ({ created_at }) => dateTime(created_at),
  },
  { key: 'actions', title: 'Actions', actions: true, render: (mail) => <Actions mail={mail} /> },
]

/** Nobody knows whether an uncertain one has arrived, so that sending it again is a question. */
function Actions({ mail: { id, recipient, state, again } }: { mail: FailedMail }) {
  const told = { notice: ({ message }: { message: string }) => message }
  const leave = useAct(desk.settleMail, told)
  const send = useAct(desk.settleMail, {
    ...told,
    ...(state === 'uncertain' && {
      ask: {
        title: 'Send Again',
        text: `This message may have reached ${recipient} already. Send it once more?`,
        action: 'Send again',
      },
    }),
  })
  return (
    <Group gap={6} wrap="nowrap">
      {again && (
        <RowButton
          icon={IconSend}
          label={`Send again to ${recipient}`}
          busy={send.busy}
          onClick={() => void send.run({ params: { id }, body: { act: 'again' } })}
        >
          Send again
        </RowButton>
      )}
      <RowButton
        icon={IconCheck}
        label={`Set the message to ${recipient} aside`}
        busy={leave.busy}
        onClick={() => void leave.run({ params: { id }, body: { act: 'leave' } })}
      >
        Set aside
      </RowButton>
    </Group>
  )
}

/** Mail that did not arrive, or may not have. */
export default function FailedMails() {
  return (
    <SlicePage<FailedMail>
      title="Failed Mail"
      endpoint={desk.mails}
      heading={(count) => `Messages (${count})`}
      columns={columns}
      rowKey={({ id }) => id}
      searchLabel="Search failed mail"
      empty={(searching) => (
        <Empty
          icon={IconCircleCheck}
          title={searching ? 'No message matches your search' : 'No mail has failed'}
        />
      )}
    />
  )
}
