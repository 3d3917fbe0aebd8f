import { settings } from '@mshahara/contract/settings'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call } from '../lib/api.ts'
import { loadProfile, signOut } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { Waiting } from '../ui/waiting.tsx'

/** Signs out whoever is signed in, then returns to the sign-in screen they came from. */
export default function Logout() {
  const path = useLocation().pathname
  const navigate = useNavigate()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    async function leave() {
      if (await loadProfile()) {
        await signOut()
        toast('success', 'Logout Successful')
      }
      if (path === '/employee-logout') return navigate({ to: '/employee-login', replace: true })
      const { data: config } = await call(settings.config)
      if (!config.accounts_url) return navigate({ to: '/login', replace: true })
      const next = encodeURIComponent(`${location.origin}/login`)
      location.replace(`${config.accounts_url}/logout?service=payroll&next=${next}`)
    }
    leave().catch(() => navigate({ to: '/login', replace: true }))
  }, [path, navigate])
  return <Waiting />
}
