import { sql, text, uuid } from '../../foundation/core/drizzle.ts'
import { instant, orgTable } from '../../foundation/core/org-table.ts'

export const journal_accounts = orgTable('journal_accounts', {
  code: text().notNull(),
  name: text().notNull(),
  created_at: instant().notNull().default(sql`app_now()`),
})

export const journal_mapping = orgTable('journal_mapping', {
  line: text().notNull(),
  department_id: uuid(),
  account_id: uuid().notNull(),
})
