import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { integrations } from '@mshahara/contract/integrations'
import { useState } from 'react'
import type { useRead } from '../lib/api.ts'
import { date } from '../lib/format.ts'
import { useAct } from '../ui/act.ts'
import { Status } from '../ui/status.tsx'
import classes from './available.module.css'
import { passwordNote } from './shown.ts'
import { TestConnection } from './test-connection.tsx'

type ListedIntegration = NonNullable<
  ReturnType<typeof useRead<typeof integrations.list>>['data']
>[number]

/** What the organisation has already: the active ones, and on demand those replaced. */
export function Available({ list }: { list: ListedIntegration[] }) {
  const [all, setAll] = useState(false)
  const active = list.filter(({ status }) => status === 'active')
  const shown = all || active.length === 0 ? list : active
  return (
    <section aria-label="Available Integrations" className={classes.list}>
      <Text size="sm" fw={600}>
        Available Integrations are:
      </Text>
      {shown.map((one) => (
        <One key={one.id} integration={one} />
      ))}
      {shown.length < list.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          {`Show ${list.length - shown.length} replaced`}
        </Button>
      )}
    </section>
  )
}

function One({ integration }: { integration: ListedIntegration }) {
  const { id, type, provider, status, created_at, callback_url } = integration
  const act = useAct(integrations.status)
  const next = status === 'active' ? 'inactive' : 'active'
  const note = passwordNote(integration)
  return (
    <Stack gap={6} className={classes.one}>
      <Group gap="sm" justify="space-between">
        <Group gap="xs">
          <Text fw={600}>{type.toUpperCase()}</Text>
          <Text size="sm" c="dimmed">{`${provider}, since ${date(created_at)}`}</Text>
        </Group>
        <Group gap="xs">
          <Status value={status} />
          <Button
            variant="subtle"
            size="compact-sm"
            loading={act.busy}
            onClick={() => void act.run({ params: { id }, body: { status: next } })}
          >
            {next === 'active' ? 'Activate' : 'Deactivate'}
          </Button>
        </Group>
      </Group>
      {note && <Text size="sm">{note}</Text>}
      {status === 'active' && callback_url && (
        <Text size="sm" component="div">
          Callback address to give to the bank:
          <Code block className={classes.address}>
            {callback_url}
          </Code>
        </Text>
      )}
      {status === 'active' && <TestConnection integration={integration} />}
    </Stack>
  )
}
