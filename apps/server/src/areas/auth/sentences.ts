import { sentencesOf } from '@mshahara/contract/say'

/** Signing in, and what belongs to a login. */
export const say = sentencesOf('auth', {
  wrong: { en: 'Invalid email or password.', sw: 'Barua pepe au nenosiri si sahihi.' },
  codeSent: { en: 'OTP sent to your email', sw: 'Msimbo umetumwa kwa barua pepe yako' },
  codeSentAgain: {
    en: 'OTP successfully sent. Please check your email.',
    sw: 'Msimbo umetumwa. Tafadhali angalia barua pepe yako.',
  },
  firstPasswordSent: {
    en: 'First time login. Your password has been sent to your email.',
    sw: 'Ni mara yako ya kwanza kuingia. Nenosiri lako limetumwa kwa barua pepe yako.',
  },
  usedUp: {
    en: 'This one-time password has been used. Choose "Forgot Password?" to set one of your own.',
    sw: 'Nenosiri hili la mara moja limeshatumika. Chagua "Umesahau Nenosiri?" ili uweke lako.',
  },
  ownPassword: {
    en: 'Please choose your own password, not a code we sent you or your ID number.',
    sw: 'Tafadhali chagua nenosiri lako mwenyewe: si msimbo uliotumwa kwako, wala si nambari yako ya kitambulisho.',
  },
  samePassword: {
    en: 'This is already your password. Please choose another one.',
    sw: 'Hili ndilo nenosiri ulilo nalo. Tafadhali chagua jingine.',
  },
  weak: {
    en: 'This password is too easy to guess. Please choose another one.',
    sw: 'Nenosiri hili ni rahisi kubahatisha. Tafadhali chagua jingine.',
  },
  ownName: {
    en: 'The password must not be your own name or email address.',
    sw: 'Nenosiri lisiwe jina lako au barua pepe yako.',
  },
  noInvitation: { en: 'There is no such invitation.', sw: 'Hakuna mwaliko kama huo.' },
  accepted: { en: 'Invitation accepted', sw: 'Mwaliko umekubaliwa' },
  declined: { en: 'Invitation declined', sw: 'Mwaliko umekataliwa' },
  notMember: {
    en: 'You do not belong to this organization.',
    sw: 'Wewe si mwanachama wa shirika hili.',
  },
  left: { en: 'You have left the organization', sw: 'Umeondoka kwenye shirika' },
  thisSession: {
    en: 'This is your current session. Please log out instead.',
    sw: 'Hiki ndicho kipindi unachotumia. Tafadhali ondoka badala yake.',
  },
  sessionOver: { en: 'This session has already ended.', sw: 'Kipindi hiki kimeshakatishwa.' },
  sessionEnded: { en: 'The session has ended', sw: 'Kipindi kimekatishwa' },
  othersEnded: { en: 'Every other session has ended', sw: 'Vipindi vingine vyote vimekatishwa' },
  resetSent: {
    en: 'Password reset successful. Please check your email.',
    sw: 'Ombi la nenosiri jipya limepokelewa. Tafadhali angalia barua pepe yako.',
  },
  passwordReset: {
    en: 'Password successfully updated. Please login.',
    sw: 'Nenosiri limebadilishwa. Tafadhali ingia.',
  },
  passwordChanged: { en: 'Password updated successfully', sw: 'Nenosiri limebadilishwa' },
  emailVerified: { en: 'Email verified', sw: 'Barua pepe imethibitishwa' },
  noEmail: {
    en: 'There is no email address to confirm.',
    sw: 'Hakuna barua pepe ya kuthibitisha.',
  },
  confirmFactor: {
    en: 'Please confirm with your second factor',
    sw: 'Thibitisha kwa uthibitisho wako wa pili',
  },
  loggedOut: { en: 'Logout Successful', sw: 'Umeondoka' },
  accountsService: {
    en: 'Please sign up at the accounts service.',
    sw: 'Tafadhali jisajili kwenye huduma ya akaunti.',
  },
  ssoFailed: {
    en: "We couldn't authenticate you. Please try again.",
    sw: 'Hatukuweza kukutambua. Tafadhali jaribu tena.',
  },
  noSso: {
    en: 'Single sign-on is not set up here.',
    sw: 'Kuingia kwa akaunti moja hakujawekwa hapa.',
  },
  tooLate: {
    en: 'This sign-in took too long. Please enter your email and password again.',
    sw: 'Umechukua muda mrefu kuingia. Tafadhali andika barua pepe na nenosiri tena.',
  },
  usedByOperator: {
    en: 'This first password has been used. Run "npm run operator" on the machine for another one.',
    sw: 'Nenosiri hili la kwanza limeshatumika. Endesha "npm run operator" kwenye mashine ili kupata jingine.',
  },
})
