import { auth, type Profile } from '@mshahara/contract/auth'
import { errorWords } from '@mshahara/contract/errors'
import { limits } from '@mshahara/contract/limits'
import type { useNavigate } from '@tanstack/react-router'
import { call } from '../lib/api.ts'
import { home } from '../lib/next.ts'
import { renewSession } from '../lib/session.ts'
import { spoken, takeChosen } from '../lib/spoken.ts'
import { hideToast, toast } from '../lib/toast.tsx'
import { forgetIntent, greeting, intendedNext, otpSent, saveIntent } from './steps.ts'

/** What ends a sign-in, and what a session that ends leaves behind. */

/** The session ended under somebody: after signing in they go on where they were. */
export function endIntent(next: string, idle: boolean) {
  saveIntent({ next })
  greeting.due = false
  if (idle) toast('info', idleNotices[spoken()], { id: idleNotice, seconds: false })
}
const idleNotice = 'idle-notice'
const minutes = limits.idleLogout_s / 60
const idleNotices = {
  en: `You were signed out after ${minutes} minutes without activity.`,
  sw: `Uliondolewa kwa sababu hukufanya lolote kwa dakika ${minutes}.`,
}
const signedIn = { en: 'Login Successful', sw: 'Umeingia' }

/** The language chosen on the way in is the person's from now on, if they are an employee. */
async function keepChosen(profile: Profile | null): Promise<Profile | null> {
  const language = takeChosen()
  if (!profile?.employee_id || !language || language === profile.language) return profile
  await call(auth.setLanguage, { body: { language } }).catch(() => {})
  return renewSession()
}

/** There is a session now: find out whose, and take them where they belong. */
export async function finishSignIn(navigate: ReturnType<typeof useNavigate>) {
  const profile = await keepChosen(await renewSession())
  hideToast(otpSent)
  hideToast(idleNotice)
  if (!profile) {
    toast('error', errorWords.unauthorized)
    return navigate({ to: '/login' })
  }
  const next = intendedNext()
  forgetIntent()
  if (profile.must_change_password) return navigate({ to: '/change-password' })
  if (profile.must_add_factor) return navigate({ to: '/second-factor' })
  if (!profile.organization_id && profile.role !== 'super-admin') {
    return navigate({ to: '/create-organization' })
  }
  toast('success', signedIn[profile.role === 'employee' ? profile.language : 'en'])
  return navigate({ href: next ?? home(profile), replace: true })
}
