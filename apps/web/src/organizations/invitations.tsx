import { Button, Group, Menu, Text } from '@mantine/core'
import { auth, type membership } from '@mshahara/contract/auth'
import type { z } from 'zod'
import { useWrite } from '../lib/api.ts'
import { words } from '../lib/format.ts'
import { toast } from '../lib/toast.tsx'
import { confirm } from '../ui/confirm.tsx'
import { IconCheck, IconX } from '../ui/icons.ts'

type Membership = z.output<typeof membership>
interface Props {
  invited: Membership[]
  /** Inside the user menu; otherwise as cards. */
  asMenu?: boolean
  onAccepted?: (organization: string) => unknown
}

/** Organisations that asked this person to join; nobody joins one without saying yes (A4). */
export function Invitations({ invited, asMenu, onAccepted }: Props) {
  const { accept, decline } = useAnswers(onAccepted)
  if (asMenu) {
    return invited.map((one) => (
      <div key={one.organization_id}>
        <Menu.Divider />
        <Menu.Label>Invitation from {one.name}</Menu.Label>
        <Menu.Item leftSection={<IconCheck size={18} aria-hidden />} onClick={() => accept(one)}>
          Accept
        </Menu.Item>
        <Menu.Item leftSection={<IconX size={18} aria-hidden />} onClick={() => decline(one)}>
          Decline
        </Menu.Item>
      </div>
    ))
  }
  return invited.map((one) => (
    <Group key={one.organization_id} className="card" p="md" justify="space-between">
      <div>
        <Text fw={600}>{one.name}</Text>
        <Text size="sm" c="dimmed">
          has invited you as {words(one.role)}.
        </Text>
      </div>
      <Group gap="xs">
        <Button variant="default" onClick={() => decline(one)}>
          Decline
        </Button>
        <Button onClick={() => accept(one)}>Accept</Button>
      </Group>
    </Group>
  ))
}

function useAnswers(onAccepted?: Props['onAccepted']) {
  const accepting = useWrite(auth.acceptMembership)
  const declining = useWrite(auth.declineMembership)
  async function accept({ organization_id: id, name }: Membership) {
    await accepting.run({ params: { id } })
    toast('success', `You have joined ${name}.`)
    await onAccepted?.(id)
  }
  async function decline({ organization_id: id, name }: Membership) {
    const sure = await confirm({
      title: 'Decline invitation',
      text: `You will not join ${name}. They can invite you again.`,
      action: 'Decline',
      danger: true,
    })
    if (!sure) return
    await declining.run({ params: { id } })
    toast('info', 'Invitation declined.')
  }
  const told = () => {}
  return {
    accept: (one: Membership) => void accept(one).catch(told),
    decline: (one: Membership) => void decline(one).catch(told),
  }
}
