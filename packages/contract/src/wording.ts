import { z } from 'zod'
import { amountHint } from './amounts.ts'
import { wordingOf } from './say.ts'

/** What fields say of themselves, whichever form they are in. */

interface Labelled {
  /** As the form has it: "First Name". */
  label: string
}

export const fieldWords = wordingOf('fields', {
  invalid: 'This is not valid.',
  required: ({ label }: Labelled) => `${label} is required.`,
  fillAll: 'Please fill all required fields',
  tooLong: ({ label, most }: Labelled & { most: number }) =>
    `${label} can have at most ${most} characters.`,
  unclean: ({ label }: Labelled) => `${label} contains characters that are not allowed.`,
  address: ({ label }: Labelled) => `${label} cannot contain a web or email address.`,
  notText: 'This must be text.',
  notId: 'This is not a valid id.',
  email: 'Please enter a valid email address.',
  phone: 'Please enter a valid phone number, such as 0712 345 678.',
  tooManyDigits: ({ label, most }: Labelled & { most: number }) =>
    `${label} can have at most ${most} digits.`,
  digitsOnly: ({ label }: Labelled) => `${label} can contain digits only.`,
  codeRequired: 'The code is required.',
  passwordRequired: 'Password is required.',
  passwordShort: ({ least }: { least: number }) =>
    `The password must have at least ${least} characters.`,
  passwordLong: 'The password can have at most 128 characters.',
  repeatPassword: 'Please repeat the password.',
  passwordsDiffer: 'The two passwords are not the same.',
  day: 'Please give a date, such as 2026-02-28.',
  month: 'Please give a month, such as 2026-02.',
  notNumber: ({ label, hint }: Labelled & { hint: boolean }) =>
    `${label} must be a number.${hint ? ` ${amountHint}` : ''}`,
  negative: ({ label }: Labelled) => `${label} cannot be negative.`,
  tooLarge: ({ label }: Labelled) => `${label} is too large.`,
  decimals: ({ label }: Labelled) => `${label} can have at most two decimals.`,
  wholeShillings: ({ label }: Labelled) => `${label} is in whole shillings.`,
  unread: ({ label }: Labelled) => `${label} could not be read.`,
  endFirst: 'End date cannot be before start date',
  chooseYear: 'Please choose a year.',
  chooseFormat: 'Please choose a format.',
  reasonNeeded: 'Please provide a reason for rejection',
})

/** Of whatever has no sentence of its own: no form sends it. */
z.config({ localeError: () => fieldWords.invalid })
