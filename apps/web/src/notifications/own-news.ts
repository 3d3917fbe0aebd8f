import { notifications } from '@mshahara/contract/notifications'
import { useProfile } from '../lib/session.ts'

/** The operator hears of the platform, wherever they are; everybody else of their organisation. */
export function useOwnNews() {
  const { role } = useProfile()
  return role === 'super-admin'
    ? { list: notifications.operators, read: notifications.operatorsRead }
    : { list: notifications.list, read: notifications.read }
}
