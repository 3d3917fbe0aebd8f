import type { Tx } from '../../foundation/core/db.ts'
import { raw, sql } from '../../foundation/core/sql.ts'
import { mayDecide } from './able-to-decide.ts'
import { leavePoller } from './poller.ts'
import { ask, closeOthers, nextStep, type Step } from './routing.ts'
import type { LeaveWork } from './work.ts'

/** Requests whose approvers do not answer, or cannot any more, are put before others. */

const cannotDecide = raw(`not exists (select from memberships m
  where m.organization_id = a.organization_id and m.user_id = a.user_id and ${mayDecide})`)

/** Whoever leaves is passed over within the minute, whichever way they left. */
export const passingOver = leavePoller({
  name: 'leave.passing-over',
  every_ms: 60_000,
  where: sql`select distinct a.organization_id from leave_approvals a
    join leave_requests r on r.organization_id = a.organization_id and r.id = a.request_id
    where a.status = 'pending' and r.status = 'pending' and ${cannotDecide}`,
  act: passOn,
})

interface Stuck {
  id: string
  employee_id: string
  level: number
}

/** Of a request no approver of the level has answered in time, or none is left. */
export async function passOn(work: LeaveWork) {
  const { tx, now } = work
  await tx.run`update leave_approvals a set status = 'passed on'
    where a.status = 'pending' and ${cannotDecide}`
  const stuck = await tx.all<Stuck>`
    select r.id, r.employee_id, r.level from leave_requests r
    join leave_settings s on s.organization_id = r.organization_id
    where r.status = 'pending' and r.level is not null and not exists (
      select from leave_approvals a where a.organization_id = r.organization_id
        and a.request_id = r.id and a.status = 'pending'
        and a.created_at >= ${now}::timestamptz - make_interval(days => s.pass_on_days))
    order by r.id for update of r`
  for (const request of stuck) await askFurther(work, request)
}

async function askFurther(work: LeaveWork, request: Stuck) {
  const { tx } = work
  // The primary users have nobody above them: they are reminded, and that is all.
  const stillAsked = await tx.run`select from leave_approvals
    where request_id = ${request.id} and status = 'pending'`
  if (request.level === 0 && stillAsked > 0) return
  const next = (await nextStep(tx, request, request.level)) ?? (await primariesFor(tx, request))
  if (next.users.length === 0) return
  await closeOthers(tx, request.id, 'passed on')
  await ask(work, request, next)
}

async function primariesFor(tx: Tx, { employee_id }: Stuck): Promise<Step> {
  const rows = await tx.all<{ user_id: string }>`select m.user_id from memberships m
    where m.role = 'primary' and ${raw(mayDecide)}
      and m.employee_id is distinct from ${employee_id} order by m.created_at`
  return { level: 0, users: rows.map(({ user_id }) => user_id) }
}
