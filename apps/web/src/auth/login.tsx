import { settings } from '@mshahara/contract/settings'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { toast } from '../lib/toast.tsx'
import { SignInScreen } from './sign-in-screen.tsx'
import { otpSent } from './steps.ts'

export default function Login() {
  const navigate = useNavigate()
  const { data, isPending } = useRead(settings.config, undefined, { fixed: true })
  return (
    <SignInScreen
      path={useLocation().pathname}
      search={useSearch({ strict: false })}
      config={isPending ? undefined : (data ?? null)}
      go={(to, news) => {
        if (news) toast('success', news, { id: otpSent })
        return navigate({ to })
      }}
    />
  )
}
