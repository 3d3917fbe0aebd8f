import { Button, Group, Menu, Text } from '@mantine/core'
import { auth } from '@mshahara/contract/auth'
import { words } from '../lib/format.ts'
import { toast } from '../lib/toast.tsx'
import { useAct } from '../ui/act.ts'
import { IconCheck, IconX } from '../ui/icons.ts'
import type { Membership } from './invited.ts'

interface Props {
  invited: Membership[]
  /** Inside the user menu; otherwise as cards. */
  asMenu?: boolean
  onAccepted?: (organization: string) => unknown
}

/** Organisations that asked this person to join; nobody joins one without saying yes (A4). */
export default function Invitations({ invited, asMenu, onAccepted }: Props) {
  const Shape = asMenu ? InMenu : Card
  return invited.map((one) => (
    <Shape key={one.organization_id} invitation={one} onAccepted={onAccepted} />
  ))
}

interface OneProps {
  invitation: Membership
  onAccepted?: Props['onAccepted']
}

function InMenu({ invitation, onAccepted }: OneProps) {
  const { accept, decline } = useAnswers(invitation, onAccepted)
  return (
    <div>
      <Menu.Divider />
      <Menu.Label>Invitation from {invitation.name}</Menu.Label>
      <Menu.Item leftSection={<IconCheck size={18} aria-hidden />} onClick={accept}>
        Accept
      </Menu.Item>
      <Menu.Item leftSection={<IconX size={18} aria-hidden />} onClick={decline}>
        Decline
      </Menu.Item>
    </div>
  )
}

function Card({ invitation, onAccepted }: OneProps) {
  const { accept, decline } = useAnswers(invitation, onAccepted)
  return (
    <Group className="card" p="var(--card-pad)" justify="space-between">
      <div>
        <Text fw={600}>{invitation.name}</Text>
        <Text size="sm" c="dimmed">
          has invited you as {words(invitation.role)}.
        </Text>
      </div>
      <Group gap="xs">
        <Button variant="default" onClick={decline}>
          Decline
        </Button>
        <Button onClick={accept}>Accept</Button>
      </Group>
    </Group>
  )
}

function useAnswers({ organization_id: id, name }: Membership, onAccepted?: Props['onAccepted']) {
  const accepting = useAct(auth.acceptMembership, { notice: `You have joined ${name}.` })
  const declining = useAct(auth.declineMembership, {
    ask: {
      title: 'Decline invitation',
      text: `You will not join ${name}. They can invite you again.`,
      action: 'Decline',
      danger: true,
    },
  })
  return {
    accept: async () => {
      if (await accepting.run({ params: { id } })) await onAccepted?.(id)
    },
    decline: async () => {
      if (await declining.run({ params: { id } })) toast('info', 'Invitation declined.')
    },
  }
}
