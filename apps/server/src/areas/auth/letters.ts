import { limits } from '@mshahara/contract'
import { greeting, plainName } from '../../foundation/core/names.ts'
import type { Letter } from '../../foundation/mail/mail.ts'

interface Reader {
  first_name: string
  email: string
}

/** In the name of the organisation the person lands in, where there is one. */
const hello = (to: Reader, from?: string) => ({
  to: to.email,
  from: from && plainName(from),
  greeting: greeting('Hello', to.first_name),
})
const ignore =
  'If this was not you, you can ignore this message. Never share the code with anybody.'

export const signInCode = (to: Reader, code: string, from?: string): Letter => ({
  ...hello(to, from),
  subject: 'Your sign-in code',
  paragraphs: [`Your code is valid for ${limits.otpMinutes} minutes:`],
  code,
  awaited: true,
  footnote: ignore,
})

export const signUpCode = (to: Reader, code: string): Letter => ({
  ...hello(to),
  subject: 'Welcome to Mshahara: your code',
  paragraphs: [
    `Enter this code to confirm your email address. It is valid for ${limits.otpMinutes} minutes:`,
  ],
  code,
  awaited: true,
  footnote: ignore,
})

export const alreadySignedUp = (to: Reader): Letter => ({
  ...hello(to),
  subject: 'You already have an account',
  paragraphs: [
    'Somebody, perhaps you, tried to sign up to Mshahara with this email address, ' +
      'which already has an account. Sign in, or choose "Forgot Password?" for a new password.',
  ],
  button: { label: 'Sign in', path: '/login' },
})

export const firstPassword = (to: Reader, from: string | undefined, password: string): Letter => ({
  ...hello(to, from),
  subject: 'Your first password',
  paragraphs: ['Use this one-time password to sign in. You then choose your own:'],
  code: password,
  awaited: true,
  button: { label: 'Sign in', path: '/employee-login' },
  footnote: `It is valid for ${limits.activationHours} hours.`,
})

export const resetCode = (to: Reader, code: string, from?: string): Letter => ({
  ...hello(to, from),
  subject: 'Reset your password',
  paragraphs: [`Enter this code with your new password, within ${limits.resetMinutes} minutes:`],
  code,
  awaited: true,
  button: { label: 'Choose a new password', path: `/update-password/${to.email}` },
  footnote: ignore,
})

export const passwordChanged = (to: Reader, from?: string): Letter => ({
  ...hello(to, from),
  subject: 'Your password was changed',
  paragraphs: [
    'Your Mshahara password was just changed. ' +
      'If this was not you, choose "Forgot Password?" at once and tell your employer.',
  ],
  button: { label: 'Forgot Password?', path: '/forgot-password' },
})

export const confirmEmail = (to: Reader, code: string): Letter => ({
  ...hello(to),
  subject: 'Confirm your new email address',
  paragraphs: [`Enter this code in your profile within ${limits.otpMinutes} minutes:`],
  code,
  awaited: true,
  footnote: ignore,
})

export const emailChanging = (to: Reader, next: string): Letter => ({
  ...hello(to),
  subject: 'Your email address is being changed',
  paragraphs: [
    `Somebody signed in as you asked to use ${masked(next)} instead of this address. ` +
      'If this was not you, change your password now and tell your employer.',
  ],
  button: { label: 'Forgot Password?', path: '/forgot-password' },
})

export const emailChanged = (to: Reader, next: string): Letter => ({
  ...hello(to),
  subject: 'Your email address was changed',
  paragraphs: [`You now sign in with ${masked(next)}. This address is no longer used.`],
})

/** Enough to recognise, but of no use to somebody who has taken over the mailbox. */
function masked(email: string): string {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, 2)}…@${host}`
}
