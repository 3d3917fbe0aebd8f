import { englishOf } from '@mshahara/contract/say'

/** Told to staff, about spreadsheets they upload. */
export const say = englishOf('sheets', {
  gone: 'The uploaded file is gone. Please upload it again.',
  nothingToCorrect: 'Nothing has to be corrected in this file.',
  givenUp: 'This import could not be finished. Please upload the file again.',
  unreadable: ({ why }: { why: string }) => why,
  noRows: ({ sheet }: { sheet: string }) => `The sheet "${sheet}" has no rows below its headings.`,
  problems: ({ count }: { count: number }) =>
    `${count} ${count === 1 ? 'problem was' : 'problems were'} found, so nothing was changed.`,
  fault: ({ place, reason }: { place: string; reason: string }) =>
    place ? `${place}: ${reason}` : reason,
  more: ({ count }: { count: number }) => `And ${count} more.`,
})
