import { limits } from '@mshahara/contract/limits'
import { greeting, plainName } from '../../foundation/core/names.ts'
import type { Letter } from '../../foundation/mail/mail.ts'

interface Reader {
  first_name: string
  email: string
}

const validFor =
  `The password works for ${limits.activationHours} hours, ` +
  'and you choose your own when you sign in.'

export const invitation = (to: Reader, by: string, password: string): Letter => ({
  to: to.email,
  from: plainName(by),
  subject: `${plainName(by)} invites you to Mshahara`,
  greeting: greeting('Hello', to.first_name),
  paragraphs: [
    `${plainName(by)} has opened a sign-in for you. Use your email address and this one-time password:`,
  ],
  code: password,
  button: { label: 'Sign in', path: '/login' },
  footnote: validFor,
})

/** To a login that exists already: it may be another organisation's, so the name stays theirs. */
export const joining = (to: string, by: string): Letter => ({
  to,
  from: plainName(by),
  subject: `${plainName(by)} invites you to join`,
  greeting: 'Hello,',
  paragraphs: [
    `${plainName(by)} invites you to join it on Mshahara with your existing sign-in. ` +
      'Sign in, open the menu under your name, and accept or decline.',
  ],
  button: { label: 'Sign in', path: '/login' },
  footnote: 'Nothing happens until you accept.',
})

/** To the address that stood on somebody's record until now. */
export const addressChanged = (to: Reader, at: string, by: string): Letter => ({
  to: to.email,
  from: plainName(at),
  subject: 'Your email address was changed',
  greeting: greeting('Hello', to.first_name),
  paragraphs: [
    `${plainName(by)} has changed the email address of your record at ${plainName(at)}. ` +
      'Payslips and the sign-in go to the new one from now on.',
    `If you did not ask for this, please tell somebody else at ${plainName(at)} at once: with ` +
      'another address somebody could sign in as you.',
  ],
})

/** Two messages at most; the end, which says how to have no more of them, is never cut off. */
export const addressChangedText = (at: string, by: string, hint: string): string =>
  `${plainName(at).slice(0, 30)}: ${plainName(by).slice(0, 30)} changed the email address of your ` +
  'record. If you did not ask for this, tell your employer at once. / Barua pepe yako ' +
  `imebadilishwa. Kama hukuomba, mwambie mwajiri wako mara moja.${hint}`
