import { englishOf } from '@mshahara/contract/say'

/** Told to whoever tries payments out. */
export const say = englishOf('simulator', {
  pageOnly: 'Only the page itself may answer a prompt.',
  noAnswer: 'The payment simulator does not answer.',
})
