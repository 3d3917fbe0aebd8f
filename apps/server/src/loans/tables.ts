import { integer } from 'drizzle-orm/pg-core'
import { settingsTable } from '../core/org-table.ts'

export const loanSettings = settingsTable('loan_settings', {
  most_guaranteed: integer().notNull(),
  advance_percent: integer().notNull(),
})
