import { auth } from '@mshahara/contract/auth'
import { useNavigate } from '@tanstack/react-router'
import { announceSwitch, renewSession, replacing } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { useAct } from '../ui/act.ts'
import { mayLeave } from '../ui/unsaved.ts'

/** Acts in another organisation from here on: nothing known of the old one is kept. */
export function useSwitch() {
  const change = useAct(auth.switch)
  const navigate = useNavigate()
  return async (id: string, to = '/') => {
    if (!(await mayLeave())) return
    if (!(await replacing(change.run({ params: { id } })))) return
    await renewSession(id)
    announceSwitch()
    toast('success', 'Organization switched successfully')
    await navigate({ to })
  }
}

/** The operator's way out again: a fresh start, since nothing of the organisation may stay. */
export function useSwitchBack() {
  const change = useAct(auth.switchBack)
  const leave = async () => {
    if (!(await mayLeave())) return
    if (!(await replacing(change.run()))) return
    announceSwitch()
    location.assign('/organizations')
  }
  return { leave, busy: change.busy }
}
