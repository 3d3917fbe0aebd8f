import { casuals } from '@mshahara/contract/casuals'
import { limitReached, subscriptions } from '@mshahara/contract/subscriptions'
import { useRead } from '../lib/api.ts'
import { useMay } from '../lib/session.ts'

/** How many casuals the subscription allows, and whether no further one fits. */
export function useCasualLimit(): { limit: number; full: boolean } | undefined {
  const may = useMay()
  const { data } = useRead(subscriptions.current, undefined, { enabled: may(casuals.list) })
  if (!data) return undefined
  const limit = data.package.casuals
  return { limit, full: limitReached(limit, data.casual_count) }
}
