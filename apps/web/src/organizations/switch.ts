import { auth } from '@mshahara/contract/auth'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../lib/api.ts'
import { renewSession, tellSwitched } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'

/** Acts in another organisation from here on: nothing known of the old one is kept. */
export function useSwitch() {
  const write = useWrite(auth.switch)
  const navigate = useNavigate()
  return async (id: string) => {
    try {
      await write.run({ params: { id } })
    } catch {
      // Told already; the person stays where they are.
      return
    }
    await renewSession(id)
    tellSwitched()
    toast('success', 'Organization switched successfully')
    await navigate({ to: '/' })
  }
}
