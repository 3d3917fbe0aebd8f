import { Alert } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconAlertTriangle } from '../ui/icons.ts'

/** What stands in the way of a file, and where it is put right. */
export function Unmapped({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <Alert color="orange" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {`No account is chosen yet for ${names.join(', ')}: nothing can be exported before. `}
      <Link to="/journal-accounts">Choose accounts</Link>
    </Alert>
  )
}
