import { Alert, List, Text } from '@mantine/core'
import {
  type AffectedLeave,
  type LeaveChange,
  leaveChanges,
} from '@mshahara/contract/leave-changes'
import { useRead } from '../lib/api.ts'
import { date } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { inDays } from './words.ts'

/** Whose leave a change counts anew, before it is made; without a change, nothing. */
export default function AffectedLeaves({ change }: { change: LeaveChange | null }) {
  const enabled = useMay()(leaveChanges.preview) && change !== null
  const body = change ?? { what: 'holiday' as const }
  const { data } = useRead(leaveChanges.preview, { body }, { enabled, keep: true })
  if (!enabled || !data) return null
  if (data.count === 0) {
    return (
      <Text size="sm" c="dimmed" role="status">
        No upcoming leave needs to be recounted.
      </Text>
    )
  }
  const more = data.count - data.leaves.length
  return (
    <Alert color="yellow" role="status" title={titleOf(data.count)}>
      <List size="sm">
        {data.leaves.map((leave) => (
          <List.Item key={leave.request_id}>{told(leave)}</List.Item>
        ))}
        {more > 0 && <List.Item>{`and ${more} more`}</List.Item>}
      </List>
    </Alert>
  )
}

const titleOf = (count: number) =>
  count === 1 ? '1 leave is recounted' : `${count} leaves are recounted`

/** "Wanjiku Kamau, Annual Leave from 05 March, 2026: 8 days become 9 days". */
function told({ name, type, start_date, before, after, kept }: AffectedLeave): string {
  const whose = `${name}, ${type} from ${date(start_date)}: `
  if (kept) return `${whose}stays at ${inDays(before)}, as no more days remain`
  if (before === after) return `${whose}its days are taken from other years`
  return `${whose}${inDays(before)} become${before === 1 ? 's' : ''} ${inDays(after)}`
}
