import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { casualPayrolls } from '@mshahara/contract/casual-payroll'
import type { payrolls } from '@mshahara/contract/payroll'
import { useMay } from '../lib/session.ts'
import { useAct } from './act.ts'
import { ChecksList, type Found } from './checks-list.tsx'
import { IconRefresh } from './icons.ts'

interface Again {
  endpoint: typeof payrolls.recalculate | typeof casualPayrolls.recalculate
  id: string
}

interface Props {
  checks: Found[]
  again: Again
  /** Said where something was changed since the figures were worked out. */
  againWords?: string
}

/** What needs a look before confirming, and only that. */
export function RunChecks({ checks, again, againWords }: Props) {
  const changed = checks.some(({ kind }) => kind === 'inputs changed')
  return (
    <section className="card" aria-label="Checks before confirming">
      <Stack p="var(--card-pad)" gap="sm">
        <Group justify="space-between">
          <Title order={2}>Checks before confirming</Title>
          <Recalculate {...again} wanted={changed} />
        </Group>
        <ChecksList checks={checks} />
        {changed && againWords && (
          <Text size="sm" c="dimmed">
            {againWords}
          </Text>
        )}
      </Stack>
    </section>
  )
}

/** For a draft with figures, and for one whose figures could not be worked out. */
export function Recalculate({ endpoint, id, wanted }: Again & { wanted: boolean }) {
  const may = useMay()
  const again = useAct(endpoint, {
    // A large run is worked out in the background, and shows how far it is.
    notice: (answer) =>
      !('calculated' in answer && !answer.calculated) && 'Payroll recalculated successfully',
  })
  if (!may(endpoint)) return null
  return (
    <Button
      variant={wanted ? 'filled' : 'default'}
      size="xs"
      leftSection={<IconRefresh size={15} aria-hidden />}
      loading={again.busy}
      onClick={() => again.run({ params: { id } })}
    >
      Recalculate
    </Button>
  )
}
