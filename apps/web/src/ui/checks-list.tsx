import { Accordion, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from './checks-list.module.css'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from './icons.ts'
import { Tag } from './status.tsx'

export interface Found {
  kind: string
  blocks: boolean
  /** Blocks until whoever confirms approves it for each person. */
  approvable?: boolean
  title: string
  /** What is to be done before confirming, where that is not a correction. */
  remedy?: string
  count: number
  /** The first of them. */
  people: Person[]
}
interface Person {
  id: string
  /** Where their record is. */
  to: string
  name: string
  number: string
  detail: string
}

/** What the checks of a payroll found, each with those it is about. */
export function ChecksList({ checks }: { checks: Found[] }) {
  if (checks.length === 0) {
    return (
      <Group gap="xs">
        <IconCircleCheck size={18} color="var(--mantine-color-green-7)" aria-hidden />
        <Text size="sm">Nothing needs attention. This payroll can be confirmed.</Text>
      </Group>
    )
  }
  return (
    <Accordion variant="separated" chevronPosition="left">
      {checks.map((check) => (
        <Check key={check.kind} check={check} />
      ))}
    </Accordion>
  )
}

function Check({ check }: { check: Found }) {
  const { kind, blocks, approvable, title, count, people } = check
  const remedy =
    check.remedy ?? (approvable ? 'asked when confirming' : 'to be corrected before confirming')
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
          {blocks && <Text size="xs">{remedy}</Text>}
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <ul className={classes.people}>
          {people.map(({ id, to, name, number, detail }) => (
            <li key={id}>
              <Link to={to}>{name}</Link>
              <span className="figures">{number}</span>
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
