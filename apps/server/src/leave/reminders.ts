import type { JobDefinition } from '../core/job.ts'
import { askApprovers } from './letters.ts'
import { ask, closeOthers, nextStep, primariesOf } from './routing.ts'
import { type LeaveWork, workOfJob } from './work.ts'
import { organizationsOf } from './year.ts'

/**
 * Requests that nobody answers: after some days the approvers are reminded, after some more the
 * next level is asked, and in the end the primary users. Whoever has left is passed over at once.
 */
export const leaveReminders: JobDefinition = {
  name: 'leave.reminders',
  cron: '30 7 * * *',
  parallel: 1,
  async work(job) {
    for (const organization_id of await organizationsOf(job)) {
      await job.db.inOrg({ organization_id, actor: 'System' }, async (tx) => {
        const work = workOfJob(job, tx, organization_id)
        await passOn(work)
        await remind(work)
      })
    }
  },
}

interface Waiting {
  id: string
  user_id: string
  request_id: string
}

async function remind(work: LeaveWork) {
  const rows = await work.tx.all<Waiting>`update leave_approvals a set reminded_at = ${work.now}
    from leave_settings s
    where a.status = 'pending' and a.reminded_at is null
      and a.created_at < ${work.now}::timestamptz - make_interval(days => s.remind_days)
    returning a.id, a.user_id, a.request_id`
  for (const { request_id, ...asked } of rows) {
    await askApprovers(work, request_id, [asked], true)
  }
}

interface Stuck {
  id: string
  employee_id: string
  level: number
}

/** Of a request no approver of the level has answered in time, or none is left. */
async function passOn(work: LeaveWork) {
  const { tx, now } = work
  await tx.run`update leave_approvals a set status = 'passed on' where a.status = 'pending'
    and not exists (select from memberships m where m.organization_id = a.organization_id
      and m.user_id = a.user_id and m.status = 'active')`
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
  const step = request.level === 0 ? undefined : await nextStep(tx, request, request.level)
  const own = await tx.maybe<{ user_id: string }>`
    select user_id from memberships where employee_id = ${request.employee_id}`
  const primaries = (await primariesOf(tx)).filter((id) => id !== own?.user_id)
  const next = step ?? { level: 0 as const, users: primaries }
  if (next.users.length === 0) return
  await closeOthers(tx, request.id, 'passed on')
  await ask(work, request, next)
}
