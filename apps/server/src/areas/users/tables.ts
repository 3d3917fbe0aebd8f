import { languages } from '@mshahara/contract/language'
import { boolean, pgTable, sql, text, uuid } from '../../foundation/core/drizzle.ts'
import { instant } from '../../foundation/core/org-table.ts'

/**
 * Logins. A login belongs to the person, not to an employer (A4): until the person first signs in,
 * only the address is kept, and names are empty.
 */
export const users = pgTable('users', {
  id: uuid().primaryKey().defaultRandom(),
  first_name: text().notNull(),
  last_name: text().notNull(),
  email: text().notNull(),
  phone: text(),
  /** Readable by the platform role only, like the next one. */
  password_hash: text(),
  pending_email: text(),
  avatar: text(),
  super_admin: boolean().notNull().default(false),
  /** When the person first chose a password. */
  activated_at: instant(),
  email_verified_at: instant(),
  last_login_at: instant(),
  previous_login_at: instant(),
  last_organization_id: uuid(),
  language: text({ enum: languages }).notNull().default('en'),
  created_at: instant().notNull().default(sql`app_now()`),
})
