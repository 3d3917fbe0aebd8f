import type { Permission, Role } from '@mshahara/contract'
import { boolean, jsonb, pgTable, sql, text, uuid } from '../../foundation/core/drizzle.ts'
import { bytes, instant } from '../../foundation/core/org-table.ts'

export const organizations = pgTable('organizations', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  logo: text(),
  address: text(),
  phone: text(),
  email: text(),
  website: text(),
  employee_prefix: text().notNull(),
  status: text().$type<'active' | 'deactivated'>().notNull().default('active'),
  status_at: instant(),
  pin_no: text(),
  nhif_no: text(),
  nssf_no: text(),
  bank_name: text(),
  branch_name: text(),
  account_no: text(),
  bank_code: text(),
  branch_code: text(),
  paye: boolean().notNull().default(true),
  nhif: boolean().notNull().default(true),
  nssf: boolean().notNull().default(true),
  housing: boolean().notNull().default(true),
  nita: boolean().notNull().default(true),
  work_saturday: boolean().notNull().default(false),
  work_sunday: boolean().notNull().default(false),
  created_at: instant().notNull().default(sql`app_now()`),
})

export interface InvitedAs {
  first_name: string
  last_name: string
  email: string
  phone: string
}

/**
 * What a login is in one organisation. Its key is organisation and person, not an id of its own.
 */
export const memberships = pgTable('memberships', {
  organization_id: uuid().notNull().default(sql`app_org()`),
  user_id: uuid().notNull(),
  role: text().$type<Exclude<Role, 'super-admin'>>().notNull(),
  status: text().$type<'active' | 'inactive' | 'invited'>().notNull().default('active'),
  permissions: text().array().$type<Permission[]>().notNull().default([]),
  employee_id: uuid(),
  /** As the inviter wrote it, until the person accepts. */
  invited_as: jsonb().$type<InvitedAs>(),
  activation_hash: bytes(),
  /** Inactive because of the employee's status. */
  off_by_record: boolean().notNull().default(false),
  created_at: instant().notNull().default(sql`app_now()`),
})
export type MembershipRow = typeof memberships.$inferSelect
