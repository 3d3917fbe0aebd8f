import { limits } from '@mshahara/contract/limits'
import type { SecondStep } from '@mshahara/contract/second-factor-fields'
import { safeNext } from '../lib/next.ts'

/** What the steps of a sign-in pass on to each other, for as long as the browser tab lives. */

const keys = {
  email: 'mshahara.otp-email',
  resend: 'mshahara.otp-resend',
  wrong: 'mshahara.otp-wrong',
  step: 'mshahara.second-step',
  next: 'mshahara.next',
  service: 'mshahara.service',
  handedOver: 'mshahara.handed-over',
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
/** The greeting of newcomers opens by itself once, and never over a message. */
export const greeting = { due: true }

export const intendedNext = () => safeNext(sessionStorage.getItem(keys.next), location.origin)

/** From the sign-in page to the application: a message does not outlive the page that shows it. */
export const handOver = (news = '') => sessionStorage.setItem(keys.handedOver, news)
/** What is to be said first, if anything; whoever comes from there has been greeted. */
export function takeOver(): string | null {
  const news = sessionStorage.getItem(keys.handedOver)
  sessionStorage.removeItem(keys.handedOver)
  if (news !== null) greeting.due = false
  return news
}

export function forgetIntent() {
  sessionStorage.removeItem(keys.next)
  sessionStorage.removeItem(keys.step)
}
