import { Button, Group, Text } from '@mantine/core'
import { secondFactor } from '@mshahara/contract/second-factor'
import { useMay, useProfile } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { Card } from '../ui/card.tsx'

/** For a colleague who has lost phone and recovery codes. */
export default function ResetCard({ id, name }: { id: string; name: string }) {
  const profile = useProfile()
  const may = useMay()
  const reset = useAct(secondFactor.reset, {
    ask: {
      title: 'Reset second factors',
      text:
        `${name} is signed out everywhere and told by email. They sign in with the password and a ` +
        'mailed code, until they add a second factor again. Make sure that it is really they who ask.',
      action: 'Reset',
      danger: true,
    },
    notice: 'The second factors were removed',
  })
  if (profile.id === id || !may(secondFactor.reset)) return null
  return (
    <Card title="Second factor">
      <Group justify="space-between">
        <Text size="sm">{name} has lost phone and recovery codes?</Text>
        <Button
          variant="default"
          loading={reset.busy}
          onClick={() => void reset.run({ params: { id } })}
        >
          Reset second factors
        </Button>
      </Group>
    </Card>
  )
}
