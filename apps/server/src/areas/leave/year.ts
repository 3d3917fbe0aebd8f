import type { Tx } from '../../foundation/core/db.ts'
import type { JobCtx, JobDefinition } from '../../foundation/core/job.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import { warnOfLapsing } from './lapsing.ts'
import { grantDue } from './ledger.ts'
import { hasRight } from './own-days.ts'
import { reasons } from './reasons.ts'
import { recount } from './recount.ts'
import { type LeaveWork, workOfJob } from './work.ts'
import { closeYears, expireCarried, expireLate } from './year-end.ts'

/** So many people are done in one transaction, so that nobody waits long for its locks. */
const portion = 250

/**
 * Every night, for some employees after others, each portion in a transaction of its own: what has
 * been earned, what goes over into the new year, what is lost. It asks what is missing and not
 * which day it is, so that a server which was off on 1 January, or died half-way, does the rest
 * when it is back, and nothing twice.
 */
export const leaveNight: JobDefinition = {
  name: 'leave.night',
  cron: '20 1 * * *',
  parallel: 1,
  async work(job) {
    for (const organization_id of await organizationsOf(job)) {
      const inOrg = <T>(work: (tx: Tx) => Promise<T>) =>
        job.db.inOrg({ organization_id, actor: 'System' }, work)
      const people = await inOrg(
        (tx) => tx.all<{ id: string }>`select id from employees order by id`,
      )
      await inOrg((tx) => addHolidays(workOfJob(job, tx, organization_id)))
      for (let from = 0; from < people.length; from += portion) {
        const some = people.slice(from, from + portion).map(({ id }) => id)
        await inOrg((tx) => overNight(workOfJob(job, tx, organization_id), some))
      }
    }
  },
}

export const organizationsOf = ({ db }: Pick<JobCtx, 'db'>) =>
  db.inPlatform(async (tx) => {
    const rows = await tx.all<{ id: string }>`
      select id from organizations where status = 'active' order by created_at, id`
    return rows.map(({ id }) => id)
  })

/** For everybody, or for these employees. */
export async function overNight(work: LeaveWork, employees?: readonly string[]) {
  const { tx, today } = work
  const year = Number(today.slice(0, 4))
  const of = (column: Sql) => (employees ? sql`${column} = any(${employees}::uuid[])` : sql`true`)
  const theirs = of(sql`b.employee_id`)
  await openForAll(work, year, of(sql`e.id`))
  // December is earned on the first of January, before the year is closed.
  await grantDue(tx, sql`b.year between ${year - 1} and ${year} and ${theirs}`, today)
  const carried = await closeYears(work, sql`b.year = ${year - 1} and ${theirs}`, true)
  await expireCarried(work, theirs)
  await expireLate(work, carried, { key: `carried on ${today}` })
  await warnOfLapsing(work, sql`b.year = ${year} and ${theirs}`)
}

/** Of the years to come: whoever asks for leave of the next one has its holidays counted. */
async function addHolidays(work: LeaveWork) {
  const { tx, today, organization_id } = work
  const added = await tx.all<{ day: string }>`
    select day from add_leave_holidays(${organization_id}, ${Number(today.slice(0, 4)) + 2}) as day`
  if (added.length === 0) return
  const days = added.map(({ day }) => day)
  await recount(
    work,
    sql`t.count_by = 'working' and exists (select from unnest(${days}::date[]) d
      where d between r.start_date and r.end_date)`,
    reasons.holidaysAdded,
  )
}

/**
 * Whoever has joined since yesterday, and everybody at the turn of the year: one of each type they
 * have a right to, whether or not they ask for it. Afterwards the year can no longer be opened, and
 * leave of December is still recorded in January (C18).
 */
const openForAll = ({ tx }: LeaveWork, year: number, which: Sql) =>
  tx.run`insert into leave_balances (employee_id, leave_type_id, year)
    select e.id, t.id, ${year} from employees e cross join leave_types t
    where ${which} and e.status = 'active' and e.employment_date <= make_date(${year}, 12, 31)
      and not has_left(e.termination_date, make_date(${year}, 1, 1)) and t.is_active and ${hasRight}
      and not exists (select from leave_balances b where b.employee_id = e.id
        and b.leave_type_id = t.id and b.year = ${year})
    order by 1, 2 on conflict do nothing`
