import { monthInWords } from '@mshahara/contract/months'
import { englishOf } from '@mshahara/contract/say'

/** Told to staff alone. */
export const sayToStaff = englishOf('corrections', {
  notConfirmed: 'Only a confirmed payslip is corrected. Change a draft, or what it is made from.',
  reversed: 'This payslip was reversed: there is nothing left of it to correct.',
  finalDues:
    'Final dues are not corrected. Reverse their payroll, change what is due, and make it again.',
  isCorrection: ({ code }: { code: string }) =>
    `This payslip is a correction itself. Correct the payslip of ${code}: its corrections count with it.`,
  isOpen: ({ code }: { code: string }) =>
    `${code} corrects this payslip and is still a draft. Change or delete that one first.`,
  outOfPay: ({ why }: { why: string }) =>
    `This person cannot be paid for the month: ${why}. Change their record first.`,
  unknownLine: 'The lines of this payslip have changed since. Please load the page again.',
  twice: 'A line is given twice.',
  nothing: 'What should have been paid is what was paid: there is nothing to correct.',
  onIt: ({ name }: { name: string }) =>
    `"${name}" is on this payslip already. Change the amount in its row.`,
  late: ({ name, month }: { name: string; month: string }) =>
    `"${name}" was recorded with effect from ${monthInWords(month)}, and its arrears pay it. Change it among the pay items.`,
  impossible: ({ fault }: { fault: string }) => `This cannot be worked out: ${fault}`,
  empty: 'The payslip was taken out of this correction. Please delete it.',
  atOnce: 'Somebody else has just begun to correct this payslip.',
  notTheRight: 'This is not a correction of a confirmed payslip.',
  confirmed: 'This correction is confirmed and cannot be changed.',
})
