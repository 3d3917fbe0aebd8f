import type { allowanceTypes, deductionKinds } from '@mshahara/contract/pay-items'
import { boolean, date, numeric, sql, text, uuid } from '../../foundation/core/drizzle.ts'
import { instant, money, orgTable } from '../../foundation/core/org-table.ts'

const created_at = () => instant().notNull().default(sql`app_now()`)

export const allowances = orgTable('allowances', {
  employee_id: uuid().notNull(),
  name: text().notNull(),
  amount: money().notNull(),
  taxable: boolean().notNull().default(true),
  type: text().$type<(typeof allowanceTypes)[number]>().notNull().default('other'),
  /** From which month it counts as it is; null: for every payslip that is still to be made. */
  since: text(),
  created_at: created_at(),
})

export const recur_incomes = orgTable('recur_incomes', {
  employee_id: uuid().notNull(),
  name: text().notNull(),
  amount: money().notNull(),
  taxable: boolean().notNull().default(true),
  one_off: boolean().notNull().default(false),
  status: text().$type<'draft' | 'paid'>().notNull().default('draft'),
  from: date().notNull(),
  to: date(),
  since: text(),
  description: text(),
  created_at: created_at(),
})

export const recur_deductions = orgTable('recur_deductions', {
  employee_id: uuid().notNull(),
  name: text().notNull(),
  amount: money().notNull(),
  taxable: boolean().notNull().default(true),
  kind: text().$type<(typeof deductionKinds)[number]>().notNull().default('other'),
  from: date().notNull(),
  to: date(),
  description: text(),
  created_at: created_at(),
})

export const employee_revenues = orgTable('employee_revenues', {
  employee_id: uuid().notNull(),
  /** The month it was earned in, such as '2026-02'. */
  period: text().notNull(),
  commission_rate_id: uuid(),
  name: text().notNull().default(''),
  display_name: text().notNull().default(''),
  amount: money().notNull(),
  target: money().notNull().default(0),
  rate: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull().default(0),
  status: text().$type<'draft' | 'paid'>().notNull().default('draft'),
  description: text(),
  created_at: created_at(),
})
