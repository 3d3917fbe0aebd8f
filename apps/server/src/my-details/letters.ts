import { limits } from '@mshahara/contract'
import { greeting, plainName } from '../core/names.ts'
import type { Letter } from '../mail/mail.ts'

interface Reader {
  first_name: string
  email: string
}

const hello = (to: Reader, from: string) => ({
  to: to.email,
  from: plainName(from),
  greeting: greeting('Hello', to.first_name),
})

export const codeLetter = (to: Reader, code: string, from: string): Letter => ({
  ...hello(to, from),
  subject: 'Confirm the change of your details',
  paragraphs: [
    'Somebody signed in as you proposed to change your phone number or bank account. ' +
      `If it was you, enter this code within ${limits.otpMinutes} minutes:`,
  ],
  code,
  awaited: true,
  footnote:
    'If it was not you, give the code to nobody, change your password and tell your employer.',
})

/** One message of 160 characters, also with a long name. */
export const codeText = (from: string, code: string) =>
  `${code} is your code to change your phone or bank account at ${plainName(from).slice(0, 30)}. ` +
  'Not you? Give it to nobody and tell your employer.'

export const decidedLetter = (to: Reader, from: string, subject: string, told: string): Letter => ({
  ...hello(to, from),
  subject,
  paragraphs: [told],
  button: { label: 'My details', path: '/my-details' },
  footnote: 'If you did not propose this, tell your employer at once.',
})
