import { englishOf } from '@mshahara/contract/say'

/** Told to staff, about what waits for a second person. */
export const say = englishOf('maker-checker', {
  notYourOwn: 'Somebody else must agree: you requested this yourself.',
  notYours: 'Only the person who requested this can withdraw it.',
  notAboutYourself: 'Somebody else must agree: this is about your own pay or account.',
  notCounted: 'Your right to do this is not in effect yet: you were given it less than a day ago.',
  settled: 'This change has been settled already.',
  othersAgree: 'Others must agree to this change: you made it, or it is about you.',
  makerNotCounted: ({ name }: { name: string }) =>
    `The right of ${name} to do this is not in effect yet: agree to that first, or wait for it.`,
  mayNotCheck: 'Only someone who may do this themselves can agree to it or send it back.',
  decidedAlready: ({ state }: { state: string }) => `This has already been decided: ${state}.`,
  changedSince:
    'The details have changed since this was shown, so it can no longer be approved. ' +
    'Please request it again.',
  changedOf: ({ names }: { names: string[] }) =>
    `This has changed since it was shown: ${names.join('; ')}. Please request it again.`,
  shownOtherwise: 'This is no longer what was shown. Please look at it again.',
  makerGone: ({ name }: { name: string }) =>
    `${name} may no longer do this, so it can no longer be approved.`,
  missing: 'Somebody else must agree to this first.',
  kept: 'A decision cannot be changed.',
  askedAlready: 'Somebody requested this at the same moment. Please look at it again.',
  nobodyLeft: 'There is no payslip left in this payroll.',
  nobodyAsks: 'Nobody else needs to agree to this: confirm it yourself.',
})

/** What a call answers whose act waits. */
export const waitsWords = ({ title, replaced }: { title: string; replaced: string[] }) =>
  [
    `${title}: it is waiting for a second person.`,
    ...(replaced.length > 0
      ? [
          `It takes the place of what ${[...new Set(replaced)].join(' and ')} asked for of the same.`,
        ]
      : []),
  ].join(' ')
