import { z } from 'zod'
import { crud, withArticle } from './crud.ts'
import { arrearsMonth } from './employees.ts'
import { endpoint } from './endpoint.ts'
import {
  bit,
  byId,
  day,
  dayOr,
  flag,
  id,
  instant,
  month,
  optional,
  optionalText,
  shillings,
  shillingsInput,
} from './fields.ts'
import { itemName } from './figures.ts'
import { waitingImport } from './import.ts'
import { monthNames } from './months.ts'

/** What an employee is paid besides the salary, and what is taken from it. */

/** For the returns (B3). */
export const allowanceTypes = ['house', 'transport', 'leave', 'overtime', 'other'] as const
/** How a deduction is treated (B4). */
export const deductionKinds = [
  'other',
  'pension',
  'post-retirement medical',
  'mortgage interest',
  'insurance premium',
] as const

const taxable = flag.default(true)
/**
 * From which month it is so. Confirmed months that it reaches back to are paid with arrears (B30);
 * empty, it counts for every payslip that is still to be made.
 */
const since = optional(month)
/**
 * With a later month, while months that it was recorded for are not paid yet: they stay, and are
 * paid as recorded.
 */
const keep_unpaid = flag.default(false)
const description = optionalText('Description', 500)
const period = {
  from: dayOr('From Date is required, such as 2026-02-28.'),
  /** Empty: until further notice. */
  to: optional(day),
}
interface Period {
  from: string
  to: string | null
  one_off?: boolean
}
const inOrder = ({ from, to, one_off }: Period) => one_off || to === null || to >= from
const orderError = { path: ['to'], error: 'To Date cannot be before the From Date.' }

/** What lists say besides, of an item with effect from a month. */
const standing = {
  /** While that month is to come: what it is until then, nothing where it begins with it. */
  amount_before: shillings.optional(),
  /** Months that it was recorded for are not paid so yet: its next change keeps it, or them. */
  since_unpaid: z.boolean().optional(),
}

export const allowance = z.object({
  id,
  employee_id: id,
  name: z.string(),
  amount: shillings,
  taxable: bit,
  type: z.enum(allowanceTypes),
  since: month.nullable(),
  ...standing,
  created_at: instant,
})
export type Allowance = z.output<typeof allowance>
export const allowanceInput = z.object({
  employee_id: id,
  name: itemName('Allowance Name'),
  amount: shillingsInput('Amount'),
  taxable,
  type: z.enum(allowanceTypes, 'Please choose a type.').default('other'),
  since,
  keep_unpaid,
})

export const income = z.object({
  id,
  employee_id: id,
  name: z.string(),
  amount: shillings,
  taxable: bit,
  /**
   * Bonus, leave pay: counts for NSSF and tax, not for SHIF and Housing Levy (B3). It is paid in
   * the month of `from` and in no other; the server sets `from` and `to` to its ends (B23).
   */
  one_off: z.boolean(),
  /** Of a one-off: `paid` once a confirmed payslip has it. */
  status: z.enum(['draft', 'paid']),
  from: day,
  to: day.nullable(),
  since: month.nullable(),
  ...standing,
  description: z.string().nullable(),
  created_at: instant,
})
export type Income = z.output<typeof income>
export const incomeInput = z
  .object({
    employee_id: id,
    name: itemName('Income Name'),
    amount: shillingsInput('Amount'),
    taxable,
    one_off: flag.default(false),
    ...period,
    since,
    keep_unpaid,
    description,
  })
  .refine(inOrder, orderError)
  .refine(({ one_off, since }) => !one_off || since === null, {
    ...{ path: ['since'], error: 'A one-off is paid in its month: please leave this empty.' },
  })

export const deduction = income
  .omit({ one_off: true, status: true, since: true, amount_before: true, since_unpaid: true })
  .extend({ kind: z.enum(deductionKinds) })
