import type { Content } from './content.ts'
import { slipWords } from './words.ts'

/** Somebody invented, for the pictures of the templates. */
export const sample: Content = {
  words: slipWords.en,
  organization: {
    name: 'Your Organization',
    lines: ['Kenyatta Avenue, Nairobi', '0700 000 000 · pay@example.co.ke', 'PIN P051234567A'],
    logo: true,
  },
  period: 'March 2026',
  year: '2026',
  code: 'PR-XX-0003',
  mark: null,
  person: {
    name: 'Wanjiru Achieng Kamau',
    employee_no: 'XX-0042',
    work: [
      ['Designation', 'Accountant'],
      ['Department', 'Finance'],
      ['Work station', 'Nairobi'],
    ],
    numbers: [
      ['KRA PIN', 'A012345678Z'],
      ['NSSF no', '2001234567'],
      ['SHIF no', 'CR12345678'],
      ['Bank', 'Equity Bank, Moi Avenue'],
      ['Account no', '0123456789012'],
    ],
  },
  earnings: [
    { label: 'Basic salary', amount: '85,000.00' },
    { label: 'House Allowance', amount: '15,000.00' },
  ],
  deductions: [
    { label: 'PAYE', amount: '19,308.35', year: '57,925.05' },
    { label: 'NSSF', amount: '6,000.00', year: '18,000.00' },
    { label: 'SHIF', amount: '2,750.00', year: '8,250.00' },
    { label: 'Housing Levy', amount: '1,500.00', year: '4,500.00' },
  ],
  tax: [
    { label: 'Gross pay', amount: '100,000.00' },
    { label: 'NSSF and pension', amount: '−6,000.00' },
    { label: 'SHIF', amount: '−2,750.00' },
    { label: 'Housing Levy', amount: '−1,500.00' },
    { label: 'Taxable pay', amount: '89,750.00' },
    { label: 'Tax charged', amount: '21,708.35' },
    { label: 'Personal relief', amount: '−2,400.00' },
  ],
  inKind: [],
  employer: [
    { label: 'NSSF', amount: '6,000.00' },
    { label: 'Housing Levy', amount: '1,500.00' },
    { label: 'NITA', amount: '50.00' },
  ],
  toDate: [
    { label: 'Gross pay', amount: '300,000.00' },
    { label: 'PAYE', amount: '57,925.05' },
    { label: 'Net pay', amount: '211,324.95' },
  ],
  notes: [],
  gross: { label: 'Gross pay', amount: '100,000.00', year: '300,000.00' },
  taken: { label: 'Total deductions', amount: '29,558.35', year: '88,675.05' },
  net: { label: 'Net pay', amount: '70,441.65', year: '211,324.95' },
  verify: 'https://pay.example.co.ke/verifyPayslip/00000000-0000-4000-8000-000000000000',
}
