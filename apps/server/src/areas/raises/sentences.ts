import { monthInWords } from '@mshahara/contract/months'
import { englishOf } from '@mshahara/contract/say'
import { formatShillings } from '@mshahara/engine/money'

/** Told to staff, about salaries of many people. */
export const say = englishOf('raises', {
  twoYears: 'A salary can be recorded for two years ahead at most.',
  nobody: 'Nobody fits this choice.',
  notYet: ({ day }: { day: string }) => `Employed from ${day} only.`,
  gone: ({ day }: { day: string }) => `Has left: the last day was ${day}.`,
  leaves: ({ day }: { day: string }) => `Leaves before this month, on ${day}.`,
  later: ({ month, amount }: { month: string; amount: number }) =>
    `${formatShillings(amount)} is recorded from ${monthInWords(month)} already, and would no ` +
    'longer count. Please choose that month or a later one, or change this salary in the record.',
  impossible: ({ month }: { month: string }) =>
    `${monthInWords(month)} was confirmed, and cannot be worked out with this salary.`,
  netFee: 'A consultant’s fee is not agreed net.',
  noNet: 'The agreed net must be more than nothing.',
  endsNet: ({ net }: { net: number }) =>
    `${formatShillings(net)} net was agreed so far: from then on it is this gross.`,
  none: 'No salary is recorded.',
  tooLarge: 'The new salary is too large.',
  nothing: 'Nothing changed: these are the salaries on record.',
  saved: ({ count }: { count: number }) =>
    count === 1
      ? 'One salary was changed.'
      : `${count.toLocaleString('en')} salaries were changed.`,
  unknown: 'Some of these people are no longer on record. Please look at the salaries again.',
  refused: ({ names, reason }: { names: string[]; reason: string }) =>
    `Nothing was saved. ${names.join(', ')}: ${reason}`,
  changed: ({ names }: { names: string[] }) =>
    `Nothing was saved: salary or payslips have changed since they were shown. ${names.join(', ')}. ` +
    'Please look at the salaries again.',
})
