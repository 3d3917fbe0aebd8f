import { type Sql, sql } from '../core/sql.ts'

/** Final pay of employee `e`, who has left, is done: confirmed, or a month has passed without. */
export const finalPayIsOver = (today: string): Sql =>
  sql`(e.termination_date < ${today}::date - 31 or exists (select from paid_slips p
    where p.organization_id = e.organization_id and p.employee_id = e.id
      and p.month = to_char(e.termination_date, 'YYYY-MM')))`
