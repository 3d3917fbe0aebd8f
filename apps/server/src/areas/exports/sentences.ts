import { monthInWords } from '@mshahara/contract/months'
import { englishOf, sentencesOf } from '@mshahara/contract/say'

/** P9 forms and files. */
export const say = sentencesOf('exports', {
  noP9: { en: 'Consultants have no P9 form.', sw: 'Washauri hawana fomu ya P9.' },
  statementLater: {
    en: 'There is a statement once the loan is approved.',
    sw: 'Taarifa ya akaunti ya mkopo hupatikana mkopo ukishaidhinishwa.',
  },
  casualNotFound: { en: 'This casual was not found.', sw: 'Kibarua huyu hakupatikana.' },
  employeeOrCasual: {
    en: 'A P9 form is for an employee or a casual.',
    sw: 'Fomu ya P9 ni ya mfanyakazi au ya kibarua.',
  },
  overtaken: {
    en: 'This file was withdrawn: the payroll has changed since it was made. Please make it again.',
    sw: 'Faili hii iliondolewa: mishahara imebadilika tangu faili ilipoandaliwa. Tafadhali iandae tena.',
  },
  p9Exported: { en: 'P9 successfully exported', sw: 'Fomu ya P9 iko tayari' },
  started: { en: 'The export has started.', sw: 'Faili inaandaliwa.' },
  givenUp: {
    en: 'This export could not be finished. Please start it again.',
    sw: 'Faili hii iliachwa kabla ya kukamilika. Tafadhali anza tena.',
  },
  nothingTaken: ({ name, year }: { name: string; year: number }) => ({
    en: `No statutory deductions were made from the pay of ${name} in ${year}.`,
    sw: `Hakuna makato ya kisheria yaliyokatwa kwa ${name} mwaka ${year}.`,
  }),
  noPayroll: ({ year, name }: { year: number; name: string | null }) => ({
    en: `There is no confirmed payroll in ${year}${name ? ` for ${name}` : ''}.`,
    sw: `Hakuna mishahara ${name ? `ya ${name} ` : ''}iliyothibitishwa mwaka ${year}.`,
  }),
  changed: ({ whole_period }: { whole_period: boolean }) => ({
    en:
      `${whole_period ? 'A payroll of this period' : 'This payroll'} changed while the file was ` +
      'being made. Please make it again.',
    sw:
      `Mishahara ${whole_period ? 'ya kipindi hiki' : 'hii'} ilibadilika faili ikiandaliwa. ` +
      'Tafadhali iandae tena.',
  }),
})

/** A month's returns are about all its payrolls. */
export interface Within {
  month?: string
}
const payrollOf = ({ month }: Within) => (month ? monthInWords(month) : 'this payroll')

/** Told to staff alone. */
export const sayToStaff = englishOf('exports', {
  bankFileOnly: 'Only a bank file can be marked as not used.',
  withdrawn: 'This file has already been withdrawn.',
  p9OnItsWay: 'This employee has no email address, or the P9 form is already on its way.',
  forApprovers: 'Only people who may approve payrolls can make bank files.',
  ofConfirmed: 'Bank files and returns can only be made from confirmed payrolls.',
  ofTheMonth:
    'This month has an extra payroll. Please make its returns under Returns, which include both.',
  noPayslip: 'There is no payslip to export with this filter.',
  nobodyPaye: (at: Within) => `Nobody in ${payrollOf(at)} belongs in the PAYE return.`,
  nobodyWithheld: (at: Within) => `Nobody in ${payrollOf(at)} has withholding tax.`,
  nobodyFringe: ({ month }: { month: string }) =>
    `No loan of the employer was open below the market rate in ${monthInWords(month)}.`,
  nobodyShif: (at: Within) => `Nobody in ${payrollOf(at)} pays SHIF.`,
  nobodyNhif: (at: Within) => `Nobody in ${payrollOf(at)} pays NHIF.`,
  nobodyNssf: (at: Within) => `Nobody in ${payrollOf(at)} pays NSSF.`,
  nobodyHousing: (at: Within) => `Nobody in ${payrollOf(at)} pays the Housing Levy.`,
  nobodyNita: (at: Within) => `Nobody in ${payrollOf(at)} has a NITA levy.`,
  nobodyHelb: (at: Within) => `Nobody in ${payrollOf(at)} has a deduction named HELB.`,
  nobodyDeducted: ({ name, ...at }: Within & { name: string }) =>
    `Nobody in ${payrollOf(at)} has a deduction named ${name}.`,
  nobodyBanked: 'Nobody in this payroll can be paid to a bank account.',
  allInstructed:
    'Nobody is left for a bank file: they have been paid already, or their payment is under way.',
  dayRecorded:
    'The day of payment of this payroll is recorded, so everyone paid by bank counts as paid. If ' +
    'that is wrong, remove the day of payment first.',
  allSent: ({ year }: { year: number }) =>
    `Everyone who receives email has already been sent the P9 form for ${year}.`,
  noMonth: ({ month }: { month: string }) =>
    `There is no confirmed payroll for ${monthInWords(month)}.`,
  notUsed: ({ by }: { by: string }) => `${by} marked this file as not used.`,
})
