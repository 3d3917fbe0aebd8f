import { Button, Group, Text, Title } from '@mantine/core'
import { auth } from '@mshahara/contract/auth'
import { useNavigate } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { words } from '../lib/format.ts'
import { useLaterTexts } from '../lib/language.tsx'
import { announceSwitch, renewSession } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { useAct } from '../ui/act.ts'
import { IconLogout } from '../ui/icons.ts'
import { authTexts } from './texts.ts'

/** The organisation the person is in, and how to leave it (A28). */
export function OwnOrganization() {
  const { data: memberships } = useRead(auth.memberships)
  const current = memberships?.find((one) => one.current && one.status === 'active')
  return current ? <Current {...current} /> : null
}

interface CurrentProps {
  organization_id: string
  name: string
  role: string
}

function Current({ organization_id, name, role }: CurrentProps) {
  const leave = useLeave(organization_id, name)
  const t = useLaterTexts(authTexts)
  return (
    <section className="card" aria-labelledby="own-organization">
      <Group p="var(--card-pad)" justify="space-between">
        <div>
          <Title order={2} id="own-organization">
            {t.organization}
          </Title>
          <Text mt={4}>
            {name}, {role === 'employee' ? t.employee : words(role)}
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={leave}
        >
          {t.leaveOrganization}
        </Button>
      </Group>
    </section>
  )
}

function useLeave(id: string, name: string) {
  const navigate = useNavigate()
  const t = useLaterTexts(authTexts)
  const leave = useAct(auth.leaveMembership, {
    ask: {
      title: t.leaveTitle,
      text: t.leaveText({ name }),
      action: t.leave,
      danger: true,
    },
    renews: true,
  })
  return async () => {
    if (!(await leave.run({ params: { id } }))) return
    await renewSession()
    announceSwitch()
    toast('success', t.left({ name }))
    await navigate({ to: '/' })
  }
}
