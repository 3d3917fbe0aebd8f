import type { contract } from '@mshahara/contract'
import { fieldWords } from '@mshahara/contract/wording'
import { type Ctx, me } from '../../foundation/core/ctx.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import { tokenHash } from '../../foundation/core/secrets.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { approveRequest, rejectRequest } from './decide.ts'
import { detailsOf } from './read.ts'
import { say } from './sentences.ts'
import { workOf } from './work.ts'

/**
 * The button of an e-mail. It leads to the request and saves looking for it; who decides is whoever
 * is signed in, and the link works once, for the person it was sent to.
 */

type Approvals = typeof contract.leaveApprovals

interface Link {
  request_id: string
  user_id: string
  used: boolean
  expired: boolean
}

/** Whoever decides by it waits for whoever is deciding; whoever only looks does not. */
async function linkOf(ctx: Ctx, token: string, lock = sql``): Promise<string> {
  const link = await ctx.tx.maybe<Link>`
    select a.request_id, l.user_id, l.used_at is not null as used, l.expires_at < ${ctx.now} as expired
    from leave_links l join leave_approvals a on a.id = l.approval_id
    where l.token_hash = ${tokenHash(token)} ${lock}`
  if (!link) fail(404, say.linkUnknown)
  if (link.user_id !== me(ctx).id) {
    fail(403, say.linkOfOther)
  }
  if (link.used) fail(422, say.linkUsed)
  if (link.expired) fail(422, say.linkExpired)
  return link.request_id
}

export const open: Handler<Approvals['open']> = async (ctx, { body }) =>
  detailsOf(ctx, await linkOf(ctx, body.token))

export const decide: Handler<Approvals['decide']> = async (ctx, { body }) => {
  const request_id = await linkOf(ctx, body.token, sql`for update of l`)
  const work = workOf(ctx)
  if (body.approve) await approveRequest(work, request_id, body.comments)
  else if (body.comments) await rejectRequest(work, request_id, body.comments)
  else failField('comments', fieldWords.reasonNeeded)
  await ctx.tx.run`update leave_links set used_at = ${ctx.now}
    where token_hash = ${tokenHash(body.token)}`
  return { message: ctx.say(body.approve ? say.approvedNow : say.rejectedNow) }
}
