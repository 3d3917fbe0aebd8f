import { Button, Modal, Stack, Table, Text } from '@mantine/core'
import {
  audienceNames,
  kindNames,
  type MassEmailDetails,
  massEmails,
  type unsettled,
} from '@mshahara/contract/mass-email'
import { useRead } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { useAct } from '../ui/act.ts'
import { Detail } from '../ui/detail.tsx'
import { useReturnFocus } from '../ui/return-focus.ts'
import { Status } from '../ui/status.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { addresses } from './addresses.ts'
import { LetterFrame } from './letter-frame.tsx'

interface Props {
  id: string
  onClose: () => void
}

/** A letter as it was sent, and whom it did not reach. */
export default function Letter({ id, onClose }: Props) {
  useReturnFocus()
  const { data } = useRead(
    massEmails.get,
    { params: { id } },
    { every_ms: (known) => (known && !known.finished_at ? 2000 : false) },
  )
  return (
    <Modal opened onClose={onClose} title={data?.subject ?? 'Letter'} size="xl">
      {data ? (
        <Stack>
          <Facts letter={data} />
          <Troubled letter={data} />
          <LetterFrame html={data.html} title="The letter as it was sent" />
        </Stack>
      ) : (
        <Waiting />
      )}
    </Modal>
  )
}

const Facts = ({ letter }: { letter: MassEmailDetails }) => (
  <Detail
    items={[
      ['Send To', audienceNames[letter.audience]],
      ['Kind', kindNames[letter.kind]],
      ['Sent By', letter.sent_name],
      ['Sent On', dateTime(letter.created_at)],
      ['Finished', letter.finished_at ? dateTime(letter.finished_at) : 'On its way'],
      ['Sent', `${letter.sent} of ${letter.recipients}`],
      ['Unsubscribed', `${letter.unsubscribed} left out`],
    ]}
  />
)

function Troubled({ letter }: { letter: MassEmailDetails }) {
  const { troubled, failed, uncertain } = letter
  if (troubled.length === 0) return null
  return (
    <Stack gap="sm">
      <Table aria-label="Not known to have arrived">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Email</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Reason</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {troubled.map(({ email, state, error }) => (
            <Table.Tr key={email}>
              <Table.Td>{email}</Table.Td>
              <Table.Td>
                <Status value={state} />
              </Table.Td>
              <Table.Td>{error}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {failed + uncertain > troubled.length && (
        <Text size="sm" c="dimmed">
          {`The first ${troubled.length} of ${failed + uncertain}.`}
        </Text>
      )}
      <Again id={letter.id} state="failed" count={failed} />
      <Again id={letter.id} state="uncertain" count={uncertain} />
    </Stack>
  )
}

const warnings = {
  failed: 'They have not got the letter.',
  uncertain: 'They may have got the letter already, and would then get it twice.',
}

interface AgainProps {
  id: string
  state: (typeof unsettled)[number]
  count: number
}

function Again({ id, state, count }: AgainProps) {
  const whom = addresses(count)
  const again = useAct(massEmails.resend, {
    ask: {
      title: 'Send again',
      text: `Send the letter again to ${whom}? ${warnings[state]}`,
      action: 'Send',
    },
    notice: ({ message }) => message,
  })
  if (count === 0) return null
  return (
    <Button
      variant="default"
      loading={again.busy}
      onClick={() => void again.run({ params: { id }, body: { state } })}
    >
      {`Send again to ${whom}: ${state}`}
    </Button>
  )
}
