import { englishOf } from '@mshahara/contract/say'

/** Told to staff alone. */
export const sayToStaff = englishOf('off-cycle', {
  confirmed: 'This payroll is confirmed and cannot be changed.',
  notEmployed: ({ names }: { names: string[] }) =>
    `Suspended, inactive or not employed in this month: ${names.join(', ')}.`,
  unknown: 'Some of these people are not on record any more. Please load the page again.',
  beforeMonth: 'This day is before the month of the payroll.',
  yearAhead: 'This day is more than a year ahead.',
  otherPeople: 'The people of this payroll have changed meanwhile. Please load the page again.',
  otherColumns: 'Each person needs an amount in every column.',
})
