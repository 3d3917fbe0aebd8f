import { numeric, sql, text } from '../../foundation/core/drizzle.ts'
import { instant, money, orgTable } from '../../foundation/core/org-table.ts'

/** Three tables of one type, so that one set of handlers serves them. */
const unit = (name: string) =>
  orgTable(name, {
    code: text().notNull(),
    name: text().notNull(),
    description: text(),
    created_at: instant().notNull().default(sql`app_now()`),
  })

export const departments = unit('departments')
export const designations = unit('designations')
export const work_stations = unit('work_stations')
export type UnitTable = typeof departments

export const commission_rates = orgTable('commission_rates', {
  name: text().notNull(),
  display_name: text().notNull(),
  amount: money().notNull(),
  rate: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull(),
  description: text(),
  created_at: instant().notNull().default(sql`app_now()`),
})
