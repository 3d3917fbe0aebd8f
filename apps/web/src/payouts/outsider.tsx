import { Alert } from '@mantine/core'
import { useProfile } from '../lib/session.ts'
import { IconInfoCircle } from '../ui/icons.ts'

/** Why whoever runs the platform finds no button here (C14). */
export function Outsider() {
  const { role } = useProfile()
  if (role !== 'super-admin') return null
  return (
    <Alert color="gray" icon={<IconInfoCircle size={18} aria-hidden />} role="note">
      You are here as the platform operator. Payments are made, approved, retried and decided by the
      organization’s own staff only.
    </Alert>
  )
}
