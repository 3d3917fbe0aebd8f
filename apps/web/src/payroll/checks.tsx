import { Accordion, Button, Group, Stack, Text, Title } from '@mantine/core'
import { type Payroll, type PayrollCheck, payrolls } from '@mshahara/contract/payroll'
import { Link } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { useMay } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconRefresh } from '../ui/icons.ts'
import { Tag } from '../ui/status.tsx'
import classes from './payroll.module.css'

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
        {checks.length === 0 ? (
          <Group gap="xs">
            <IconCircleCheck size={18} color="var(--mantine-color-green-7)" aria-hidden />
            <Text size="sm">Nothing needs attention. This payroll can be confirmed.</Text>
          </Group>
        ) : (
          <Accordion variant="separated" chevronPosition="left">
            {checks.map((check) => (
              <Check key={check.kind} check={check} />
            ))}
          </Accordion>
        )}
      </Stack>
    </section>
  )
}

function Check({ check }: { check: PayrollCheck }) {
  const { kind, blocks, title, count, people } = check
  const Icon = blocks ? IconCircleX : IconAlertTriangle
  const color = blocks ? 'var(--mantine-color-red-7)' : 'var(--mantine-color-yellow-7)'
  return (
    <Accordion.Item value={kind.replaceAll(' ', '-')}>
      <Accordion.Control icon={<Icon size={18} color={color} aria-hidden />}>
        <Group gap="xs">
          <Text size="sm" fw={550}>
            {title}
          </Text>
          {count > 0 && <Tag tone={blocks ? 'red' : 'amber'}>{count}</Tag>}
          {blocks && <Text size="xs">to be corrected before confirming</Text>}
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <ul className={classes.people}>
          {people.map(({ employee_id, name, employee_no, detail }) => (
            <li key={employee_id}>
              <Link to={`/employee/${employee_id}`}>{name}</Link>
              <span className="figures">{employee_no}</span>
              <span className="figures">{detail}</span>
            </li>
          ))}
        </ul>
        {count > people.length && (
          <Text size="sm" c="dimmed">{`and ${count - people.length} more`}</Text>
        )}
      </Accordion.Panel>
    </Accordion.Item>
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
