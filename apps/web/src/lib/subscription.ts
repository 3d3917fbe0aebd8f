import { employees } from '@mshahara/contract/employees'
import { limitReached, subscriptions } from '@mshahara/contract/subscriptions'
import { useRead } from './api.ts'
import { useMay } from './session.ts'

/** Whether the subscription allows no further employee. */
export function useLimitReached(): boolean {
  const may = useMay()
  const { data } = useRead(subscriptions.current, undefined, { enabled: may(employees.create) })
  return data != null && limitReached(data.employees, data.employee_count)
}
