import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, message, month, shillings } from './fields.ts'
import { importCalls } from './import.ts'
import { monthAndYear } from './months.ts'

/** Pay of a year that another system paid, before the first payslip here (B34). */

/** The columns of the tax deduction card, in its order, and what it tells at its foot. */
export const openingAmounts = [
  'basic',
  'benefits',
  'quarters',
  'gross',
  'pension_share',
  'pension',
  'ahl',
  'shif',
  'medical_fund',
  'mortgage',
  'deductions',
  'exempt',
  'chargeable',
  'tax_charged',
  'personal_relief',
  'insurance_relief',
  'paye',
] as const
export type OpeningAmount = (typeof openingAmounts)[number]

export const openingTitles: Record<OpeningAmount, string> = {
  basic: 'Basic Salary',
  benefits: 'Benefits Non-Cash',
  quarters: 'Value of Quarters',
  gross: 'Gross Pay',
  pension_share: '30% of Basic Salary',
  pension: 'Pension and NSSF',
  ahl: 'Housing Levy',
  shif: 'SHIF',
  medical_fund: 'Post Retirement Medical Fund',
  mortgage: 'Owner Occupied Interest',
  deductions: 'Total Deductions',
  exempt: 'Disability Exemption',
  chargeable: 'Chargeable Pay',
  tax_charged: 'Tax Charged',
  personal_relief: 'Personal Relief',
  insurance_relief: 'Insurance Relief',
  paye: 'PAYE',
}

/** "January to August", "March" */
export function openedMonths(from: string, to: string): string {
  const [first, last] = [from, to].map((of) => monthAndYear(of).month)
  return first === last ? `${first}` : `${first} to ${last}`
}

const batch = z.object({
  id,
  year: z.number(),
  sources: z.array(z.string()),
  people: z.number(),
  /** Of all people together. */
  months: z.number(),
  gross: shillings,
  paye: shillings,
  made_by: z.string(),
  made_at: instant,
  /** The payrolls of its people that were confirmed since: it can no longer be taken back. */
  runs: z.array(z.object({ code: z.string(), month })),
})
export type OpeningBatch = z.output<typeof batch>

const row = z.object({
  id,
  employee_id: id,
  employee_no: z.string(),
  name: z.string(),
  from: month,
  to: month,
  source: z.string(),
  ...(Object.fromEntries(openingAmounts.map((name) => [name, shillings])) as Record<
    OpeningAmount,
    typeof shillings
  >),
})
export type OpeningRow = z.output<typeof row>

export const openingBalances = {
  ...importCalls('opening-balances', 'edit employees', 'Take in pay of a year from elsewhere'),
  batches: endpoint({
    method: 'GET',
    path: 'opening-balances',
    access: 'edit employees',
    summary: 'What was taken in from elsewhere, the newest first.',
    response: z.array(batch),
  }),
  rows: endpoint({
    method: 'GET',
    path: 'opening-batch/:id',
    access: 'edit employees',
    summary: 'The people and months of one upload.',
    params: byId,
    response: z.object({ batch, rows: z.array(row) }),
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: 'opening-batch/:id',
    access: 'edit employees',
    summary: 'Take one upload back, until a payroll of its people is confirmed.',
    params: byId,
    response: message,
  }),
}
