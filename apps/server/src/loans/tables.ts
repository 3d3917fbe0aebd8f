import { integer } from '../core/drizzle.ts'
import { settingsTable } from '../core/org-table.ts'

export const loanSettings = settingsTable('loan_settings', {
  most_guaranteed: integer().notNull(),
  advance_percent: integer().notNull(),
})
