import { Button, Group, Stack, Title } from '@mantine/core'
import { type Payroll, payrolls } from '@mshahara/contract/payroll'
import { useRead } from '../lib/api.ts'
import { useMay } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { ChecksList } from '../ui/checks-list.tsx'
import { IconRefresh } from '../ui/icons.ts'

/** What needs a look before confirming, and only that. */
export function Checks({ payroll }: { payroll: Payroll }) {
  const { data: checks } = useRead(payrolls.checks, { params: { id: payroll.id } })
  if (!checks) return null
  const changed = checks.some(({ kind }) => kind === 'inputs changed')
  return (
    <section className="card" aria-label="Checks before confirming">
      <Stack p="var(--card-pad)" gap="sm">
        <Group justify="space-between">
          <Title order={2}>Checks before confirming</Title>
          <Recalculate payroll={payroll} wanted={changed} />
        </Group>
        <ChecksList
          checks={checks.map((check) => ({
            ...check,
            people: check.people.map(({ employee_id, employee_no, ...person }) => ({
              ...person,
              id: employee_id,
              to: `/employee/${employee_id}`,
              number: employee_no,
            })),
          }))}
        />
      </Stack>
    </section>
  )
}

/** For a draft with figures, and for one whose figures could not be worked out. */
export function Recalculate({ payroll, wanted }: { payroll: Payroll; wanted: boolean }) {
  const may = useMay()
  const again = useAct(payrolls.recalculate, {
    notice: ({ calculated }) => calculated && 'Payroll recalculated successfully',
  })
  if (!may(payrolls.recalculate)) return null
  return (
    <Button
      variant={wanted ? 'filled' : 'default'}
      size="xs"
      leftSection={<IconRefresh size={15} aria-hidden />}
      loading={again.busy}
      onClick={() => again.run({ params: { id: payroll.id } })}
    >
      Recalculate
    </Button>
  )
}
