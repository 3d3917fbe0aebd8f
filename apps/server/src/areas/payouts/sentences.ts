import { momentInWords } from '@mshahara/contract/months'
import { englishOf } from '@mshahara/contract/say'

/** Told to staff, about paying people. */
export const say = englishOf('payouts', {
  failedOnly: 'Only a failed payout can be retried.',
  retriedAlready: 'This payout is being retried already.',
  noneFailed: 'No payout of this payroll has failed.',
  noneWaiting: 'Nothing is waiting to be sent.',
  notStopped: 'Sending has not been stopped.',
  anotherConclusion: 'Somebody else has to come to the same conclusion.',
  notYourOwn: 'Somebody else has to agree: you have asked for these payments yourself.',
  decidedAlready: 'This request has been decided already.',
  expired: 'This request has expired. Please ask for the payments again.',
  paidOut: 'Payouts have been made for this payroll: it cannot be reversed.',
  ofPayslip: 'Only what a confirmed payslip says can be paid.',
  changedMeanwhile:
    'Something about these payments has changed meanwhile. Please look at them again.',
  paidAlready: 'This payslip is paid or being paid already.',
  accountMoved: 'An account was changed while the file was being made. Please make it again.',
  paidByNow: 'Somebody in this file is paid or being paid by now. Please make it again.',
  notAnyMore: 'You may not change this any more.',
  payersAgree: 'Somebody else who may pay has to agree to this change.',
  notCounted: 'Your own right to pay does not count yet.',
  askedAlready: 'Somebody has asked for these payments already.',
  undecidable: 'There is nothing to decide about this payout.',
  settled: 'This change has been settled already.',
  overtaken:
    'Something about these payments has changed since they were shown. Please look at them again.',
  elsewhere: ({ names }: { names: string }) =>
    `To be paid to another account or phone number than before: ${names}. Please look at the ` +
    'payments first, and order them with the digest that they are shown with.',
  changedSince:
    'Something about these payments has changed since they were asked for. ' +
    'Please ask for them again.',
  atTheBank:
    'A bank file of this payroll may be at the bank. If nobody took it there, mark it as not ' +
    'used first.',
  inDoubt:
    'Payouts of this payroll are under way, or their provider is asked whether they failed. ' +
    'Please wait until all of them have ended.',
  opposite: ({ name }: { name: string }) =>
    `${name} came to the opposite conclusion. Please speak to them.`,
  mayNotPay: ({ name }: { name: string }) =>
    `${name} may not pay any more. Please ask for the payments again.`,
  givenOn: ({ moment, from_when }: { moment: string; from_when: string }) =>
    `You were given the right to pay on ${momentInWords(moment)}. ${from_when}`,
  nobody: ({ why }: { why: string }) => why,
  refused: ({ why }: { why: string }) => why,
})
