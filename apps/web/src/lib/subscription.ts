import { limitReached, subscriptions } from '@mshahara/contract/subscriptions'
import { useRead } from './api.ts'
import { useMay } from './session.ts'

/** Whether the subscription allows no further employee; undefined until that is known. */
export function useLimitReached(): boolean | undefined {
  const may = useMay()
  const { data } = useRead(subscriptions.current, undefined, {
    enabled: may({ access: 'create employees' }),
  })
  return data ? limitReached(data.employees, data.employee_count) : undefined
}
