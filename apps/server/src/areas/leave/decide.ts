import type { contract } from '@mshahara/contract'
import {
  type ApprovalState,
  approvalMove,
  type LeaveState,
  leaveMove,
  mayWithdraw,
} from '@mshahara/contract/leave-states'
import type { Spoken } from '@mshahara/contract/say'
import { type Ctx, me, ownerOr } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { standingFor } from './delegations.ts'
import { addEntries, heldBy, type NewEntry } from './ledger.ts'
import { notifyApplicant, notifyDeciders, textApplicant } from './letters.ts'
import { holdPayDays, settlePay } from './pay-days.ts'
import { ask, closeOthers, nextStep } from './routing.ts'
import { say } from './sentences.ts'
import { type LeaveWork, workOf } from './work.ts'
import { settleLate } from './year-end.ts'

/** Approving, rejecting and giving up, one at a time for each request (C7, C8). */

type Requests = typeof contract.leaveRequests

interface DecidedRequest {
  id: string
  employee_id: string
  leave_type_id: string
  start_date: string
  end_date: string
  status: LeaveState
  level: number | null
}

/**
 * Whoever decides waits for whoever is deciding. Pay comes first, as for a run that pays a leaver
 * and ends what nobody has decided.
 */
export async function lock(tx: Tx, id: string) {
  await holdPayDays(tx, sql`select employee_id from leave_requests where id = ${id}`)
  return tx.one<DecidedRequest>`select id, employee_id, leave_type_id, start_date, end_date,
      status, level from leave_requests where id = ${id} for update`
}

interface Approval {
  id: string
  user_id: string
  status: ApprovalState
}

/** The entry that a person may decide: their own, or of somebody in whose place they stand. */
async function approvalFor(
  work: LeaveWork,
  request: DecidedRequest,
  user_id: string,
): Promise<Approval> {
  const { tx, today } = work
  const own = await tx.maybe<{ user_id: string }>`
    select user_id from memberships where employee_id = ${request.employee_id}`
  const places = await standingFor(tx, user_id, today)
  const rows = await tx.all<Approval>`select id, user_id, status from leave_approvals
    where request_id = ${request.id} and user_id = any(${places}::uuid[])
    order by (status = 'pending') desc, (user_id = ${user_id}) desc, number`
  const [first] = rows
  // Nobody decides for themselves, whomever they stand in for.
  if (!first || own?.user_id === user_id) fail(403)
  return first
}

const decided = {
  approved: say.approved,
  rejected: say.rejected,
  cancelled: say.cancelled,
} satisfies Record<Exclude<LeaveState, 'pending'>, Spoken>

function refuseDecided({ status }: DecidedRequest, approval: Approval) {
  if (status !== 'pending') fail(422, decided[status])
  if (!approvalMove(approval.status, 'approve')) {
    fail(422, say.decidedAlready)
  }
}

/** One approval completes its level; the last level approves the request. */
export async function approveRequest(work: LeaveWork, id: string, comments: string | null) {
  const { tx, now, by } = work
  const request = await lock(tx, id)
  const user = by ?? fail(403)
  const approval = await approvalFor(work, request, user.id)
  refuseDecided(request, approval)
  await tx.run`update leave_approvals set status = 'approved', comments = ${comments},
    decided_by = ${user.id}, decided_at = ${now} where id = ${approval.id}`
  await closeOthers(tx, id)
  const step = await nextStep(tx, request, request.level)
  if (step) await ask(work, request, step)
  else await finish(work, request)
}

interface Finishing {
  id: string
  employee_id: string
  leave_type_id: string
}

/** The last word: promised days are used, and paid as the type says now. */
export async function finish(work: LeaveWork, { id, employee_id, leave_type_id }: Finishing) {
  const { tx, now, by, today } = work
  await tx.run`update leave_requests r set status = 'approved', level = null,
    decided_by = ${by?.id ?? null}, decided_name = ${by?.name ?? 'System'}, decided_at = ${now},
    paid_share = case when t.is_paid then t.paid_share else 0 end,
    full_pay_days = case when t.is_paid then t.full_pay_days end
    from leave_types t where t.id = ${leave_type_id} and r.id = ${id}`
  await moveDays(tx, id, today, 'use')
  await settlePay(tx, employee_id, leave_type_id)
  await notifyApplicant(work, id, {
    key: `leave approved ${id}`,
    title: { en: 'Leave request approved', sw: 'Ombi la likizo limeidhinishwa' },
    text: '',
  })
  await textApplicant(work, id)
}

