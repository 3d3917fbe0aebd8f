import { text } from '../../foundation/core/drizzle.ts'
import { settingsTable } from '../../foundation/core/org-table.ts'

export const payslipSettings = settingsTable('payslip_settings', {
  template_id: text().notNull(),
  light_color: text().notNull(),
  dark_color: text().notNull(),
})
