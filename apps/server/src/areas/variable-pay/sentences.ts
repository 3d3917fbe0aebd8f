import { monthInWords } from '@mshahara/contract/months'
import { englishOf } from '@mshahara/contract/say'

/** Told to staff, about the pay of one month. */
export const say = englishOf('variable-pay', {
  from2021: 'Variable pay can be recorded from January 2021 on.',
  nothingSaved: 'Nothing was saved.',
  kept: 'This month has been paid and can no longer be changed.',
  listedTwice: 'This employee is listed twice.',
  yearAhead: ({ month }: { month: string }) => `${monthInWords(month)} is more than a year ahead.`,
  cell: ({ fault }: { fault: string }) => fault,
})
