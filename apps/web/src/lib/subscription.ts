import { casuals } from '@mshahara/contract/casuals'
import { employees } from '@mshahara/contract/employees'
import { limitReached, subscriptions } from '@mshahara/contract/subscriptions'
import { useRead } from './api.ts'
import { useMay } from './session.ts'

/** Whether the subscription allows no further employee; undefined until that is known. */
export function useLimitReached(): boolean | undefined {
  const may = useMay()
  const { data } = useRead(subscriptions.current, undefined, { enabled: may(employees.create) })
  return data ? limitReached(data.employees, data.employee_count) : undefined
}

/** How many casuals the subscription allows, and whether no further one fits. */
export function useCasualLimit(): { limit: number; full: boolean } | undefined {
  const may = useMay()
  const { data } = useRead(subscriptions.current, undefined, { enabled: may(casuals.list) })
  if (!data) return undefined
  const limit = data.package.casuals
  return { limit, full: limitReached(limit, data.casual_count) }
}
