import { text } from '../core/drizzle.ts'
import { settingsTable } from '../core/org-table.ts'

export const payslipSettings = settingsTable('payslip_settings', {
  template_id: text().notNull(),
  light_color: text().notNull(),
  dark_color: text().notNull(),
})
