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
  appliedOn: { en: 'Applied On', sw: 'Tarehe ya Ombi' },
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
  requests: { en: 'Guarantor Requests', sw: 'Maombi ya Udhamini' },
  requestsHeading: {
    en: ({ count }: { count: number }) => `Guarantor Requests (${count})`,
    sw: ({ count }: { count: number }) => `Maombi ya Udhamini (${count})`,
  },
  searchRequest: { en: 'Search guarantor request', sw: 'Tafuta ombi la udhamini' },
  noRequests: { en: 'No Guarantor Requests Found', sw: 'Hakuna Maombi ya Udhamini' },
  noRequestsText: {
    en: "You don't have any pending guarantor requests.",
    sw: 'Huna maombi ya udhamini yanayosubiri.',
  },
  youGuarantee: {
    en: ({ count }: { count: number }) =>
      `You guarantee ${count === 1 ? 'one running loan' : `${count} running loans`}, `,
    sw: ({ count }: { count: number }) =>
      `Umedhamini ${count === 1 ? 'mkopo 1 unaoendelea' : `mikopo ${count} inayoendelea`}, `,
  },
  stillOwed: { en: ' still owed.', sw: ' bado inadaiwa.' },
  applicant: { en: 'Applicant', sw: 'Mwombaji' },
  requestedOn: { en: 'Requested On', sw: 'Tarehe ya Ombi' },
  approve: { en: 'Approve', sw: 'Idhinisha' },
  reject: { en: 'Reject', sw: 'Kataa' },
  viewRequest: {
    en: ({ name }: { name: string }) => `View request of ${name}`,
    sw: ({ name }: { name: string }) => `Tazama ombi la ${name}`,
  },
  approveRequest: {
    en: ({ name }: { name: string }) => `Approve request of ${name}`,
    sw: ({ name }: { name: string }) => `Idhinisha ombi la ${name}`,
  },
  rejectRequest: {
    en: ({ name }: { name: string }) => `Reject request of ${name}`,
    sw: ({ name }: { name: string }) => `Kataa ombi la ${name}`,
  },
  approveTitle: { en: 'Approve Guarantor Request', sw: 'Idhinisha Ombi la Udhamini' },
  approved: {
    en: 'Guarantor request approved successfully',
    sw: 'Ombi la udhamini limeidhinishwa',
  },
  agree: {
    en: ({ amount, name }: { amount: string; name: string }) =>
      `By approving, you agree to guarantee the loan amount of ${amount} for ${name}.`,
    sw: ({ amount, name }: { amount: string; name: string }) =>
      `Kwa kuidhinisha, unakubali kudhamini mkopo wa ${amount} wa ${name}.`,
  },
  answersFor: {
    en: ({ total, months }: { total: string; months: number }) =>
      `With fees and interest that is ${total}, to be repaid over ${
        months === 1 ? '1 month' : `${months} months`
      }. You are liable for whatever remains unpaid.`,
    sw: ({ total, months }: { total: string; months: number }) =>
      `Pamoja na ada na riba ni ${total}, itakayolipwa kwa muda wa ${
        months === 1 ? 'mwezi 1' : `miezi ${months}`
      }. Unawajibika kwa kiasi kitakachobaki bila kulipwa.`,
  },
  cancel: { en: 'Cancel', sw: 'Ghairi' },
})
