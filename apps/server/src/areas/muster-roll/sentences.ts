import { dayInWords } from '@mshahara/contract/months'
import { englishOf } from '@mshahara/contract/say'

/** Told to staff, about who was there. */
export const say = englishOf('muster-roll', {
  nothingMarked: 'The sheet before has no marks, or nothing is left to fill.',
  paidByRoll: 'Some of these days have already been paid from the roll, so they stay on it.',
  nothingSaved: 'Nothing was saved.',
  kept: 'A day that has been paid can no longer be changed.',
  takenOff: 'Somebody took these days off the roll just now. Please try again.',
  twoMonths: 'These days are more than two months ahead.',
  casualNotFound: 'This casual was not found.',
  uploadable: ({ first, last }: { first: string; last: string }) =>
    `Sheets from ${dayInWords(first)} to ${dayInWords(last)} can be uploaded.`,
  cell: ({ fault }: { fault: string }) => fault,
})
