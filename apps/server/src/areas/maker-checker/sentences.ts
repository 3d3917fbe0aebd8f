import { englishOf } from '@mshahara/contract/say'

/** Told to staff, about what waits for a second person. */
export const say = englishOf('maker-checker', {
  notYourOwn: 'Somebody else has to agree: you have asked for this yourself.',
  notYours: 'Only whoever asked for this can take it back.',
  notAboutYourself: 'Somebody else has to agree: this is about your own pay or account.',
  notCounted:
    'Your own right to do this does not count yet: you were given it less than a day ago.',
  mayNotCheck: 'Only somebody who may do this themselves can agree to it or send it back.',
  decidedAlready: ({ state }: { state: string }) => `This is decided already: ${state}.`,
  changedSince:
    'What this was made from has changed since it was shown. It can no longer be agreed to: ' +
    'ask for it again.',
  shownOtherwise: 'This is not what was shown. Please look at it again.',
  makerGone: ({ name }: { name: string }) =>
    `${name} may not do this any more, so that nobody can agree to it.`,
  missing: 'Somebody else has to agree to this first.',
  kept: 'What was decided stays as it was decided.',
  askedAlready: 'Somebody has asked for this at the same moment. Please look at it again.',
  nobodyLeft: 'There is no payslip left in this payroll.',
  nobodyAsks: 'Nobody else has to agree to this: confirm it yourself.',
})

/** What a call answers whose act waits. */
export const waitsWords = ({ title }: { title: string }) =>
  `${title}: it waits for a second person.`
