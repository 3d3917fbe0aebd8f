import { englishOf } from '@mshahara/contract/say'

/** Told to staff, about departments and the like. */
export const say = englishOf('structure', {
  nameTaken: ({ what }: { what: string }) => `A ${what} with this name already exists.`,
})
