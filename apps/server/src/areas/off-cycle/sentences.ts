import { englishOf } from '@mshahara/contract/say'

/** Told to staff alone. */
export const sayToStaff = englishOf('off-cycle', {
  confirmed: 'This payroll is confirmed and cannot be changed.',
  notEmployed: ({ names }: { names: string[] }) =>
    `Suspended, inactive or not employed in this month: ${names.join(', ')}.`,
  least: 'The least is more than the most.',
  unknown: 'Some of these people are no longer on record. Please load the page again.',
  otherPeople: 'The people in this payroll have changed since. Please load the page again.',
  otherColumns: 'Each person needs an amount in every column.',
})
