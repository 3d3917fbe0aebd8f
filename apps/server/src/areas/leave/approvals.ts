import type { contract } from '@mshahara/contract'
import type { WaitingLine } from '@mshahara/contract/dashboard'
import { everywhere } from '@mshahara/contract/everywhere'
import { type ApprovalState, approvalMove } from '@mshahara/contract/leave-states'
import { type Ctx, holds, me } from '../../foundation/core/ctx.ts'
import { fail, failField, found } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { refuseUnable } from './able-to-decide.ts'
import { standingFor } from './delegations.ts'
import { askApprovers } from './letters.ts'
import { columns, type Listed, requestToWire, sources } from './read.ts'
import { say, sayToStaff } from './sentences.ts'
import { workOf } from './work.ts'

/** What waits for somebody's decision. */

type Approvals = typeof contract.leaveApprovals

interface ApprovalRow extends Listed {
  approval_id: string
  approval_status: ApprovalState
  approval_level: number
  asked_at: string
  standing_in_for: string | null
}

/** By the id of the login (A14): one's own, or anybody's for staff. */
export const list: Handler<Approvals['list']> = async (ctx, { params }) => {
  const user = me(ctx)
  const known = await ctx.tx.run`select from memberships where user_id = ${params.id}`
  if (known === 0 && params.id !== user.id) fail(404, everywhere.notFound)
  if (params.id !== user.id && !holds(ctx, 'view leaves')) fail(403)
  if (user.leaver) fail(403)
  const places = await standingFor(ctx.tx, params.id, ctx.today)
  const rows = await ctx.tx.all<ApprovalRow>`
    select a.id as approval_id, a.status as approval_status, a.level as approval_level,
      a.created_at as asked_at, ${columns},
      case when a.user_id <> ${params.id} then concat_ws(' ', u.first_name, u.last_name) end
        as standing_in_for
    from leave_approvals a join users u on u.id = a.user_id
    join ${sources} on r.id = a.request_id
    where a.user_id = any(${places}::uuid[]) and a.status = 'pending' and r.status = 'pending'
      and not exists (select from memberships m
        where m.employee_id = r.employee_id and m.user_id = ${params.id})
    order by a.number limit 500`
  return rows.map(
    ({ approval_id, approval_status, approval_level, asked_at, standing_in_for, ...request }) => ({
      id: approval_id,
      status: approval_status,
      level: approval_level,
      created_at: asked_at,
      standing_in_for,
      leave_request: requestToWire(request),
    }),
  )
}

interface Pending {
  request_id: string
  status: ApprovalState
  user_id: string
  applicant: string | null
}

export const reassign: Handler<Approvals['reassign']> = async (ctx, { params, body }) => {
  const approval = found(
    await ctx.tx.maybe<Pending>`select a.request_id, a.status, a.user_id, m.user_id as applicant
      from leave_approvals a join leave_requests r on r.id = a.request_id
      left join memberships m on m.employee_id = r.employee_id
      where a.id = ${params.id} for update of a`,
  )
  const { user_id } = body()
  if (!approvalMove(approval.status, 'reassign')) fail(422, say.notPending)
  await refuseUnable(ctx.tx, user_id, 'user_id')
  if (user_id === approval.applicant) failField('user_id', say.ownRequest)
  if (user_id === approval.user_id) failField('user_id', sayToStaff.askedAlready)
  await ctx.tx.run`update leave_approvals set user_id = ${user_id}, reminded_at = null,
    created_at = ${ctx.now} where id = ${params.id}`
  await askApprovers(workOf(ctx), approval.request_id, [{ id: params.id, user_id }])
  return { data: { leave_request_id: approval.request_id } }
}

/** On the first screen of whoever decides. */
export async function waiting(ctx: Ctx): Promise<WaitingLine[]> {
  const user = me(ctx)
  if (user.leaver || user.super_admin) return []
  const places = await standingFor(ctx.tx, user.id, ctx.today)
  const { count, starts } = await ctx.tx.one<{ count: number; starts: string | null }>`
    select count(*) as count, min(r.start_date) as starts
    from leave_approvals a join leave_requests r on r.id = a.request_id
    where a.user_id = any(${places}::uuid[]) and a.status = 'pending' and r.status = 'pending'
      and r.employee_id is distinct from ${user.employee_id}`
  if (count === 0) return []
  const many = count > 1
  return [
    {
      key: 'leave approvals',
      title: {
        en: many
          ? `${count} leave requests are waiting for you`
          : 'A leave request is waiting for you',
        sw: many ? `Maombi ${count} ya likizo yanakusubiri` : 'Ombi la likizo linakusubiri',
      },
      text: {
        en: 'Somebody is waiting for your answer.',
        sw: 'Kuna anayesubiri jibu lako.',
      },
      link: '/leave-approvals',
      urgency: starts !== null && starts <= ctx.today ? 'late' : 'soon',
      due: starts,
    },
  ]
}
