import { integer, text } from '../../foundation/core/drizzle.ts'
import { settingsTable } from '../../foundation/core/org-table.ts'

export const leavingSettings = settingsTable('leaving_settings', {
  severance_divisor: integer().notNull(),
  exempt_reason: text(),
})
