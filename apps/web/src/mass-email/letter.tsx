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
import { IconPlayerStop } from '../ui/icons.ts'
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
          <Stop letter={data} />
          <Troubled letter={data} />
          {data.files.length > 0 && <Text size="sm">{`Attached: ${data.files.join(', ')}`}</Text>}
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
      ...stopOf(letter),
    ]}
  />
)

const stopOf = ({ stopped_at, stopped_name }: MassEmailDetails): [string, string][] =>
  stopped_at ? [['Stopped', `${dateTime(stopped_at)} by ${stopped_name}`]] : []

/** While it is on its way it can be stopped; later, those left out can still be sent it. */
function Stop({
  letter: { id, finished_at, waiting, sent, stopped },
}: {
  letter: MassEmailDetails
}) {
  const stop = useAct(massEmails.stop, {
    ask: {
      title: 'Stop Sending',
      text: `Stop this letter? It has already gone to ${addresses(sent)}, which stays on record. Nobody else will receive it.`,
      action: 'Stop Sending',
      danger: true,
    },
    notice: ({ message }) => message,
  })
  if (finished_at || waiting === 0) return <Again id={id} state="stopped" count={stopped} />
  return (
    <Button
      variant="default"
      style={{ alignSelf: 'flex-start' }}
      leftSection={<IconPlayerStop size={16} aria-hidden />}
      loading={stop.busy}
      onClick={() => void stop.run({ params: { id } })}
    >
      Stop Sending
    </Button>
  )
}

function Troubled({ letter }: { letter: MassEmailDetails }) {
  const { troubled, failed, uncertain } = letter
  if (troubled.length === 0) return null
  return (
    <Stack gap="sm">
      <Table aria-label="Delivery not confirmed">
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
  failed: 'They did not receive the letter.',
  uncertain: 'They may already have received the letter, and would then receive it twice.',
  stopped: 'They were left out when the letter was stopped.',
}

interface AgainProps {
  id: string
  state: (typeof unsettled)[number] | 'stopped'
  count: number
}

function Again({ id, state, count }: AgainProps) {
  const whom = addresses(count)
  const again = useAct(massEmails.resend, {
    ask: {
      title: state === 'stopped' ? 'Send to Those Left Out' : 'Send again',
      text: `Send the letter ${state === 'stopped' ? '' : 'again '}to ${whom}? ${warnings[state]}`,
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
      {state === 'stopped' ? `Send to the ${whom} left out` : `Send again to ${whom}: ${state}`}
    </Button>
  )
}