export type Deduction = z.output<typeof deduction>
export const deductionInput = z
  .object({
    employee_id: id,
    name: itemName('Deduction Name'),
    amount: shillingsInput('Amount'),
    taxable,
    kind: z.enum(deductionKinds, 'Please choose a kind.').default('other'),
    ...period,
    description,
  })
  .refine(inOrder, orderError)

export const revenue = z.object({
  id,
  employee_id: id,
  /** The commission rate's name when recorded; empty without a rate. */
  name: z.string(),
  month: z.enum(monthNames),
  year: z.number(),
  commission_rate_id: id.nullable(),
  amount: shillings,
  target: shillings,
  rate: z.number(),
  commission: shillings,
  status: z.enum(['draft', 'paid']),
  description: z.string().nullable(),
})
export type Revenue = z.output<typeof revenue>
export const revenueInput = z.object({
  employee_id: id,
  month: z.enum(monthNames, 'Please choose a month.'),
  year: z.coerce
    .number('Year is required.')
    .int('Year must be a whole number.')
    .min(2000, 'Year must be between 2000 and 2100.')
    .max(2100, 'Year must be between 2000 and 2100.'),
  commission_rate_id: optional(id),
  amount: shillingsInput('Amount'),
  description,
})

export const itemNames = z.object({
  allowances: z.array(z.string()),
  incomes: z.array(z.string()),
  deductions: z.array(z.string()),
  files: z.array(z.string()),
})
export type ItemNames = z.output<typeof itemNames>

export const itemLists = ['allowances', 'incomes', 'deductions'] as const
export type ItemList = (typeof itemLists)[number]

/** Read by the person and by whoever may see employees; changed with `edit employees` (A11). */
const may = {
  view: 'owner-or view employees',
  create: 'edit employees',
  edit: 'edit employees',
  delete: 'edit employees',
} as const

function items<R extends z.ZodType, B extends z.ZodType>(
  name: string,
  words: string,
  row: R,
  input: B,
) {
  return {
    ...crud({ name, words, may, row, input, waits: true }),
    list: endpoint({
      method: 'GET',
      path: `${name}s/:id`,
      access: may.view,
      summary: `The ${words}s of an employee.`,
      params: byId,
      response: z.array(row),
    }),
  }
}

/** What an item comes to in confirmed months, before it is saved. */
const lateCall = <B extends z.ZodType>(name: string, words: string, input: B) =>
  endpoint({
    method: 'POST',
    path: `${name}/arrears`,
    access: may.edit,
    effect: 'read',
    summary:
      `What ${withArticle(words)} with effect from confirmed months would come to, by month and ` +
      'component: the next payroll pays it, or takes it back.',
    /** `id` is that of an item that is to be changed. */
    body: z.object({ id: optional(id), item: input }),
    response: z.array(arrearsMonth),
  })

const { remove: _, ...revenueCalls } = items(
  'employee-revenue',
  'commission revenue',
  revenue,
  revenueInput,
)

export const allowances = {
  ...items('allowance', 'allowance', allowance, allowanceInput),
  arrears: lateCall('allowance', 'allowance', allowanceInput),
  ...waitingImport('allowances', 'edit employees', 'Set allowances'),
  names: endpoint({
    method: 'GET',
    path: 'allowanceNames',
    access: 'view employees',
    summary: 'Names in use, as suggestions.',
    response: itemNames,
  }),
  usual: endpoint({
    method: 'GET',
    path: 'usualAmounts',
    access: 'view employees',
    summary: 'What is usual here: the middle salary, and the middle amount of an item of a name.',
    query: z.object({ list: z.enum(itemLists).optional(), name: z.string().max(120).optional() }),
    response: z.object({ salary: shillings.nullable(), item: shillings.nullable() }),
  }),
}
export const incomes = {
  ...items('recur-income', 'recurrent income', income, incomeInput),
  arrears: lateCall('recur-income', 'recurrent income', incomeInput),
}
export const deductions = items('recur-deduction', 'recurrent deduction', deduction, deductionInput)
export const revenues = revenueCalls
