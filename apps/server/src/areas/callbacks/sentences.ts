import { englishOf } from '@mshahara/contract/say'

/** Told to providers. */
export const say = englishOf('callbacks', {
  notNow: 'Please try again in a moment.',
})
