import type { contract } from '@mshahara/contract'
import { counted } from '@mshahara/contract/counted'
import { type Ctx, me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail, found } from '../../foundation/core/fail.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { describePlace } from '../../foundation/pay/places.ts'
import { freedOf } from '../exports/index.ts'
import type { Attempt } from './attempt.ts'
import { addAttempts } from './instruct.ts'
import { openLane, resumeLanes } from './lanes.ts'
import { divided, nextFor, notSentAgain } from './renew.ts'
import { loadPayable, type PayRun } from './run.ts'
import { isSurelyFailed } from './schedule.ts'
import { say } from './sentences.ts'

type Payouts = typeof contract.payouts

/**
 * Retrying: only what has failed, and never on the strength of a report alone (C19). Where it is
 * not sure, the provider is asked first; the next instruction follows when it confirms.
 */
export const retry: Handler<Payouts['retry']> = async (ctx, { params }) => {
  const payout = await ctx.tx.one<{ run_id: string }>`
    select run_id from payouts where id = ${params.id}`
  const run = await loadPayable(ctx.tx, payout.run_id)
  const [attempt] = await lastAttempts(ctx, sql`o.id = ${params.id}`)
  const last = found(attempt)
  if (last.state !== 'failed') fail(422, say.failedOnly)
  if (last.retry_wanted !== null) fail(422, say.retriedAlready)
  const { refused, warnings } = await again(ctx, run, [last])
  if (refused[0]) fail(422, say.refused({ why: refused[0].reason }))
  return { message: 'Payout successfully resubmitted', warnings }
}

export const retryAll: Handler<Payouts['retryAll']> = async (ctx, { params }) => {
  const run = await loadPayable(ctx.tx, params.id)
  const failed = await lastAttempts(ctx, failedOf(run))
  if (failed.length === 0) fail(422, say.noneFailed)
  const { count, refused, warnings } = await again(ctx, run, failed)
  if (count === 0) fail(422, say.refused({ why: named(refused) }))
  await notSentAgain(ctx.tx, refused)
  const message =
    refused.length === 0
      ? 'Payouts successfully resubmitted'
      : `${counted(count, 'payout')} resubmitted. ` + `Not resubmitted: ${named(refused)}`
  return { message, count, refused: refused.length, warnings }
}

/** What Retry would do now to each payout of a run that has failed, before anybody is asked to. */
export const retries: Handler<Payouts['retries']> = async (ctx, { params }) => {
  const run = await loadPayable(ctx.tx, params.id, false)
  const failed = await lastAttempts(ctx, failedOf(run))
  return (await nextFor(ctx.tx, failed)).map(({ attempt, to }) => {
    const refused = 'reason' in to
    return {
      payout_id: attempt.payout_id,
      name: attempt.name,
      to: refused ? null : placeIn(to.to),
      moved_from: refused || isSamePlace(attempt, to.to) ? null : placeIn(attempt),
      asks: !refused && !isSurelyFailed(attempt),
      refusal: refused ? to.reason : null,
      orders: refused && to.orders === true,
    }
  })
}

const failedOf = ({ id }: PayRun) =>
  sql`o.run_id = ${id} and a.state = 'failed' and a.retry_wanted is null`

type Place = Pick<Attempt, 'account' | 'bank_code' | 'bank'>
const isSamePlace = (one: Place, other: Place) =>
  one.account === other.account && one.bank_code === other.bank_code
const placeIn = ({ account, bank_code, bank }: Place) =>
  describePlace({ pay_by: bank_code === null ? 'mpesa' : 'bank', account, bank_code, bank })

/** As many names as fit into a sentence. */
const mostNamed = 5

function named(refused: readonly Refused[]): string {
  const told = refused
    .slice(0, mostNamed)
    .map(({ attempt, reason }) => `${attempt.name}: ${reason}`)
    .join(' ')
  return refused.length > mostNamed ? `${told} And ${refused.length - mostNamed} more.` : told
}

function wake({ jobs }: Ctx) {
  jobs.wake('payouts.send')
  jobs.wake('payouts.ask')
}

