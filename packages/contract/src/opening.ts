import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, dataUrl, id, instant, message, month, shillings, text } from './fields.ts'
import { dryQuery, importAnswer, importCalls } from './import.ts'
import { limits } from './limits.ts'
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

/** What payslips tell of a year besides, where it is known: gross and net as paid, NSSF alone. */
export const openingMore = ['paid_gross', 'nssf', 'net'] as const
export type OpeningMore = (typeof openingMore)[number]

export const moreTitles: Record<OpeningMore, string> = {
  paid_gross: 'Gross Paid',
  nssf: 'NSSF Contribution',
  net: 'Net Pay',
}

/** Of a register or P10 of another system: who a row is about, and what is taken from it. */
export const yearColumns = [
  'employee_no',
  'pin_no',
  'id_number',
  'name',
  'gross',
  'benefits',
  'quarters',
  'taxable',
  'paye',
  'nssf',
  'pension',
  'health',
  'housing',
  'medical_fund',
  'mortgage',
  'personal_relief',
  'insurance_relief',
  'net',
] as const
export type YearColumn = (typeof yearColumns)[number]

export const yearTitles: Record<YearColumn, string> = {
  employee_no: 'Employee No',
  pin_no: 'KRA PIN',
  id_number: 'ID Number',
  name: 'Employee Name',
  gross: 'Gross Pay',
  benefits: 'Benefits in Kind',
  quarters: 'Housing Benefit',
  taxable: 'Taxable Pay',
  paye: 'PAYE',
  nssf: 'NSSF',
  pension: 'Pension',
  health: 'SHIF / NHIF',
  housing: 'Housing Levy',
  medical_fund: 'Medical Fund',
  mortgage: 'Mortgage Interest',
  personal_relief: 'Personal Relief',
  insurance_relief: 'Insurance Relief',
  net: 'Net Pay',
}

const yearRead = importAnswer.extend({
  /** Of the sheet that was read, and all of its headings; null where it has none of a column. */
  sheet: z.string(),
  headings: z.array(z.string()),
  matched: z.record(z.enum(yearColumns), z.string().nullable()),
})
export type YearRead = z.output<typeof yearRead>

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
  paid_gross: shillings.nullable(),
  nssf: shillings.nullable(),
  net: shillings.nullable(),
})
export type OpeningRow = z.output<typeof row>

export const openingBalances = {
  ...importCalls('opening-balances', 'edit employees', 'Take in pay of a year from elsewhere'),
  register: endpoint({
    method: 'POST',
    path: 'opening-balances/register',
    access: 'edit employees',
    summary:
      "Take in months from another system's payroll register or P10, its columns matched by hand; " +
      '`dry=1` only says what would happen.',
    query: dryQuery,
    body: z.object({
      file: dataUrl('File', limits.documentBytes),
      /** The month it is of, or the first and the last of those it is the sum of. */
      from: month,
      to: month,
      source: text('Where From'),
      /** Headings chosen by hand; null: the sheet is not asked about it. */
      columns: z.partialRecord(z.enum(yearColumns), z.string().max(200).nullable()).default({}),
    }),
    bodyBytes: limits.documentBody,
    response: yearRead,
  }),
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
