import { englishOf } from '@mshahara/contract/say'

/** Told to staff alone. */
export const sayToStaff = englishOf('registers', {
  headingTwice: ({ heading }: { heading: string }) =>
    `"${heading}" was chosen for two columns. Please choose it once.`,
})

export const faults = {
  nobody: 'The row does not say whose it is.',
  noAmount: (cell: string) => `"${cell}" is not an amount.`,
  anothers: 'The number is that of somebody with another PIN or ID number here.',
  twice: (row: number) => `Row ${row} is about the same person.`,
}