/** The newest attempt of each payout that has no other under way. */
const lastAttempts = ({ tx }: Ctx, which: Sql) =>
  tx.all<Attempt>`select a.* from payouts o join lateral (select * from payout_attempts a
      where a.payout_id = o.id order by a.attempt_no desc limit 1) a on true
    where ${which} and not exists (select from payout_attempts other
      where other.slip_id = a.slip_id and other.state <> 'failed' and other.id <> a.id)
    order by a.number`

type Refused = ReturnType<typeof divided>['refused'][number]

/**
 * Under way again, all at once: how many, what was said of them, and those that cannot be, with the
 * reason. What only a callback has called failed is asked about first.
 */
async function again(ctx: Ctx, { of }: PayRun, failed: readonly Attempt[]) {
  const { tx } = ctx
  const all = await nextFor(tx, failed)
  const going = all.filter(({ to }) => !('reason' in to)).map(({ attempt }) => attempt)
  const { refused } = divided(all)
  if (going.length === 0) return { count: 0, refused, warnings: [] }
  const warnings = await freedOf(
    tx,
    of,
    going.map(({ slip_id }) => slip_id),
  )
  const mustAsk = going.filter((attempt) => !isSurelyFailed(attempt))
  const { next } = divided(all.filter(({ attempt }) => isSurelyFailed(attempt)))
  const ids = (list: readonly Attempt[]) => list.map(({ id }) => id)
  await tx.run`insert into payout_steps (attempt_id, what, text, by_name)
    select id, 'Retry', case when id = any(${ids(mustAsk)}::uuid[]) then ${asking}
      else 'To be sent again.' end, ${me(ctx).name}
    from unnest(${ids(going)}::uuid[]) as g (id)`
  await tx.run`update payout_attempts set retry_wanted = ${me(ctx).name} 
    where id = any(${ids(mustAsk)}::uuid[])`
  await askAgain(tx, sql`a.id = any(${ids(mustAsk)}::uuid[])`)
  await openLane(
    tx,
    next.map(({ to }) => to.integration_id),
  )
  await addAttempts(tx, next)
  wake(ctx)
  return { count: going.length, refused, warnings }
}

/** What was reported as failed, and is not being asked about, is asked about now. */
export const askAgain = (tx: Tx, which: Sql) =>
  tx.run`update payout_attempts a set ask_at = app_now(), asks = 0
    where ${which} and a.state = 'failed' and not a.surely_failed and a.ask_at is null`

const asking = 'The provider is being asked whether it really failed; then it is sent again.'

/** Stops what nobody has begun to send; it counts as failed, and can be retried. It is no news. */
export const withdraw: Handler<Payouts['withdraw']> = async (ctx, { params }) => {
  const { id } = await loadPayable(ctx.tx, params.id)
  const rows = await ctx.tx.all<{ id: string }>`update payout_attempts a
    set state = 'failed', settled_at = app_now(), settled_by = 'withdrawn',
      reason = 'Withdrawn before it was sent.', ask_at = null, told = true
    from payouts o where o.id = a.payout_id and o.run_id = ${id}
      and a.id in (select w.id from payout_attempts w join payouts p on p.id = w.payout_id
        where p.run_id = ${id} and w.state = 'created' for update of w skip locked)
      and a.state = 'created' returning a.id`
  if (rows.length === 0) fail(422, say.noneWaiting)
  await ctx.tx.run`insert into payout_steps (attempt_id, what, text, by_name)
    select unnest(${rows.map((row) => row.id)}::uuid[]), 'Withdrawn', 'Withdrawn before it was sent.',
      ${me(ctx).name}`
  return { message: 'Payouts withdrawn successfully', count: rows.length }
}

export const resume: Handler<Payouts['resume']> = async (ctx, { params }) => {
  const { id } = await loadPayable(ctx.tx, params.id)
  const count = await resumeLanes(ctx.tx, id)
  if (count === 0) fail(422, say.notStopped)
  wake(ctx)
  return { message: 'Sending continues, one payout first' }
}
