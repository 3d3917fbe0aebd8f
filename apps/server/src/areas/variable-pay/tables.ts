import { integer } from '../../foundation/core/drizzle.ts'
import { settingsTable } from '../../foundation/core/org-table.ts'

export const variablePaySettings = settingsTable('variable_pay_settings', {
  month_hours: integer().notNull(),
})
