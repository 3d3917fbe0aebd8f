import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Empty } from '../ui/empty.tsx'
import { IconUserOff } from '../ui/icons.ts'

/** The address names nobody here. */
export const MissingCasual = () => (
  <div className="card">
    <Empty
      icon={IconUserOff}
      title="Casual not found"
      text="There is no such casual worker here."
      action={
        <Button variant="default" component={Link} to="/casuals">
          All Casuals
        </Button>
      }
    />
  </div>
)
