import { sentencesOf } from '@mshahara/contract/say'

/** The bell. */
export const say = sentencesOf('notifications', {
  allRead: { en: 'All notifications are read.', sw: 'Arifa zote zimesomwa.' },
  noPushService: {
    en: 'We cannot send notifications to this browser.',
    sw: 'Kivinjari hiki hakipokei ujumbe tunaoweza kutuma.',
  },
  pushAllowed: { en: 'You will be notified on this device', sw: 'Utajulishwa kwenye kifaa hiki' },
  pushStopped: {
    en: 'You will no longer be notified on this device',
    sw: 'Hutajulishwa tena kwenye kifaa hiki',
  },
  tooManyPages: { en: 'Too many pages are open.', sw: 'Kurasa nyingi mno zimefunguliwa.' },
})
