import { z } from 'zod'
import { flag, optionalText } from './fields.ts'

/** How a bank wants its salary file: columns in order, headings, what stands between them. */

export const bankTypes = [
  'co-op-bank',
  'equity-bank',
  'kcb-bank',
  'ncba-bank',
  'national-bank',
  'bank',
] as const
export type BankType = (typeof bankTypes)[number]
export const isBankType = (type: string): type is BankType =>
  (bankTypes as readonly string[]).includes(type)

/** What a column can hold, and how the editor names it. */
export const bankFields = {
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  employee_no: 'Employee number',
  id_number: 'ID number',
  phone: 'Phone',
  email: 'Email',
  account_no: 'Account number',
  bank_name: 'Bank name',
  bank_code: 'Bank code',
  branch_name: 'Branch name',
  branch_code: 'Branch code',
  sort_code: 'Sort code',
  amount: 'Net pay',
  currency: 'Currency',
  reference: 'Payroll reference',
  narration: 'Narration',
  debit_account: 'Your account number',
  debit_sort_code: 'Your sort code',
  organization: 'Your organization name',
  text: 'A fixed text',
  blank: 'Nothing',
} as const
export type BankField = keyof typeof bankFields
const fieldNames = Object.keys(bankFields) as [BankField, ...BankField[]]

export const delimiters = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' } as const
export type Delimiter = keyof typeof delimiters

const column = z.object({
  field: z.enum(fieldNames, 'Please choose what the column holds.'),
  heading: z
    .string('Heading is required.')
    .trim()
    .max(80, 'Heading can have at most 80 characters.')
    .refine(
      (value) => !/[\p{Cc}\p{Cs}]/u.test(value),
      'Heading contains characters that are not allowed.',
    ),
  /** What stands in each row of a column with a fixed text. */
  text: optionalText('Text', 120),
})
export type BankColumn = z.output<typeof column>

const mostColumns = 40
const has = (field: BankField) => (columns: BankColumn[]) =>
  columns.some((one) => one.field === field)

export const bankLayout = z.object({
  header: flag,
  delimiter: z.enum(
    Object.keys(delimiters) as [Delimiter, ...Delimiter[]],
    'Please choose how columns are separated.',
  ),
  total_row: flag,
  columns: z
    .array(column, 'Please give the columns.')
    .min(1, 'Please give the columns.')
    .max(mostColumns, `A file can have at most ${mostColumns} columns.`)
    .refine(has('account_no'), 'A bank file needs a column with the account number.')
    .refine(has('amount'), 'A bank file needs a column with the net pay.'),
})
export type BankLayout = z.output<typeof bankLayout>

export const bankLayoutListed = z.object({
  type: z.enum(bankTypes),
  /** False while it is the starting point that everybody gets. */
  changed: z.boolean(),
  layout: bankLayout,
})
export type BankLayoutListed = z.output<typeof bankLayoutListed>

/** Without a layout the starting point comes back. */
export const bankLayoutInput = z.object({
  type: z.enum(bankTypes, 'Please choose a bank file.'),
  layout: bankLayout.nullable(),
})
