import { auth } from '@mshahara/contract/auth'
import { useNavigate } from '@tanstack/react-router'
import { link } from '../lib/api.ts'
import { announceSwitch, renewSession } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { useAct } from '../ui/act.ts'
import { mayLeave } from '../ui/unsaved.ts'

/** Acts in another organisation from here on: nothing known of the old one is kept. */
export function useSwitch() {
  const change = useAct(auth.switch)
  const navigate = useNavigate()
  return async (id: string, to = '/') => {
    if (!(await mayLeave())) return
    if (!(await change.run({ params: { id } }))) return
    await renewSession(id)
    announceSwitch()
    toast('success', 'Organization switched successfully')
    await navigate({ to })
  }
}

/** The operator's way out again. */
export function useSwitchBack() {
  const change = useAct(auth.switchBack)
  const navigate = useNavigate()
  const leave = async () => {
    if (!(await mayLeave())) return
    if (!(await change.run())) return
    // The screen of the organisation goes first: it must not ask anything without one. Nor may the
    // next one ask in its name.
    Object.assign(link, { organization: null, access: null })
    await navigate({ to: '/organizations' })
    await renewSession(null)
    announceSwitch()
  }
  return { leave, busy: change.busy }
}
