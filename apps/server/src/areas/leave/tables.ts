import type { accruals, countings, joiners } from '@mshahara/contract/leave'
import { boolean, date, integer, numeric, sql, text } from '../../foundation/core/drizzle.ts'
import { instant, orgTable, settingsTable } from '../../foundation/core/org-table.ts'

const created_at = () => instant().notNull().default(sql`app_now()`)
const days = () => numeric({ precision: 6, scale: 2, mode: 'number' })
const yes = () => boolean().notNull().default(true)
const no = () => boolean().notNull().default(false)

export const leave_types = orgTable('leave_types', {
  name: text().notNull(),
  code: text(),
  default_days: days().notNull(),
  is_paid: yes(),
  requires_approval: yes(),
  is_active: yes(),
  description: text(),
  section: text(),
  count_by: text().$type<(typeof countings)[number]>().notNull().default('working'),
  paid_share: integer().notNull().default(100),
  full_pay_days: days(),
  accrual: text().$type<(typeof accruals)[number]>().notNull().default('upfront'),
  carry_over_days: days().default(0),
  carry_over_until: integer(),
  negative_days: days().notNull().default(0),
  half_days: yes(),
  attachment_after: days(),
  notice_days: integer().notNull().default(0),
  backdate_days: integer().notNull().default(7),
  gender: text().$type<'Male' | 'Female'>(),
  waiting_months: integer().notNull().default(0),
  encashable: no(),
  created_at: created_at(),
})

export const leave_holidays = orgTable('leave_holidays', {
  day: date().notNull(),
  name: text().notNull(),
  expected: no(),
  created_at: created_at(),
})

export const leave_settings = settingsTable('leave_settings', {
  remind_days: integer().notNull(),
  pass_on_days: integer().notNull(),
  joiners: text().$type<(typeof joiners)[number]>().notNull(),
  day_divisor: numeric({ precision: 4, scale: 2, mode: 'number' }).notNull(),
  pay_leavers: boolean().notNull(),
})
