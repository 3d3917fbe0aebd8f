import { integer } from '../core/drizzle.ts'
import { settingsTable } from '../core/org-table.ts'

export const variablePaySettings = settingsTable('variable_pay_settings', {
  month_hours: integer().notNull(),
})
