import { englishOf } from '@mshahara/contract/say'

/** Told to staff, about the budget. */
export const say = englishOf('analytics', {
  monthWanted: 'Please give a month, such as March 2026.',
  noDepartment: 'There is no department of this name.',
  noCentre: 'There is no cost centre with this code.',
  oneOfBoth: 'Please give a department or a cost centre, not both.',
  componentTooLong: 'A component has at most 120 letters.',
  sameLine: ({ row }: { row: number }) => `Row ${row} has the same line of the same month.`,
  goes: ({ count }: { count: number }) =>
    count === 1
      ? 'One line that these months have is not in the sheet, and is taken out.'
      : `${count} lines that these months have are not in the sheet, and are taken out.`,
})
