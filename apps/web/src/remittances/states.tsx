import { Group, Text } from '@mantine/core'
import type { RemittanceState } from '@mshahara/contract/remittances'
import { date, today } from '../lib/format.ts'
import { Tag } from '../ui/status.tsx'

/** How a recipient's month stands, in words. */

interface Standing {
  state: RemittanceState
  due: string | null
  open: number
  late_days: number
}

const tones = {
  'nothing due': 'gray',
  kept: 'gray',
  open: 'blue',
  'part paid': 'amber',
  paid: 'green',
  overpaid: 'amber',
} as const
const states: Record<RemittanceState, string> = {
  'nothing due': 'Nothing due',
  kept: 'Kept by you',
  open: 'Open',
  'part paid': 'Part paid',
  paid: 'Paid',
  overpaid: 'Paid too much',
}

export const State = ({ state }: Pick<Standing, 'state'>) => (
  <Tag tone={tones[state]}>{states[state]}</Tag>
)

const soon_days = 7
const day_ms = 86_400_000

/** Beside the day whether it is near or past, as long as something is open. */
export function Due({ due, open, late_days }: Standing) {
  if (!due) {
    return (
      <Text size="sm" c="dimmed">
        As agreed
      </Text>
    )
  }
  const near = open > 0 && (Date.parse(due) - Date.parse(today())) / day_ms <= soon_days
  const late = late_days === 1 ? '1 day late' : `${late_days} days late`
  return (
    <Group gap={6}>
      <span>{date(due)}</span>
      {near && (
        <Tag tone={late_days > 0 ? 'red' : 'amber'}>{late_days > 0 ? late : 'Due soon'}</Tag>
      )}
    </Group>
  )
}
