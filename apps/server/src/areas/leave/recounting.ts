import { sql } from '../../foundation/core/sql.ts'
import { working } from './changes.ts'
import { leavePoller } from './poller.ts'
import { reasons } from './reasons.ts'
import { recount } from './recount.ts'

/**
 * The days an organisation works are changed in its settings, which know nothing of leave. What is
 * still to come is counted anew within the minute, once.
 */
export const recounting = leavePoller({
  name: 'leave.recounting',
  every_ms: 60_000,
  where: sql`select s.organization_id from leave_settings s
    join organizations o on o.id = s.organization_id
    where s.counted_saturday is distinct from o.work_saturday
      or s.counted_sunday is distinct from o.work_sunday`,
  async act(work) {
    await work.tx.run`update leave_settings s
      set counted_saturday = o.work_saturday, counted_sunday = o.work_sunday
      from organizations o where o.id = s.organization_id`
    await recount(work, working(null), reasons.workWeekChanged)
  },
})
