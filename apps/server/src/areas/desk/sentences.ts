import { englishOf } from '@mshahara/contract/say'

/** Told to operators, about jobs and mail. */
export const say = englishOf('desk', {
  jobCleared: 'The data for this job has been removed. Whoever requested it must start it again.',
  wordsGone: 'The text of this message has been deleted. Please write it again.',
})
