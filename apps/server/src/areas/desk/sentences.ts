import { englishOf } from '@mshahara/contract/say'

/** Told to operators, about jobs and mail. */
export const say = englishOf('desk', {
  jobCleared: 'What this job needs was cleared up. Whoever asked for it has to start it again.',
  wordsGone: 'The words of this message are gone. It has to be written again.',
})
