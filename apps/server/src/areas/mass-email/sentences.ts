import { noMessage } from '@mshahara/contract/mass-email'
import { englishOf, sentencesOf } from '@mshahara/contract/say'

/** Told to operators, about their letters; and to whoever leaves the list. */
export const say = sentencesOf('mass-email', {
  openInBrowser: {
    en: 'Please open this link in a browser.',
    sw: 'Tafadhali fungua kiungo hiki kwenye kivinjari.',
  },
})

/** Told to staff alone. */
export const sayToStaff = englishOf('mass-email', {
  gone: 'This letter has already gone out.',
  goingOut: 'The last of this letter is going out at this moment.',
  nobody: 'This letter has no recipients.',
  sentAlready: 'The same letter was sent less than an hour ago.',
  noneToResend: ({ state }: { state: string }) => `There is no ${state} message to send again.`,
  noMessage,
})
