import { type DetailSubject, detailSubjects } from '@mshahara/contract/my-details'
import { englishOf, sentencesOf } from '@mshahara/contract/say'

/** What employees propose to change of their own record. */
export const say = sentencesOf('my-details', {
  noOpen: { en: 'There is no open proposal any more.', sw: 'Hakuna pendekezo lililo wazi tena.' },
  nothingToConfirm: {
    en: 'There is nothing to confirm here.',
    sw: 'Hakuna cha kuthibitisha hapa.',
  },
  confirmed: { en: 'This is confirmed already.', sw: 'Hili tayari limethibitishwa.' },
  noTexts: {
    en: 'No text message can be sent just now.',
    sw: 'Ujumbe mfupi hauwezi kutumwa kwa sasa.',
  },
  manyMessages: {
    en: 'Your organization has sent very many messages today. Please continue tomorrow.',
    sw: 'Shirika lako limetuma ujumbe mwingi sana leo. Tafadhali endelea kesho.',
  },
  withdrawn: { en: 'This proposal was withdrawn.', sw: 'Pendekezo hili liliondolewa.' },
  nothingNew: {
    en: 'This is what your employer holds already.',
    sw: 'Mwajiri wako tayari ana taarifa hizi.',
  },
  chooseBank: {
    en: 'Please choose a bank from the list.',
    sw: 'Tafadhali chagua benki kutoka kwenye orodha.',
  },
  oneOpen: {
    en: 'You have an open proposal already. Please change that one.',
    sw: 'Tayari una pendekezo lililo wazi. Tafadhali badilisha hilo.',
  },
  closed: { en: 'This proposal is closed.', sw: 'Pendekezo hili limefungwa.' },
  codeSent: { en: 'The code was sent.', sw: 'Msimbo umetumwa.' },
  changedMeanwhile: {
    en: 'The proposal was changed meanwhile. Please look at it again.',
    sw: 'Pendekezo limebadilishwa tangu ulipolifungua. Tafadhali liangalie tena.',
  },
})

/** Told to staff alone. */
export const sayToStaff = englishOf('my-details', {
  ownDetails: 'Somebody else decides about your own details.',
  notProposed: 'This was not proposed.',
  sayWhy: 'Please say why you refuse it.',
  unconfirmed: 'The employee has not confirmed this by code yet.',
  callFirst: 'Please call the person on the number on record first, and say so.',
  decided: ({ by }: { by: string }) => `This was decided by ${by} already.`,
  stale: ({ subject, now }: { subject: DetailSubject; now: string }) =>
    `${detailSubjects[subject]} was changed since this was proposed${now ? `: it is now ${now}` : ''}. ` +
    'Refuse it, or ask for a new proposal.',
})
