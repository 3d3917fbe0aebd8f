import { Button, Group, Text, Title } from '@mantine/core'
import { auth } from '@mshahara/contract/auth'
import { useNavigate } from '@tanstack/react-router'
import { call, useRead } from '../lib/api.ts'
import { words } from '../lib/format.ts'
import { renewSession, tellSwitched } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { confirm } from '../ui/confirm.tsx'
import { IconLogout } from '../ui/icons.ts'

/** The organisation one is in, and the way out of it (A28). */
export function OwnOrganization() {
  const { data: memberships } = useRead(auth.memberships)
  const current = memberships?.find((one) => one.current && one.status === 'active')
  const leave = useLeave()
  if (!current) return null
  const { organization_id, name, role } = current
  return (
    <section className="card" aria-labelledby="own-organization">
      <Group p="lg" justify="space-between">
        <div>
          <Title order={2} id="own-organization">
            Organization
          </Title>
          <Text mt={4}>
            {name}, {words(role)}
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => void leave(organization_id, name)}
        >
          Leave Organization
        </Button>
      </Group>
    </section>
  )
}

function useLeave() {
  const navigate = useNavigate()
  return async (id: string, name: string) => {
    const sure = await confirm({
      title: 'Leave organization',
      text:
        `You will no longer see anything of ${name}, your payslips there included. ` +
        'Your employee record stays with it. To come back, you must be invited again.',
      action: 'Leave',
      danger: true,
    })
    if (!sure) return
    try {
      await call(auth.leaveMembership, { params: { id } }, { key: crypto.randomUUID() })
    } catch {
      // Told already; the person stays.
      return
    }
    await renewSession()
    tellSwitched()
    toast('success', `You have left ${name}.`)
    await navigate({ to: '/' })
  }
}
