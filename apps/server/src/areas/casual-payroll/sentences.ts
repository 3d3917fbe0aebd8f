import { englishOf } from '@mshahara/contract/say'

/** Told to staff, about the pay of casual workers. */
export const say = englishOf('casual-payroll', {
  nobodyLeft: 'There is no payslip left in this payroll.',
  from2021: 'Casual payrolls can be run from January 2021 onwards.',
  onceADay: 'Somebody already has a payslip for one of these days.',
  ticked: 'Days without a muster roll, and days to come, are paid only when each one is ticked.',
  signed: 'People paid in cash may have signed for it: tick each one who has not.',
  belowZero: 'A payslip with a net pay below zero cannot be confirmed.',
  ahead: ({ days }: { days: number }) => `A casual payroll can be run ${days} days ahead at most.`,
  nobodySigns: 'Nobody in this payroll is paid in cash.',
  notOnList: 'Someone is not on this payroll’s list to sign. Please look at it again.',
  paidTooEarly: 'The day of payment cannot be before the first day of the payroll.',
  paidAhead: 'The day of payment cannot be in the future.',
  cashPaid:
    'Cash of this payroll is marked as paid. If that is wrong, mark it as not paid on the list to ' +
    'sign first.',
  maySigned: ({ names, more }: { names: string[]; more: number }) =>
    `Paid in cash, and may have signed for it: ${names.join(', ')}` +
    `${more > 0 ? ` and ${more} more` : ''}. Tick each one once you know that they have not.`,
  nobody: ({ why }: { why: string }) => why,
})
