import { type DetailSubject, detailSubjects } from '@mshahara/contract/my-details'
import { englishOf, sentencesOf } from '@mshahara/contract/say'

/** What employees propose to change of their own record. */
export const say = sentencesOf('my-details', {
  noOpen: { en: 'There is no longer an open proposal.', sw: 'Hakuna pendekezo lililo wazi tena.' },
  nothingToConfirm: {
    en: 'There is nothing to confirm here.',
    sw: 'Hakuna cha kuthibitisha hapa.',
  },
  confirmed: { en: 'This is already confirmed.', sw: 'Hili tayari limethibitishwa.' },
  noTexts: {
    en: 'Text messages cannot be sent just now.',
    sw: 'Ujumbe mfupi hauwezi kutumwa kwa sasa.',
  },
  manyMessages: {
    en: 'Your organization has sent too many messages today. Please continue tomorrow.',
    sw: 'Shirika lako limetuma ujumbe mwingi sana leo. Tafadhali endelea kesho.',
  },
  withdrawn: { en: 'This proposal was withdrawn.', sw: 'Pendekezo hili liliondolewa.' },
  nothingNew: {
    en: 'Your employer already has these details.',
    sw: 'Mwajiri wako tayari ana taarifa hizi.',
  },
  chooseBank: {
    en: 'Please choose a bank from the list.',
    sw: 'Tafadhali chagua benki kutoka kwenye orodha.',
  },
  oneOpen: {
    en: 'You already have an open proposal. Please change that one.',
    sw: 'Tayari una pendekezo lililo wazi. Tafadhali badilisha hilo.',
  },
  closed: { en: 'This proposal is closed.', sw: 'Pendekezo hili limefungwa.' },
  codeSent: { en: 'The code was sent.', sw: 'Msimbo umetumwa.' },
  changedMeanwhile: {
    en: 'The proposal has changed since you opened it. Please look at it again.',
    sw: 'Pendekezo limebadilishwa tangu ulipolifungua. Tafadhali liangalie tena.',
  },
})

/** Told to staff alone. */
export const sayToStaff = englishOf('my-details', {
  ownDetails: 'Somebody else must decide on your own details.',
  notProposed: 'This was not proposed.',
  sayWhy: 'Please say why you are refusing it.',
  unconfirmed: 'The employee has not confirmed this by code yet.',
  callFirst: 'Please call the person on the number on record first, then confirm that you did.',
  decided: ({ by }: { by: string }) => `This has already been decided by ${by}.`,
  stale: ({ subject, now }: { subject: DetailSubject; now: string }) =>
    `${detailSubjects[subject]} was changed since this was proposed${now ? `: it is now ${now}` : ''}. ` +
    'Refuse it, or ask for a new proposal.',
})
