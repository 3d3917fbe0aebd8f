import { englishOf } from '@mshahara/contract/say'
import { formatShillings } from '@mshahara/engine/money'

type Limit = { limit: number; count: number }

/** Told to staff and operators, about paying for a plan. */
export const say = englishOf('billing', {
  currentPlan: 'This is your current plan.',
  underWay: 'A payment is under way. Please wait until it has ended.',
  namedAlready: 'This payment is not waiting for its receipt number.',
  oneOfThese: 'Please say whether it is one of these payments.',
  takenBack: 'This credit has already been taken back.',
  forOrder: 'This money paid for an order, so it is not credit on the account.',
  toldByMpesa:
    'M-PESA has already reported this payment. Only money entered by hand can be taken back.',
  chooseOrder: 'Please choose the order it is for, or none of them.',
  orderPaid: 'This order is no longer waiting for a payment.',
  noOrganization: 'There is no such organization.',
  noPlan: 'There is no such plan.',
  freePlan: 'The Free plan costs nothing: please select it.',
  renewIt: 'This is your current plan: please renew it.',
  manyPrompts: 'Too many prompts were sent within the hour. Please wait a little and try again.',
  otherOrganization: 'This is not the organization you are working in.',
  otherQuote: 'This quote is not for what you want to order.',
  quoteOver: 'This quote has expired. Please look again.',
  noMpesa: 'Payments by M-PESA are not set up here yet. Please contact us.',
  noPhone: 'Phone number is required',
  noPayment: 'There is no such payment.',
  ended: 'This payment has ended. Please start a new one.',
  beingConfirmed: 'The payment is being confirmed. Please wait a moment.',
  orderKept: 'An order cannot be changed.',
  orderUnpaid: 'This order has not been paid.',
  numberStopped: 'The owner of this number has asked us not to message it.',
  numberOften: 'Too many requests have gone to this number. Please try again tomorrow.',
  paymentKept: 'A payment cannot be changed.',
  referenceTaken: 'This reference belongs to another payment.',
  receiptKept: 'A receipt cannot be changed.',
  noMoney: 'This receipt was not found.',
  lessCredit: 'The account has less credit than that.',
  hasNumber: 'This payment already has its receipt number.',
  undecidable: 'There is nothing to decide about this payment.',
  notUnpaid: 'This payment cannot be recorded as unpaid: it is not under review.',
  ofAnother: ({ reference }: { reference: string }) => `${reference} belongs to another payment.`,
  entered: ({ reference }: { reference: string }) => `${reference} has already been entered.`,
  notByHand: ({ reference }: { reference: string }) =>
    `${reference} was not entered by hand for this organization.`,
  mpesaTold: ({ amount }: { amount: number }) =>
    `M-PESA has already reported Ksh ${formatShillings(amount)}.`,
  withoutNumber: ({ amount, account }: { amount: number; account: string }) =>
    `M-PESA has already reported Ksh ${formatShillings(amount)} for ${account} without a receipt ` +
    'number. Please choose that payment: this is its number.',
  partlyUsed: ({ amount }: { amount: number }) =>
    `Ksh ${formatShillings(amount)} of this credit has been used. Credit can be taken back only ` +
    'while all of it is still on the account.',
  tooMuch: ({ amount, most }: { amount: number; most: number }) =>
    `This comes to Ksh ${formatShillings(amount)}, and M-PESA accepts at most ` +
    `Ksh ${formatShillings(most)} at once. Please choose fewer months, or contact us.`,
  upgrade: ({ plan }: { plan: string }) => `You are on ${plan}: please upgrade instead.`,
  tooSmall: ({ plan, limit, who, count }: Record<'plan' | 'who', string> & Limit) =>
    `${plan} allows ${limit} ${who}, and you have ${count}. Please choose a larger plan.`,
  planName: ({ plan }: { plan: string }) => `The plan is called ${plan}.`,
  amountNow: ({ amount }: { amount: number }) =>
    `The amount is now Ksh ${formatShillings(amount)}. Please look again.`,
  otherUnderWay: ({
    amount,
    plan,
    phone,
  }: {
    amount: number
    plan: string
    phone: string | null
  }) =>
    `A payment of Ksh ${formatShillings(amount)} for ${plan} is under way on ${phone}. ` +
    'Please finish it, or wait until it has ended.',
  waitForPrompt: ({ seconds }: { seconds: number }) =>
    `Please wait until ${seconds} seconds have passed since the last prompt.`,
})
