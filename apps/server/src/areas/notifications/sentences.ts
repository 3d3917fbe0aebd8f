import { sentencesOf } from '@mshahara/contract/say'

/** The bell. */
export const say = sentencesOf('notifications', {
  allRead: { en: 'All notifications are read.', sw: 'Arifa zote zimesomwa.' },
  noPushService: {
    en: 'This browser takes no messages that we can send.',
    sw: 'Kivinjari hiki hakipokei ujumbe tunaoweza kutuma.',
  },
  pushAllowed: { en: 'You will be told on this device', sw: 'Utajulishwa kwenye kifaa hiki' },
  pushStopped: {
    en: 'You will no longer be told on this device',
    sw: 'Hutajulishwa tena kwenye kifaa hiki',
  },
  tooManyPages: { en: 'Too many pages are open.', sw: 'Kurasa nyingi mno zimefunguliwa.' },
})