/** What was promised is used, or all of it goes back. */
async function moveDays(tx: Tx, request_id: string, day: string, how: 'use' | 'give back') {
  const held = await heldBy(tx, [request_id])
  const entries = held.flatMap(({ balance_id, used, pending }): NewEntry[] => {
    const entry = { balance_id, request_id, day }
    if (how === 'use') return [{ ...entry, kind: 'use', pending: -pending, used: pending }]
    return [{ ...entry, kind: 'release', pending: -pending, used: -used }]
  })
  await addEntries(
    tx,
    entries.filter(({ used = 0, pending = 0 }) => used !== 0 || pending !== 0),
  )
  return new Map(held.map(({ balance_id, used, pending }) => [balance_id, used + pending]))
}

/** The days of a leave that is not taken go where they are due, as far as they have not expired. */
export async function giveBack(work: Pick<LeaveWork, 'tx' | 'today'>, request_id: string) {
  const freed = await moveDays(work.tx, request_id, work.today, 'give back')
  await settleLate(work, request_id, freed)
}

export async function rejectRequest(work: LeaveWork, id: string, reason: string) {
  const { tx, now, by } = work
  const request = await lock(tx, id)
  const user = by ?? fail(403)
  const approval = await approvalFor(work, request, user.id)
  refuseDecided(request, approval)
  await tx.run`update leave_approvals set status = 'rejected', comments = ${reason},
    decided_by = ${user.id}, decided_at = ${now} where id = ${approval.id}`
  await closeOthers(tx, id)
  await tx.run`update leave_requests set status = 'rejected', level = null, decided_by = ${user.id},
    decided_name = ${user.name}, decided_at = ${now}, rejection_reason = ${reason} where id = ${id}`
  await giveBack(work, id)
  await notifyApplicant(work, id, {
    key: `leave rejected ${id}`,
    title: { en: 'Leave request rejected', sw: 'Ombi la likizo limekataliwa' },
    text: reason,
  })
}

export const approve: Handler<Requests['approve']> = async (ctx, { params, body }) => {
  await refuseStrangers(ctx, params.id)
  await approveRequest(workOf(ctx), params.id, body().comments)
  return { message: ctx.say(say.approvedNow) }
}

export const reject: Handler<Requests['reject']> = async (ctx, { params, body }) => {
  await refuseStrangers(ctx, params.id)
  await rejectRequest(workOf(ctx), params.id, body().rejection_reason)
  return { message: ctx.say(say.rejectedNow) }
}

/** 404 and 403 before the body is read (A13). */
async function refuseStrangers(ctx: Ctx, id: string) {
  if (me(ctx).leaver) fail(403)
  const request = await lock(ctx.tx, id)
  await approvalFor(workOf(ctx), request, me(ctx).id)
}

export const cancel: Handler<Requests['cancel']> = async (ctx, { params }) => {
  const work = workOf(ctx)
  const { tx, today } = work
  const request = await lock(tx, params.id)
  ownerOr(ctx, request.employee_id, 'edit leaves')
  const move = leaveMove(request.status, 'withdraw')
  if (!move || !mayWithdraw(request, today)) {
    fail(422, request.status === 'approved' ? say.begun : decided[request.status as 'rejected'])
  }
  await tx.run`update leave_requests set status = ${move.to}, level = null where id = ${request.id}`
  await closeOthers(tx, request.id)
  await giveBack(work, request.id)
  // What was never approved costs nothing.
  if (request.status === 'approved') {
    await settlePay(tx, request.employee_id, request.leave_type_id)
  }
  const news = {
    key: `leave cancelled ${request.id}`,
    title: { en: 'Leave request cancelled', sw: 'Ombi la likizo limeghairiwa' },
    text: '',
  }
  await notifyDeciders(work, request.id, news)
  await notifyApplicant(work, request.id, news)
  return { message: ctx.say(say.cancelledNow) }
}
