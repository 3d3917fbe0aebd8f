import { auth, type Profile } from '@mshahara/contract/auth'
import { limits } from '@mshahara/contract/constants'
import { errorWords } from '@mshahara/contract/errors'
import type { SecondStep } from '@mshahara/contract/second-factor-fields'
import type { useNavigate } from '@tanstack/react-router'
import { call } from '../lib/api.ts'
import { home, safeNext } from '../lib/next.ts'
import { renewSession } from '../lib/session.ts'
import { spoken, takeChosen } from '../lib/spoken.ts'
import { hideToast, toast } from '../lib/toast.tsx'

/** What the steps of a sign-in pass on to each other, for as long as the browser tab lives. */

const keys = {
  email: 'mshahara.otp-email',
  resend: 'mshahara.otp-resend',
  wrong: 'mshahara.otp-wrong',
  step: 'mshahara.second-step',
  next: 'mshahara.next',
  service: 'mshahara.service',
}
export const otpSent = 'otp-sent'
const rememberedKey = 'mshahara.email'

export const otpEmail = () => sessionStorage.getItem(keys.email)
export const lastEmail = () => localStorage.getItem(rememberedKey) ?? otpEmail() ?? ''
export const isRemembered = () => localStorage.getItem(rememberedKey) !== null

export function remember(email: string, onDevice: boolean) {
  sessionStorage.setItem(keys.email, email)
  if (onDevice) localStorage.setItem(rememberedKey, email)
  else localStorage.removeItem(rememberedKey)
}

/** A code has just been mailed: keep the address, and start the pause before the next one. */
export function awaitCode(email: string) {
  sessionStorage.setItem(keys.email, email.trim())
  startCooldown()
}
export function startCooldown() {
  sessionStorage.removeItem(keys.wrong)
  sessionStorage.setItem(keys.resend, String(Date.now() + limits.otpCooldown_s * 1000))
}
export function cooldownLeft_s(): number {
  const until = Number(sessionStorage.getItem(keys.resend)) || 0
  return Math.max(0, Math.min(limits.otpCooldown_s, Math.ceil((until - Date.now()) / 1000)))
}

/** What the password is to be followed by; no secret, and gone with the tab. */
export const awaitFactor = (step: SecondStep) =>
  sessionStorage.setItem(keys.step, JSON.stringify(step))
export function secondStep(): SecondStep | null {
  const kept = sessionStorage.getItem(keys.step)
  return kept ? (JSON.parse(kept) as SecondStep) : null
}

/** Counted here, where it says nothing about whether the address is known. */
export function isWornOut(): boolean {
  const wrong = Number(sessionStorage.getItem(keys.wrong)) + 1
  sessionStorage.setItem(keys.wrong, String(wrong))
  return wrong >= limits.codeTries
}

/** Remembers where the person wanted to go until they have signed in. */
export function saveIntent(search: Record<string, unknown>) {
  for (const name of ['next', 'service'] as const) {
    const value = search[name]
    if (typeof value === 'string') sessionStorage.setItem(keys[name], value)
  }
}
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

/** The greeting of newcomers opens by itself once, and never over a message. */
export const greeting = { due: true }

export const intendedNext = () => safeNext(sessionStorage.getItem(keys.next), location.origin)

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
  sessionStorage.removeItem(keys.next)
  sessionStorage.removeItem(keys.step)
  if (profile.must_change_password) return navigate({ to: '/change-password' })
  if (profile.must_add_factor) return navigate({ to: '/second-factor' })
  if (!profile.organization_id && profile.role !== 'super-admin') {
    return navigate({ to: '/create-organization' })
  }
  toast('success', signedIn[profile.role === 'employee' ? profile.language : 'en'])
  return navigate({ href: next ?? home(profile), replace: true })
}
