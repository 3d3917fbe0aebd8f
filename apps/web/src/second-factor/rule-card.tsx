import { Anchor, Stack, Switch, Text } from '@mantine/core'
import { secondFactor } from '@mshahara/contract/second-factor'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { refresh, useRead } from '../lib/api.ts'
import { useMay } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { Card } from '../ui/card.tsx'
import ProveOwn from './prove-own.tsx'

/** The primary user's choice for the organisation. */
export default function RuleCard() {
  return useMay()(secondFactor.setRule) ? <Rule /> : null
}

function Rule() {
  const { data } = useRead(secondFactor.rule)
  const { data: own } = useRead(secondFactor.list)
  const [open, setOpen] = useState(false)
  if (!data || !own) return null
  const { required, lacking } = data
  const hasNone = !required && own.factors.length === 0
  return (
    <Card title="Signing in">
      <Stack gap="xs">
        <Switch
          label="Those who pay, approve or manage must use a second factor"
          description={
            'An app that shows codes, or a passkey, in addition to the password. Anyone without one must ' +
            'set it up at their next sign-in before doing anything else.'
          }
          checked={required}
          disabled={hasNone}
          onChange={() => setOpen(true)}
        />
        {hasNone && (
          <Text size="sm">
            Please set up a second factor of your own first, in{' '}
            <Anchor component={Link} to="/profile" inherit underline="always">
              your profile
            </Anchor>
            .
          </Text>
        )}
        {lacking.length > 0 && (
          <Text size="sm" c="dimmed">
            Without one so far: {lacking.join(', ')}
          </Text>
        )}
      </Stack>
      {open && <Question required={!required} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function Question({ required, onClose }: { required: boolean; onClose: () => void }) {
  return (
    <ProveOwn
      endpoint={secondFactor.setRule}
      body={{ required }}
      title={required ? 'Require a second factor' : 'Make the second factor optional'}
      text={
        required
          ? 'Anyone who pays, approves or manages and has none must set one up before doing anything else.'
          : 'Anyone without one signs in with the password and an emailed code.'
      }
      action={required ? 'Require' : 'Make optional'}
      danger={!required}
      onCancel={onClose}
      onDone={async () => {
        onClose()
        toast(
          'success',
          required
            ? 'A second factor is required from now on'
            : 'A second factor is optional again',
        )
        await refresh()
      }}
    />
  )
}
