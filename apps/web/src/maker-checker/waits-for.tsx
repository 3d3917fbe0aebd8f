import { Alert, Anchor, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconClock } from '../ui/icons.ts'
import { useWaiting } from './asks.ts'
import { Proposed } from './proposed.tsx'

/** What waits about one record, at the head of its page: not in force before somebody agrees. */
export default function WaitsFor({ id }: { id: string }) {
  const waiting = useWaiting(id)
  if (waiting.length === 0) return null
  return (
    <Stack gap="md">
      {waiting.map((proposal) => (
        <Alert
          key={proposal.id}
          color="yellow"
          title={`${proposal.title}: waiting for a second person`}
          icon={<IconClock size={18} aria-hidden />}
        >
          <Proposed proposal={proposal} />
          {proposal.listed > 0 && (
            <Anchor component={Link} to={`/approval/${proposal.id}`} size="sm" underline="always">
              {`All ${proposal.listed.toLocaleString('en')} lines`}
            </Anchor>
          )}
        </Alert>
      ))}
    </Stack>
  )
}
