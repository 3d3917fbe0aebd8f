import type { PayBy } from '@mshahara/contract/employee-fields'
import type { EmployeeStatus } from '@mshahara/contract/employees'
import { bigint, boolean, date, sql, text, uuid } from '../../foundation/core/drizzle.ts'
import { instant, money, orgTable } from '../../foundation/core/org-table.ts'

const created_at = () => instant().notNull().default(sql`app_now()`)
const on = () => boolean().notNull().default(true)
const off = () => boolean().notNull().default(false)

export const employees = orgTable('employees', {
  number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  employee_no: text().notNull(),
  first_name: text().notNull(),
  middle_name: text(),
  last_name: text().notNull(),
  id_number: text().notNull(),
  phone: text(),
  email: text(),
  gender: text(),
  dob: date(),
  address: text(),
  disability: off(),
  disability_certificate_no: text(),
  disability_certificate_expiry: date(),
  kin_name: text(),
  kin_relationship: text(),
  kin_phone: text(),
  tos: text().notNull(),
  employment_date: date().notNull(),
  termination_date: date(),
  status: text().$type<EmployeeStatus>().notNull().default('active'),
  paye: on(),
  nhif: on(),
  nssf: on(),
  housing: on(),
  nita: on(),
  email_payslip: on(),
  department_id: uuid(),
  designation_id: uuid(),
  work_station_id: uuid(),
  pin_no: text(),
  nhif_no: text(),
  nssf_no: text(),
  bank_name: text(),
  branch_name: text(),
  account_no: text(),
  bank_code: text(),
  branch_code: text(),
  avatar: text(),
  resident: on(),
  primary_employment: on(),
  nssf_tier2_contracted_out: off(),
  nssf_continues: off(),
  vat_registered: off(),
  pay_by: text().$type<PayBy>().notNull().default('bank'),
  /** Kept by the database. */
  payee_changed_at: instant(),
  created_at: created_at(),
})

/** Only ever added to: see the migration. */
export const salaries = orgTable('salaries', {
  number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  employee_id: uuid().notNull(),
  month: text().notNull(),
  amount: money().notNull(),
  agreed_net: money(),
  by: text().notNull().default(sql`current_setting('app.actor', true)`),
  created_at: created_at(),
})

/** Made by the database alone: see the migration. */
export const arrears = orgTable('arrears', {
  employee_id: uuid().notNull(),
  month: text().notNull(),
  status: text().$type<'draft' | 'paid'>().notNull().default('draft'),
  payslip_id: uuid(),
  created_at: created_at(),
  /** Benefits in kind of the month are those on record by now. */
  benefits: boolean().notNull().default(false),
})

export const employee_files = orgTable('employee_files', {
  employee_id: uuid().notNull(),
  name: text().notNull(),
  file: text().notNull(),
  description: text(),
  created_at: created_at(),
})
