import type { CasualPayBy, PayBasis } from '@mshahara/contract/casual-fields'
import type { EmployeeStatus } from '@mshahara/contract/employees'
import { bigint, boolean, date, numeric, sql, text, uuid } from '../../foundation/core/drizzle.ts'
import { instant, money, orgTable, settingsTable } from '../../foundation/core/org-table.ts'

const created_at = () => instant().notNull().default(sql`app_now()`)

export const casuals = orgTable('casuals', {
  number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  casual_no: text().notNull(),
  first_name: text().notNull(),
  middle_name: text(),
  last_name: text().notNull(),
  id_number: text().notNull(),
  phone: text().notNull(),
  gender: text(),
  dob: date(),
  address: text(),
  pay: money().notNull(),
  pay_basis: text().$type<PayBasis>().notNull().default('day'),
  piece: text(),
  pay_by: text().$type<CasualPayBy>().notNull().default('mpesa'),
  duty: text(),
  status: text().$type<EmployeeStatus>().notNull().default('active'),
  employment_date: date().notNull(),
  termination_date: date(),
  department_id: uuid(),
  work_station_id: uuid(),
  pin_no: text(),
  nssf_no: text(),
  nhif_no: text(),
  avatar: text(),
  /** Kept by the database. */
  payee_changed_at: instant(),
  created_at: created_at(),
})

export const casual_advances = orgTable('casual_advances', {
  casual_id: uuid().notNull(),
  name: text().notNull(),
  amount: money().notNull(),
  description: text(),
  created_at: created_at(),
})

export const casual_deductions = orgTable('casual_deductions', {
  casual_id: uuid().notNull(),
  name: text().notNull(),
  amount: money().notNull(),
  from: date().notNull(),
  to: date().notNull(),
  description: text(),
  created_at: created_at(),
})

export const casualSettings = settingsTable('casual_settings', {
  statutory: boolean().notNull(),
  overtime_factor: numeric({ precision: 4, scale: 2, mode: 'number' }).notNull(),
  day_hours: numeric({ precision: 4, scale: 2, mode: 'number' }).notNull(),
  keeps_roll: boolean().notNull(),
})
