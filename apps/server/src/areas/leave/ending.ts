import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import { giveBack } from './decide.ts'
import { addEntries } from './ledger.ts'
import { notifyApplicant, notifyDeciders } from './letters.ts'
import { leavePoller } from './poller.ts'
import type { LeaveWork } from './work.ts'
import { settleLate } from './year-end.ts'

/**
 * Whoever has left has nothing more decided about them: what nobody has answered ends. So does
 * leave that reaches beyond a last day, which nobody could take; what lies before the last day of
 * somebody who is still there waits for its answer. A run that pays the days of it ends it as well.
 * Approved leave ends with the last day, once that is over or its days are paid.
 */

/** Of employee `e`. */
const isOver = sql`has_left(e.termination_date, (app_now() at time zone 'Africa/Nairobi')::date)`

const ofLeavers = sql`exists (select from employees e where e.organization_id = r.organization_id
  and e.id = r.employee_id and (e.status = 'terminated' or r.end_date > e.termination_date
    or ${isOver}))`

/** Of the requests `r` that `which` names. */
export async function endUndecided(work: Pick<LeaveWork, 'tx' | 'today'>, which: Sql) {
  const ended = await work.tx.all<{ id: string }>`
    with ended as materialized (select r.id from leave_requests r
      where r.status = 'pending' and ${which} order by r.id for update of r)
    update leave_requests r set status = 'cancelled', level = null, left_undecided = 'to tell'
    from ended where r.id = ended.id returning r.id`
  await work.tx.run`update leave_approvals set status = 'closed'
    where request_id = any(${ended.map(({ id }) => id)}::uuid[]) and status = 'pending'`
  for (const { id } of ended) await giveBack(work, id)
}

const beyond = (more: Sql) => sql`r.status = 'approved' and exists (select from employees e
  where e.organization_id = r.organization_id and e.id = r.employee_id
    and r.end_date > e.termination_date and ${more})`

/** Of the approved requests `r` that `which` names: the days after the last one go back. */
export async function endWithLastDay(work: Pick<LeaveWork, 'tx' | 'today'>, which: Sql) {
  const { tx, today } = work
  const rows = await tx.all<{ request_id: string; balance_id: string; days: DaysText }>`
    select request_id, balance_id, days from end_leave_with_last_day(array(
      select r.id from leave_requests r where ${beyond(which)}))`
  await addEntries(
    tx,
    rows.map(({ days, ...row }) => ({
      ...{ ...row, kind: 'release', day: today, used: -hundredthsOf(days) },
    })),
  )
  for (const [id, freed] of Map.groupBy(rows, ({ request_id }) => request_id)) {
    const into = freed.map(({ balance_id, days }) => [balance_id, hundredthsOf(days)] as const)
    await settleLate(work, id, new Map(into))
  }
}

/** Within the minute, whichever way they left; and whoever is concerned hears of it. */
export const ending = leavePoller({
  name: 'leave.ending',
  every_ms: 60_000,
  where: sql`select distinct r.organization_id from leave_requests r
    where r.status = 'pending' and ${ofLeavers} or ${beyond(isOver)}
      or r.left_undecided = 'to tell'`,
  async act(work) {
    await endUndecided(work, ofLeavers)
    await endWithLastDay(work, isOver)
    await notifyEnded(work)
  },
})

async function notifyEnded(work: LeaveWork) {
  const ended = await work.tx.all<{ id: string }>`
    update leave_requests set left_undecided = 'told' where left_undecided = 'to tell' returning id`
  for (const { id } of ended) {
    const news = {
      key: `leave ended ${id}`,
      title: { en: 'Leave request ended', sw: 'Ombi la likizo limekoma' },
      text: {
        en: 'Nobody had decided it before the employment ended.',
        sw: 'Halikuwa limeamuliwa kabla ajira kuisha.',
      },
    }
    await notifyApplicant(work, id, { ...news, written: news.text })
    await notifyDeciders(work, id, news)
  }
}
