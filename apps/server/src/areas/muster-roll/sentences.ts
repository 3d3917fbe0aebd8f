import { dayInWords } from '@mshahara/contract/months'
import { englishOf } from '@mshahara/contract/say'

/** Told to staff, about who was there. */
export const say = englishOf('muster-roll', {
  nothingMarked: 'Nothing is marked on the sheet before, or all is filled.',
  paidByRoll: 'Some of these days have been paid by the roll: they stay on it.',
  nothingSaved: 'Nothing was saved.',
  kept: 'A day that has been paid can no longer be changed.',
  takenOff: 'Somebody took these days off the roll just now. Please try again.',
  twoMonths: 'These days are more than two months ahead.',
  casualNotFound: 'This casual was not found.',
  uploadable: ({ first, last }: { first: string; last: string }) =>
    `Sheets from ${dayInWords(first)} to ${dayInWords(last)} can be uploaded.`,
  cell: ({ fault }: { fault: string }) => fault,
})
