import { momentInWords } from '@mshahara/contract/months'
import { englishOf } from '@mshahara/contract/say'

/** Told to staff, about paying people. */
export const say = englishOf('payouts', {
  failedOnly: 'Only a failed payout can be retried.',
  retriedAlready: 'This payout is already being retried.',
  noneFailed: 'No payout of this payroll has failed.',
  noneWaiting: 'Nothing is waiting to be sent.',
  notStopped: 'Sending has not been stopped.',
  anotherConclusion: 'Somebody else must come to the same conclusion.',
  notYourOwn: 'Somebody else must agree: you requested these payments yourself.',
  decidedAlready: 'This request has already been decided.',
  expired: 'This request has expired. Please request the payments again.',
  paidOut: 'Payouts have been made for this payroll: it cannot be reversed.',
  ofPayslip: 'Only what a confirmed payslip says can be paid.',
  changedMeanwhile: 'Something about these payments has changed. Please look at them again.',
  paidAlready: 'This payslip is already paid or being paid.',
  accountMoved: 'An account was changed while the file was being made. Please make it again.',
  paidByNow: 'Somebody in this file is already paid or being paid. Please make it again.',
  notAnyMore: 'You may no longer change this.',
  payersAgree: 'Somebody else who may pay must agree to this change.',
  notCounted: 'Your right to pay is not in effect yet.',
  askedAlready: 'Somebody has already requested these payments.',
  undecidable: 'There is nothing to decide about this payout.',
  settled: 'This change has already been settled.',
  overtaken:
    'Something about these payments has changed since they were shown. Please look at them again.',
  elsewhere: ({ names }: { names: string }) =>
    `To be paid to another account or phone number than before: ${names}. Please review ` +
    'the payments first, then order exactly what was shown.',
  changedSince:
    'Something about these payments has changed since they were requested. ' +
    'Please request them again.',
  atTheBank:
    'A bank file of this payroll may be at the bank. If nobody took it there, mark it as not ' +
    'used first.',
  inDoubt:
    'Payouts of this payroll are under way, or their provider is being asked whether they failed. ' +
    'Please wait until all of them have ended.',
  opposite: ({ name }: { name: string }) =>
    `${name} came to the opposite conclusion. Please speak to them.`,
  mayNotPay: ({ name }: { name: string }) =>
    `${name} may no longer pay. Please request the payments again.`,
  givenOn: ({ moment, from_when }: { moment: string; from_when: string }) =>
    `You were given the right to pay on ${momentInWords(moment)}. ${from_when}`,
  nobody: ({ why }: { why: string }) => why,
  refused: ({ why }: { why: string }) => why,
})
