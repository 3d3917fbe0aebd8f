import { Anchor } from '@mantine/core'
import { payrolls } from '@mshahara/contract/payroll'
import { Link } from '@tanstack/react-router'
import { useMay } from '../lib/session.ts'

/** For whoever may see them; fetched where there is nothing to draw. */
export default function ToPayrolls() {
  const may = useMay()
  if (!may(payrolls.list)) return null
  return (
    <Anchor component={Link} to="/payrolls/employees" size="sm">
      Go to Payrolls
    </Anchor>
  )
}
