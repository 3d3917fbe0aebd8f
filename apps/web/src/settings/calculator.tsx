import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMaybeProfile } from '../lib/session.ts'
import { Panel } from '../ui/panel.tsx'
import { Simulator } from './simulator.tsx'

/** Open to everybody: the quickest way to see that the figures are right. */
export default function Calculator() {
  const signedIn = useMaybeProfile() !== null
  return (
    <Panel
      title="Pay calculator"
      text="Take-home pay under Kenyan law, for any month since January 2021. Open any figure to see how it was worked out."
      width={680}
    >
      <Simulator start={100_000} />
      <Text size="sm" c="dimmed">
        The figures are those of the payroll itself.{' '}
        <Anchor component={Link} to={signedIn ? '/dashboard' : '/login'} inherit underline="always">
          {signedIn ? 'Back to the application' : 'Sign in'}
        </Anchor>
      </Text>
    </Panel>
  )
}
