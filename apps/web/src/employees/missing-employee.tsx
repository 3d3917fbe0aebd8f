import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Empty } from '../ui/empty.tsx'
import { IconUserOff } from '../ui/icons.ts'
import { useRecordWords } from './record-words.ts'

/** The address names nobody, or nobody this person may see. */
export function MissingEmployee() {
  const say = useRecordWords()
  return (
    <div className="card">
      <Empty
        icon={IconUserOff}
        title={say('Employee not found')}
        text={say('There is no such employee here, or you may not see them.')}
        action={
          <Button variant="default" component={Link} to="/dashboard">
            {say('Go to the dashboard')}
          </Button>
        }
      />
    </div>
  )
}
