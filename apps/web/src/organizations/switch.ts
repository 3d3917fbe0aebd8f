import { auth } from '@mshahara/contract/auth'
import { useNavigate } from '@tanstack/react-router'
import { announceSwitch, renewSession } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { useAct } from '../ui/act.ts'
import { mayLeave } from '../ui/unsaved.ts'

/** Acts in another organisation from here on: nothing known of the old one is kept. */
export function useSwitch() {
  const change = useAct(auth.switch)
  const navigate = useNavigate()
  return async (id: string) => {
    if (!(await mayLeave())) return
    if (!(await change.run({ params: { id } }))) return
    await renewSession(id)
    announceSwitch()
    toast('success', 'Organization switched successfully')
    await navigate({ to: '/' })
  }
}
