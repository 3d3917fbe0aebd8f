import { type Sql, sql } from '../core/sql.ts'

/** Whoever leaves: the last day says so, as `functions/last-day.sql` has it. */

/** Employee `e` is no longer at work on a day. */
export const hasLeft = (day: string): Sql => sql`has_left(e.termination_date, ${day}::date)`

/** Employee `e` is paid for the last time in a month that ends with this day. */
export const leavesBy = (last: string): Sql => sql`leaves_by(e.termination_date, ${last}::date)`

/** Employee `e` has left, and final pay is confirmed, or a month has passed without. */
export const finalPayIsOver = (today: string): Sql =>
  sql`final_pay_is_over(e.organization_id, e.id, e.termination_date, ${today}::date)`
