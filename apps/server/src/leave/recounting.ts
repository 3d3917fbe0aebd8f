import { sql } from '../core/sql.ts'
import type { House } from '../http/house.ts'
import type { Round } from '../jobs/rounds.ts'
import { recount } from './recount.ts'
import { workOfHouse } from './work.ts'

/**
 * The days an organisation works are changed in its settings, which know nothing of leave. What is
 * still to come is counted anew within the minute, once.
 */
export const recounting = (house: House): Round => ({
  name: 'leave.recounting',
  every_ms: 60_000,
  async next() {
    const changed = await house.db.inPlatform(
      (tx) => tx.all<{ organization_id: string }>`
      select s.organization_id from leave_settings s join organizations o on o.id = s.organization_id
      where s.counted_saturday is distinct from o.work_saturday
        or s.counted_sunday is distinct from o.work_sunday`,
    )
    for (const { organization_id } of changed) {
      await house.db.inOrg({ organization_id, actor: 'System' }, async (tx) => {
        const work = workOfHouse(house, tx, organization_id)
        await tx.run`update leave_settings s
          set counted_saturday = o.work_saturday, counted_sunday = o.work_sunday
          from organizations o where o.id = s.organization_id`
        const coming = sql`r.end_date >= ${work.today} and t.count_by = 'working'`
        await recount(work, coming, {
          en: 'The working days of the organization changed',
          sw: 'Siku za kazi za shirika zimebadilika',
        })
      })
    }
    return null
  },
})
