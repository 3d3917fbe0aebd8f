import type { JobDefinition } from '../../foundation/core/job.ts'
import { askApprovers } from './letters.ts'
import { passOn } from './passing-on.ts'
import { type LeaveWork, workOfJob } from './work.ts'
import { organizationsOf } from './year.ts'

/**
 * Requests that nobody answers: after some days the approvers are reminded, after some more the
 * next level is asked, and in the end the primary users.
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
