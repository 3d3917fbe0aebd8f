import { englishOf } from '@mshahara/contract/say'

/** Told to staff alone. */
export const sayToStaff = englishOf('registers', {
  headingTwice: ({ heading }: { heading: string }) =>
    `"${heading}" was chosen for two columns. Please choose it once.`,
})
