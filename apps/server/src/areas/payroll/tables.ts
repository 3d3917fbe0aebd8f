import { boolean, text } from '../../foundation/core/drizzle.ts'
import { settingsTable } from '../../foundation/core/org-table.ts'

const rounding = () => text().$type<'cent' | 'shilling'>().notNull()

export const payrollSettings = settingsTable('payroll_settings', {
  withhold_consultants: boolean().notNull(),
  pdf_password: boolean().notNull(),
  text_news: boolean().notNull(),
  shif_rounding: rounding(),
  paye_rounding: rounding(),
})
