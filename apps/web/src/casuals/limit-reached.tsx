import { Alert, Button, Group, Text } from '@mantine/core'
import { counted } from '@mshahara/contract/counted'
import { Link } from '@tanstack/react-router'
import { IconAlertTriangle } from '../ui/icons.ts'

/** No further casual fits into the subscription; what to do about it. */
export const LimitReached = ({ limit }: { limit: number }) => (
  <Alert color="yellow" py="xs" icon={<IconAlertTriangle size={18} aria-hidden />} role="status">
    <Group gap="sm" justify="space-between">
      <Text size="sm">{`Your subscription has reached the limit of ${counted(limit, 'casual')}.`}</Text>
      <Button size="xs" component={Link} to="/upgrade">
        Upgrade
      </Button>
    </Group>
  </Alert>
)
