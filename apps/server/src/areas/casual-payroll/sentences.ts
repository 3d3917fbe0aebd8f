import { englishOf } from '@mshahara/contract/say'

/** Told to staff, about the pay of casual workers. */
export const say = englishOf('casual-payroll', {
  nobodyLeft: 'There is no payslip left in this payroll.',
  from2021: 'Casual payrolls can be run from January 2021 onwards.',
  onceADay: 'Somebody already has a payslip for one of these days.',
  ticked:
    'Days without a muster roll, and days to come, are paid only when each of them is ticked.',
  signed: 'Somebody paid in cash may have signed for it: tick each of them who has not.',
  belowZero: 'A payslip with a net pay below zero cannot be confirmed.',
  ahead: ({ days }: { days: number }) => `A casual payroll can be run ${days} days ahead at most.`,
  maySigned: ({ names, more }: { names: string[]; more: number }) =>
    `Paid in cash, and may have signed for it: ${names.join(', ')}` +
    `${more > 0 ? ` and ${more} more` : ''}. Tick each of them once you know that they have not.`,
  nobody: ({ why }: { why: string }) => why,
})
