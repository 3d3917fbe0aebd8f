import { daySaid } from '@mshahara/contract/language'
import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import { giveBack } from './decide.ts'
import { addEntries } from './ledger.ts'
import { notifyApplicant, notifyDeciders } from './letters.ts'
import { holdPayDays, settlePay } from './pay-days.ts'
import { leavePoller } from './poller.ts'
import type { LeaveWork } from './work.ts'
import { settleLate } from './year-end.ts'

/**
 * Whoever has left has nothing more decided about them: what nobody has answered ends. So does
 * leave that reaches beyond a last day, which nobody could take; what lies before the last day of
 * somebody who is still there waits for its answer. A run that pays the days of it ends it as well.
 * Approved leave ends with the last day, once that is over or its days are paid, but for days of
 * a month that was paid before anybody told it (`leave_ends_on`). Should that day turn out to be
 * wrong, a check of the payroll names what it ended (`leaveEnded`).
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

/** Approved leave `r` of employee `e`; the first of the two is cheap. */
const reachesBeyond = sql`r.end_date > e.termination_date
  and r.end_date > leave_ends_on(e.organization_id, e.id, e.termination_date)`

const beyond = (more: Sql) => sql`r.status = 'approved' and exists (select from employees e
  where e.organization_id = r.organization_id and e.id = r.employee_id
    and ${reachesBeyond} and ${more})`

interface Ending {
  id: string
  employee_id: string
  leave_type_id: string
}

/** Of the approved requests `r` that `which` names: the days after the last one go back. */
export async function endWithLastDay(work: Pick<LeaveWork, 'tx' | 'today'>, which: Sql) {
  const { tx, today } = work
  const found = await tx.all<Ending>`select r.id, r.employee_id, r.leave_type_id
    from leave_requests r where ${beyond(which)} order by r.id`
  if (found.length === 0) return
  await holdPayDays(tx, sql`select unnest(${found.map((one) => one.employee_id)}::uuid[])`)
  const rows = await tx.all<{ request_id: string; balance_id: string; days: DaysText }>`
    select request_id, balance_id, days
    from end_leave_with_last_day(${found.map(({ id }) => id)}::uuid[])`
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
  // What nobody takes costs nobody pay.
  for (const one of found) await settlePay(tx, one.employee_id, one.leave_type_id)
}

/** By those who have a last day: they are few, and all the leave of all years is much. */
export const whereEnding = sql`select e.organization_id from employees e
    cross join lateral (select from leave_requests r
      where r.organization_id = e.organization_id and r.employee_id = e.id
        and (r.status = 'pending'
            and (e.status = 'terminated' or r.end_date > e.termination_date or ${isOver})
          or r.status = 'approved' and ${isOver} and ${reachesBeyond})
      limit 1) r
    where e.termination_date is not null or e.status = 'terminated'
  union select organization_id from leave_requests where left_undecided = 'to tell'`

/** Within the minute, whichever way they left; and whoever is concerned hears of it. */
export const ending = leavePoller({
  name: 'leave.ending',
  every_ms: 60_000,
  where: whereEnding,
  async act(work) {
    await endUndecided(work, ofLeavers)
    await endWithLastDay(work, isOver)
    await notifyEnded(work)
  },
})

interface Ended {
  id: string
  decided: boolean
  last_day: string | null
}

async function notifyEnded(work: LeaveWork) {
  const ended = await work.tx.all<Ended>`update leave_requests r set left_undecided = 'told'
    from employees e where e.organization_id = r.organization_id and e.id = r.employee_id
      and r.left_undecided = 'to tell'
    returning r.id, r.decided_at is not null as decided, e.termination_date as last_day`
  for (const { id, decided, last_day } of ended) {
    const news = { key: `leave ended ${id}`, ...(decided ? withLastDay(last_day) : undecided) }
    await notifyApplicant(work, id, { ...news, written: news.text })
    await notifyDeciders(work, id, news)
  }
}

const undecided = {
  title: { en: 'Leave request ended', sw: 'Ombi la likizo limekoma' },
  text: {
    en: 'Nobody decided it before the employment ended.',
    sw: 'Halikuwa limeamuliwa kabla ajira kuisha.',
  },
}

/** It does not come back by itself: its days may be paid out, or asked for otherwise, by then. */
const withLastDay = (last_day: string | null) => ({
  title: { en: 'Approved leave ended', sw: 'Likizo iliyoidhinishwa imekoma' },
  text: last_day
    ? {
        en:
          `It ends with the last day at work, ${daySaid(last_day, 'en')}. If that day is wrong, ` +
          'please ask for the leave again once it has been put right.',
        sw:
          `Inakoma na siku ya mwisho kazini, ${daySaid(last_day, 'sw')}. Kama siku hiyo si sahihi, ` +
          'tafadhali omba likizo tena itakapokuwa imesahihishwa.',
      }
    : {
        en: 'It ended with a last day at work that is no longer recorded. Please ask for it again.',
        sw: 'Ilikoma na siku ya mwisho kazini ambayo haipo tena. Tafadhali iombe tena.',
      },
})
