import { type CheckedAct, makerChecker } from '@mshahara/contract/maker-checker'
import { useRead } from '../lib/api.ts'
import { useMay } from '../lib/session.ts'

/** Whether an act waits for a second person here. */
export function useAsksSecond(act: CheckedAct): boolean {
  const enabled = useMay()(makerChecker.settings)
  const { data } = useRead(makerChecker.settings, undefined, { enabled })
  return data?.acts.some((one) => one.act === act && one.needed) ?? false
}

/** What waits about a payroll or an employee. */
export const useWaiting = (id: string) => useRead(makerChecker.about, { params: { id } }).data ?? []
