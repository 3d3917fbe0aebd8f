import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Empty } from './empty.tsx'
import { IconCash } from './icons.ts'

/** The address names no run, or none any more. */
export const MissingPayroll = ({ to = '/payrolls/employees' }: { to?: string }) => (
  <div className="card">
    <Empty
      icon={IconCash}
      title="Payroll not found"
      text="It may have been deleted."
      action={
        <Button variant="default" component={Link} to={to}>
          Go to the payrolls
        </Button>
      }
    />
  </div>
)
