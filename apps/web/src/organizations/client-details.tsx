import { Anchor, Avatar, Button, Checkbox, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { type Client, clients } from '@mshahara/contract/clients'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { useProfile } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { Detail } from '../ui/detail.tsx'
import { IconBuilding, IconDoorEnter, IconEye, IconTrash } from '../ui/icons.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { RowButton, RowTab } from '../ui/row-action.tsx'
import { Status } from '../ui/status.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { AddDocument } from './add-document.tsx'
import { useSwitch } from './switch.ts'

interface Props {
  id: string
  onClose: () => void
}

/** Everything about one organisation, and the way into it. */
export default function ClientDetails({ id, onClose }: Props) {
  useReturnFocus()
  const { data } = useRead(clients.get, { params: { id } })
  return (
    <Modal opened onClose={onClose} title={data?.name ?? 'Organization'} size="xl">
      {data ? <Contents client={data} onClose={onClose} /> : <Waiting />}
    </Modal>
  )
}

function Contents({ client, onClose }: { client: Client; onClose: () => void }) {
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Group gap="sm">
          <Avatar
            size={52}
            radius="md"
            src={client.logo && `/storage/organization/${client.logo}`}
            alt=""
          >
            <IconBuilding size={26} aria-hidden />
          </Avatar>
          <Status value={client.status} />
        </Group>
        <Enter client={client} />
      </Group>
      <Facts client={client} />
      <Files client={client} onClose={onClose} />
      <Deductions client={client} />
    </Stack>
  )
}

function Enter({ client: { id, name } }: { client: Client }) {
  const { organization_id } = useProfile()
  const switchTo = useSwitch()
  const [busy, setBusy] = useState(false)
  const here = organization_id === id
  async function enter() {
    setBusy(true)
    await switchTo(id)
    setBusy(false)
  }
  return (
    <Button
      leftSection={<IconDoorEnter size={17} aria-hidden />}
      aria-label={here ? `${name} is open` : `Open ${name}`}
      loading={busy}
      disabled={here}
      onClick={enter}
    >
      {here ? 'Opened' : 'Open'}
    </Button>
  )
}

function Facts({ client }: { client: Client }) {
  return (
    <Detail
      items={[
        ['Address', client.address],
        ['Phone', client.phone],
        ['Email address', client.email],
        [
          'Website',
          client.website && (
            <Anchor href={client.website} target="_blank" rel="noreferrer" inherit>
              {client.website}
            </Anchor>
          ),
        ],
        ['PIN No.', client.pin_no],
        ['NHIF No.', client.nhif_no],
        ['NSSF No.', client.nssf_no],
        ['Bank name', client.bank_name],
        ['Account number', client.account_no],
        ['Branch name', client.branch_name],
        ['Bank code', client.bank_code],
        ['Branch code', client.branch_code],
        [
          'Primary users',
          client.primaries
            .map(({ name, email, status }) =>
              status === 'active' ? `${name}, ${email}` : `${name}, ${email} (${status})`,
            )
            .join('; '),
        ],
      ]}
    />
  )
}

function Files({ client, onClose }: { client: Client; onClose: () => void }) {
  const [adding, setAdding] = useState(false)
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={3}>Files:</Title>
        <Button variant="default" size="xs" onClick={() => setAdding(true)}>
          Add File
        </Button>
      </Group>
      {client.files.length === 0 && (
        <Text size="sm" c="dimmed">
          None yet. Keep the certificate of registration and the PIN certificate here.
        </Text>
      )}
      {client.files.map((file) => (
        <Group key={file.id} justify="space-between" wrap="nowrap" gap="sm">
          <Text size="sm">{file.name}</Text>
          <Group gap={6} wrap="nowrap">
            <RowTab
              icon={IconEye}
              label={`View ${file.name}`}
              href={`/storage/organization-files/${file.file}`}
            >
              View
            </RowTab>
            <Revoke file={file} onAsk={onClose} />
          </Group>
        </Group>
      ))}
      {adding && <AddDocument organization_id={client.id} onClose={() => setAdding(false)} />}
    </Stack>
  )
}

/** The question stands alone: the details close before it is asked. */
function Revoke({ file, onAsk }: { file: Client['files'][number]; onAsk: () => void }) {
  const revoke = useAct(clients.revokeFile, {
    ask: {
      title: 'Revoke File',
      text: 'Do you want to revoke this file?',
      action: 'Confirm',
      danger: true,
    },
    notice: 'Organization file revoked successfully',
  })
  return (
    <RowButton
      icon={IconTrash}
      label={`Revoke ${file.name}`}
      busy={revoke.busy}
      onClick={() => {
        onAsk()
        void revoke.run({ params: { id: file.id } })
      }}
    >
      Revoke
    </RowButton>
  )
}

const deductions = [
  ['paye', 'Deduct PAYE'],
  ['nhif', 'Deduct NHIF'],
  ['nssf', 'Deduct NSSF'],
  ['housing', 'Deduct Housing Levy'],
  ['nita', 'Deduct NITA'],
] as const

function Deductions({ client }: { client: Client }) {
  return (
    <Group gap="lg">
      {deductions.map(([flag, label]) => (
        <Checkbox key={flag} label={label} checked={client[flag]} readOnly aria-readonly="true" />
      ))}
    </Group>
  )
}
