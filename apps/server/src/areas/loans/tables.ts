import { integer } from '../../foundation/core/drizzle.ts'
import { settingsTable } from '../../foundation/core/org-table.ts'

export const loanSettings = settingsTable('loan_settings', {
  most_guaranteed: integer().notNull(),
  advance_percent: integer().notNull(),
})
