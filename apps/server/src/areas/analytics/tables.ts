import { text, uuid } from '../../foundation/core/drizzle.ts'
import { money, orgTable } from '../../foundation/core/org-table.ts'

export const cost_budgets = orgTable('cost_budgets', {
  /** '2026-02' */
  month: text().notNull(),
  department_id: uuid(),
  cost_centre_id: uuid(),
  /** Empty: all of them. */
  component: text().notNull(),
  amount: money().notNull(),
})
