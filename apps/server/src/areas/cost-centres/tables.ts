import { boolean, integer, sql, text, uuid } from '../../foundation/core/drizzle.ts'
import { instant, orgTable } from '../../foundation/core/org-table.ts'

const created_at = () => instant().notNull().default(sql`app_now()`)

export const cost_centres = orgTable('cost_centres', {
  code: text().notNull(),
  name: text().notNull(),
  active: boolean().notNull().default(true),
  created_at: created_at(),
})

/** A department or a work station. */
export const cost_centre_units = orgTable('cost_centre_units', {
  cost_centre_id: uuid().notNull(),
  department_id: uuid(),
  work_station_id: uuid(),
})

export const cost_splits = orgTable('cost_splits', {
  employee_id: uuid().notNull(),
  /** A month, such as '2026-02'. */
  from: text().notNull(),
  created_at: created_at(),
})

export const cost_split_shares = orgTable('cost_split_shares', {
  split_id: uuid().notNull(),
  cost_centre_id: uuid().notNull(),
  /** Hundredths of a percent. */
  share: integer().notNull(),
})
