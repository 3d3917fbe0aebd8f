import { sql, text } from '../../foundation/core/drizzle.ts'
import { instant, orgTable } from '../../foundation/core/org-table.ts'

/** Documents that the operator keeps about an organisation, such as its registration. */
export const organization_files = orgTable('organization_files', {
  name: text().notNull(),
  file: text().notNull(),
  added_by: text().notNull(),
  created_at: instant().notNull().default(sql`app_now()`),
})
