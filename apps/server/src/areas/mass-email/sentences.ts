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
  gone: 'This letter has gone out already.',
  goingOut: 'The last of this letter is going out at this moment.',
  nobody: 'Nobody would get this letter.',
  sentAlready: 'This very letter was sent less than an hour ago.',
  noneToResend: ({ state }: { state: string }) => `There is no ${state} message to send again.`,
  noMessage,
})
