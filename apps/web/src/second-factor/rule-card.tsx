import { Stack, Switch, Text } from '@mantine/core'
import { secondFactor } from '@mshahara/contract/second-factor'
import { useRead } from '../lib/api.ts'
import { useMay } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { Card } from '../ui/card.tsx'

/** The primary user's choice for the organisation. */
export default function RuleCard() {
  return useMay()(secondFactor.setRule) ? <Rule /> : null
}

function Rule() {
  const { data } = useRead(secondFactor.rule)
  const set = useAct(secondFactor.setRule, {
    notice: ({ required }) =>
      required ? 'A second factor is required from now on' : 'A second factor is optional again',
  })
  if (!data) return null
  const { required, lacking } = data
  return (
    <Card title="Signing in">
      <Stack gap="xs">
        <Switch
          label="Those who pay, approve or manage must use a second factor"
          description={
            'An app that shows codes, or a passkey, besides the password. Whoever has none sets ' +
            'one up at the next sign-in, and can do nothing else before.'
          }
          checked={required}
          disabled={set.busy}
          onChange={({ currentTarget }) =>
            void set.run({ body: { required: currentTarget.checked } })
          }
        />
        {lacking.length > 0 && (
          <Text size="sm" c="dimmed">
            Without one so far: {lacking.join(', ')}
          </Text>
        )}
      </Stack>
    </Card>
  )
}
