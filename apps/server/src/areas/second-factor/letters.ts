import { greeting } from '../../foundation/core/names.ts'
import type { Letter } from '../../foundation/mail/mail.ts'

interface Reader {
  first_name: string
  email: string
}

const letter = (to: Reader, subject: string, ...paragraphs: string[]): Letter => ({
  to: to.email,
  greeting: greeting('Hello', to.first_name),
  subject,
  paragraphs,
  button: { label: 'Forgot Password?', path: '/forgot-password' },
})

const notYou = 'If this was not you, choose a new password at once and tell your employer.'

export const factorAdded = (to: Reader, name: string) =>
  letter(
    to,
    'A second factor was added to your sign-in',
    `"${name}" was added. From now on you sign in with your password and a second factor.`,
    notYou,
  )

export const factorRenamed = (to: Reader, name: string, before: string) =>
  letter(
    to,
    'A second factor of your sign-in was renamed',
    `"${before}" is now called "${name}".`,
    notYou,
  )

export const factorRemoved = (to: Reader, name: string, isLast: boolean) =>
  letter(
    to,
    'A second factor was removed from your sign-in',
    `"${name}" was removed.${isLast ? ' It was the last one: you sign in with an emailed code again.' : ''}`,
    notYou,
  )

export const codesRenewed = (to: Reader) =>
  letter(
    to,
    'You have new recovery codes',
    'Recovery codes were made for your sign-in. The old ones no longer work.',
    notYou,
  )

export const codeUsed = (to: Reader, left: number) =>
  letter(
    to,
    'A recovery code was used',
    `Somebody used one of your recovery codes in place of the second factor. ${
      left === 1 ? 'One is' : `${left} are`
    } left.`,
    notYou,
  )

export const factorsReset = (to: Reader, by: string) =>
  letter(
    to,
    'Your second factors were removed',
    `${by} has removed every second factor of your sign-in and ended your sessions. ` +
      'You sign in with your password and an emailed code, and can add a second factor again.',
    'If you did not ask for this, change your password and tell your employer.',
  )
