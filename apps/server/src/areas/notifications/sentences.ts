import { sentencesOf } from '@mshahara/contract/say'

/** The bell. */
export const say = sentencesOf('notifications', {
  allRead: { en: 'All notifications are read.', sw: 'Arifa zote zimesomwa.' },
  tooManyPages: { en: 'Too many pages are open.', sw: 'Kurasa nyingi mno zimefunguliwa.' },
})
