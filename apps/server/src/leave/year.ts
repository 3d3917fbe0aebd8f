import type { JobCtx, JobDefinition } from '../core/job.ts'
import { sql } from '../core/sql.ts'
import { grantDue } from './ledger.ts'
import { type LeaveWork, workOfJob } from './work.ts'
import { closeYears, expireCarried } from './year-end.ts'

/**
 * Every night, for each organisation in a transaction of its own: what has been earned, what goes
 * over into the new year, what is lost. It asks what is missing and not which day it is, so that a
 * server which was off on 1 January does it all when it is back, and nothing twice.
 */
export const leaveNight: JobDefinition = {
  name: 'leave.night',
  cron: '20 1 * * *',
  parallel: 1,
  async work(job) {
    for (const organization_id of await organizationsOf(job)) {
      await job.db.inOrg({ organization_id, actor: 'System' }, (tx) =>
        overNight(workOfJob(job, tx, organization_id)),
      )
    }
  },
}

export const organizationsOf = ({ db }: Pick<JobCtx, 'db'>) =>
  db.inPlatform(async (tx) => {
    const rows = await tx.all<{ id: string }>`
      select id from organizations where status = 'active' order by created_at, id`
    return rows.map(({ id }) => id)
  })

export async function overNight(work: LeaveWork) {
  const { tx, today } = work
  const year = Number(today.slice(0, 4))
  await openForAll(work, year)
  // December is earned on the first of January, before the year is closed.
  await grantDue(tx, sql`b.year between ${year - 1} and ${year}`, today)
  await closeYears(work, sql`b.year = ${year - 1}`)
  await expireCarried(work)
}

/** Leave that is earned, carried over or paid out has a balance whether or not it is asked for. */
const openForAll = ({ tx }: LeaveWork, year: number) =>
  tx.run`insert into leave_balances (employee_id, leave_type_id, year)
    select e.id, t.id, ${year} from employees e cross join leave_types t
    where e.status = 'active' and e.employment_date <= make_date(${year}, 12, 31)
      and t.is_active and (t.accrual <> 'upfront' or t.encashable or t.carry_over_days <> 0)
      and (t.gender is null or e.gender is null or t.gender = e.gender)
    order by 1, 2 on conflict do nothing`
