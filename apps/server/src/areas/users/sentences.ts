import { englishOf, sentencesOf } from '@mshahara/contract/say'

/** Logins and the people of an organisation. */
export const say = sentencesOf('users', {
  emailTaken: {
    en: 'This email address is already in use.',
    sw: 'Barua pepe hii tayari inatumika.',
  },
  noPassword: {
    en: 'You have no password here yet. Choose one with "Forgot Password?" first.',
    sw: 'Bado huna nenosiri hapa. Chagua moja kwanza kupitia "Umesahau Nenosiri?".',
  },
  enterPassword: {
    en: 'Please enter your current password.',
    sw: 'Tafadhali weka nenosiri lako la sasa.',
  },
  notYourPassword: {
    en: 'This is not your current password.',
    sw: 'Hili si nenosiri lako la sasa.',
  },
  manySignIns: {
    en: 'Many people are signing in from your network just now. Please try again in a moment.',
    sw: 'Watu wengi wanaingia kutoka mtandao wako sasa hivi. Tafadhali jaribu tena baada ya muda mfupi.',
  },
})

/** Told to staff alone. */
export const sayToStaff = englishOf('users', {
  inactive: 'This person is inactive. Make them active first.',
  signedIn: 'This person has already signed in. No invitation is needed.',
  followsRecord: "An employee's sign-in follows the employee's record.",
  ownEmail: 'This person manages their own email address.',
  ownName: 'This person manages their own name and phone.',
  ownRights: 'You cannot change your own role, status or permissions.',
  moreRights: 'This person holds more rights than you do.',
  roleTooHigh: 'You cannot give a role that holds more rights than you do.',
  inRole: ({ permission }: { permission: string }) =>
    `"${permission}" is included in the user's role and cannot be removed.`,
  notHeld: ({ permission }: { permission: string }) =>
    `You do not hold the permission "${permission}" yourself.`,
})
