import type { VarianceKind } from '@mshahara/contract/payroll-variance'
import { texts } from '../lib/language.tsx'

/** Of a person's own payslips. */
export const payslipTexts = texts({
  newest: { en: 'Newest payslip', sw: 'Hati mpya ya malipo' },
  netOf: {
    en: ({ month }: { month: string }) => `Net pay, ${month}`,
    sw: ({ month }: { month: string }) => `Mshahara halisi, ${month}`,
  },
  nextPayDay: {
    en: ({ day }: { day: string }) => `Next pay day about ${day}`,
    sw: ({ day }: { day: string }) => `Siku ya mshahara ujao ni takriban ${day}`,
  },
  view: { en: 'View Payslip', sw: 'Tazama Hati ya Malipo' },
  all: { en: 'All Payslips', sw: 'Hati Zote' },
  same: {
    en: ({ month }: { month: string }) => `The same as in ${month}.`,
    sw: ({ month }: { month: string }) => `Sawa na ${month}.`,
  },
  since: {
    en: ({ month }: { month: string }) => `since ${month}:`,
    sw: ({ month }: { month: string }) => `tangu ${month}:`,
  },
  seeWhy: { en: 'see why', sw: 'tazama sababu' },
  hideWhy: { en: 'hide why', sw: 'ficha sababu' },
  title: { en: 'My Payslips', sw: 'Hati Zangu za Malipo' },
  heading: {
    en: ({ count }: { count: number }) => `Payslips (${count})`,
    sw: ({ count }: { count: number }) => `Hati za malipo (${count})`,
  },
  payslips: { en: 'Payslips', sw: 'Hati za Malipo' },
  onceConfirmed: {
    en: 'They are listed here once their payroll is confirmed',
    sw: 'Zitaonekana hapa mishahara ya mwezi huo ikithibitishwa',
  },
  search: { en: 'Search payslip', sw: 'Tafuta hati ya malipo' },
  noMatch: { en: 'No Matching Payslips Found', sw: 'Hakuna Hati Inayolingana' },
  none: { en: 'No Payslips Found', sw: 'Hakuna Hati za Malipo' },
  adjust: { en: 'Try adjusting your search criteria', sw: 'Jaribu kubadilisha utafutaji wako' },
  code: { en: 'Payroll Code', sw: 'Nambari ya Malipo' },
  month: { en: 'Month', sw: 'Mwezi' },
  year: { en: 'Year', sw: 'Mwaka' },
  gross: { en: 'Gross', sw: 'Mshahara Ghafi' },
  deductions: { en: 'Deductions', sw: 'Makato' },
  net: { en: 'Net', sw: 'Mshahara Halisi' },
  created: { en: 'Created', sw: 'Imetolewa' },
  paid: { en: 'Paid', sw: 'Imelipwa' },
  actions: { en: 'Actions', sw: 'Vitendo' },
  details: { en: 'Details', sw: 'Taarifa' },
  detailsOf: {
    en: ({ month }: { month: string }) => `Details of ${month}`,
    sw: ({ month }: { month: string }) => `Taarifa za ${month}`,
  },
  one: { en: 'Payslip', sw: 'Hati ya Malipo' },
  tab: {
    en: ({ month, name }: { month: string; name: string }) => `Payslip ${month}, ${name}`,
    sw: ({ month, name }: { month: string; name: string }) => `Hati ya malipo ${month}, ${name}`,
  },
  of: {
    en: ({ name }: { name: string }) => `Payslip of ${name}`,
    sw: ({ name }: { name: string }) => `Hati ya malipo ya ${name}`,
  },
  paidOn: {
    en: ({ day }: { day: string }) => `Paid on ${day}`,
    sw: ({ day }: { day: string }) => `Ulilipwa ${day}`,
  },
  reference: {
    en: ({ number }: { number: string }) => `, reference ${number}`,
    sw: ({ number }: { number: string }) => `, nambari ya kumbukumbu ${number}`,
  },
  correct: { en: 'Correct this Payslip', sw: 'Rekebisha Hati Hii' },
  corrects: { en: 'Corrects', sw: 'Inarekebisha' },
  correctedBy: { en: 'Corrected by', sw: 'Imerekebishwa na' },
  loading: { en: 'Loading payslip', sw: 'Hati ya malipo inapakiwa' },
  failed: { en: 'The payslip could not be shown', sw: 'Hati ya malipo haikuweza kuonyeshwa' },
  retry: { en: 'Retry', sw: 'Jaribu tena' },
  missing: { en: 'Payslip not found', sw: 'Hati ya malipo haikupatikana' },
  missingText: {
    en: 'It may have been deleted, or it is not confirmed yet.',
    sw: 'Huenda imefutwa, au haijathibitishwa bado.',
  },
  explain: { en: 'How it was worked out', sw: 'Jinsi ilivyokokotolewa' },
  ruleSince: {
    en: ({ month }: { month: string }) => `since ${month}`,
    sw: ({ month }: { month: string }) => `tangu ${month}`,
  },
  explained: {
    en: ({ name }: { name: string }) => `How the pay of ${name} was worked out`,
    sw: ({ name }: { name: string }) => `Jinsi mshahara wa ${name} ulivyokokotolewa`,
  },
  download: { en: 'Download', sw: 'Pakua' },
  email: { en: 'Send to Email', sw: 'Tuma kwa Barua Pepe' },
  emailed: {
    en: 'Payslip sent to email successfully',
    sw: 'Hati ya malipo imetumwa kwa barua pepe',
  },
})

/** What moved the pay, where the line itself has no name. */
export const reasonTexts = texts({
  joined: { en: 'Joined', sw: 'Umejiunga' },
  left: { en: 'Left', sw: 'Umeondoka' },
  salary: { en: 'Salary changes', sw: 'Mabadiliko ya mshahara' },
  days: { en: 'Days worked', sw: 'Siku ulizofanya kazi' },
  item: { en: 'Allowances and other incomes', sw: 'Marupurupu na mapato mengine' },
  'one-off': { en: 'One-off and variable pay', sw: 'Malipo ya mara moja na yanayobadilika' },
  deduction: { en: 'Other deductions', sw: 'Makato mengine' },
  statutory: { en: 'Tax and statutory deductions', sw: 'Ushuru na makato ya kisheria' },
} satisfies Record<VarianceKind, { en: string; sw: string }>)
