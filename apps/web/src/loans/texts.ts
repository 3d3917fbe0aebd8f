import { texts } from '../lib/language.tsx'

/** Of an employee's own loans; terms have their own two languages. */
export const loanTexts = texts({
  mine: { en: 'My Loans', sw: 'Mikopo Yangu' },
  heading: {
    en: ({ count }: { count: number }) => `Loan Applications (${count})`,
    sw: ({ count }: { count: number }) => `Maombi ya Mikopo (${count})`,
  },
  applications: { en: 'Loan Applications', sw: 'Maombi ya Mikopo' },
  search: { en: 'Search loan application', sw: 'Tafuta ombi la mkopo' },
  calculator: { en: 'Loan Calculator', sw: 'Kikokotoo cha Mkopo' },
  apply: { en: 'New Loan Application', sw: 'Ombi Jipya la Mkopo' },
  none: { en: 'No Loan Applications Found', sw: 'Hakuna Maombi ya Mikopo' },
  adjust: { en: 'Try adjusting your search criteria', sw: 'Jaribu kubadilisha utafutaji wako' },
  first: {
    en: 'Create your first loan application to get started.',
    sw: 'Tuma ombi lako la kwanza la mkopo ili kuanza.',
  },
  employee: { en: 'Employee', sw: 'Mfanyakazi' },
  amount: { en: 'Amount', sw: 'Kiasi' },
  product: { en: 'Product', sw: 'Aina ya mkopo' },
  purpose: { en: 'Purpose', sw: 'Kusudi' },
  balance: { en: 'Balance', sw: 'Salio' },
  status: { en: 'Status', sw: 'Hali' },
  appliedOn: { en: 'Applied On', sw: 'Uliombwa' },
  actions: { en: 'Actions', sw: 'Vitendo' },
  view: { en: 'View', sw: 'Tazama' },
  viewOf: {
    en: ({ name }: { name: string }) => `View loan of ${name}`,
    sw: ({ name }: { name: string }) => `Tazama mkopo wa ${name}`,
  },
  filters: { en: 'Filters', sw: 'Vichujio' },
  allStatuses: { en: 'All Statuses', sw: 'Hali Zote' },
  fromDate: { en: 'From Date', sw: 'Kuanzia Tarehe' },
  toDate: { en: 'To Date', sw: 'Hadi Tarehe' },
  reset: { en: 'Reset Filters', sw: 'Ondoa Vichujio' },
})
