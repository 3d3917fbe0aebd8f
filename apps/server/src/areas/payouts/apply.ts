import { isDeepStrictEqual } from 'node:util'
import { nowIn, type Tx } from '../../foundation/core/db.ts'
import { kindNamed } from '../../foundation/providers/registry.ts'
import type { Attempt, News } from './attempt.ts'
import { noteOnLanes } from './lanes.ts'
import { renew } from './renew.ts'
import { after, isSurelyFailed } from './schedule.ts'

/**
 * The one way an attempt changes: news is applied to locked rows by the state table, and what
 * follows from it happens in the same transaction. Said twice, it is done once. What time it is the
 * database says, which also picks what is due: servers whose clocks disagree plan alike.
 */
export async function apply(tx: Tx, news: readonly News[]): Promise<Attempt[]> {
  if (news.length === 0) return []
  const rows = await locked(tx, [...new Set(news.map(({ attempt_id }) => attempt_id))])
  const now = await nowIn(tx)
  const before = new Map(rows.map((row) => [row.id, row]))
  const current = new Map(before)
  const heard: { news: News; attempt: Attempt }[] = []
  for (const item of news) {
    const attempt = current.get(item.attempt_id)
    if (!attempt || (item.tries !== undefined && item.tries !== attempt.tries)) continue
    const { result_within_s } = kindNamed(attempt.provider)
    const outcome = after(attempt, item, now, result_within_s)
    current.set(attempt.id, outcome.attempt)
    heard.push({ news: item, attempt: outcome.attempt })
  }
  const changed = [...current.values()].filter((row) => !isDeepStrictEqual(row, before.get(row.id)))
  await save(tx, await besideOthers(tx, changed, before))
  await record(tx, heard)
  await promote(tx, changed)
  await noteOnLanes(tx, heard)
  await renew(
    tx,
    changed.filter((row) => row.retry_wanted !== null && isSurelyFailed(row)),
  )
  return [...current.values()]
}

/** Always in the same order, so that two appliers never wait for each other. */
const locked = (tx: Tx, ids: string[]) =>
  tx.all<Attempt>`select * from payout_attempts where id = any(${ids}::uuid[])
    order by id for update`

/**
 * What had surely failed and has not after all, while another instruction for it exists: one not
 * sent yet is stopped; one under way may pay a second time, and the first stays failed until it is
 * known what became of the second: with an alarm where it was paid.
 */
async function besideOthers(tx: Tx, changed: Attempt[], before: ReadonlyMap<string, Attempt>) {
  const wasSure = ({ id }: Attempt) => {
    const row = before.get(id)
    return row !== undefined && isSurelyFailed(row)
  }
  const reopened = changed.filter((row) => wasSure(row) && !isSurelyFailed(row))
  if (reopened.length === 0) return changed
  const others = await tx.all<Attempt>`select * from payout_attempts
    where slip_id = any(${reopened.map(({ slip_id }) => slip_id)}::uuid[]) and not surely_failed
      and id <> all(${reopened.map(({ id }) => id)}::uuid[]) order by id for update`
  const [unsent, underWay] = [
    others.filter(({ state }) => state === 'created'),
    others.filter(({ state }) => state !== 'created'),
  ]
  await tx.run`update payout_attempts set state = 'failed', settled_at = app_now(),
      settled_by = 'withdrawn', reason = 'An earlier payment may have been made after all.',
      told = true
    where id = any(${unsent.map(({ id }) => id)}::uuid[])`
  const paid = reopened.filter(({ state }) => state === 'paid').map(({ slip_id }) => slip_id)
  const twice = underWay.filter(({ slip_id }) => paid.includes(slip_id))
  await tx.run`update payout_attempts set alarm = ${doubled}
    where id = any(${twice.map(({ id }) => id)}::uuid[])`
  const beside = new Set(underWay.map(({ slip_id }) => slip_id))
  return changed.map((row): Attempt => {
    if (!reopened.includes(row) || !beside.has(row.slip_id)) return row
    const { settled_at, settled_by } = before.get(row.id) as Attempt
    const alarm = row.state === 'paid' ? doubled : row.alarm
    return { ...row, state: 'failed', settled_at, settled_by, alarm }
  })
}

/** The second has failed: the money of the first is the only one that left. */
async function promote(tx: Tx, changed: Attempt[]) {
  const slips = changed.filter(isSurelyFailed).map(({ slip_id }) => slip_id)
  if (slips.length === 0) return
  await tx.run`update payout_attempts a set state = 'paid'
    where a.slip_id = any(${slips}::uuid[]) and a.state = 'failed' and a.receipt is not null
      and not exists (select from payout_attempts b where b.slip_id = a.slip_id
        and b.organization_id = a.organization_id and not b.surely_failed)`
}

const doubled =
  'An earlier payment of this amount was made after it had been reported as failed: ' +
  'it may have been paid twice.'

function save(tx: Tx, rows: Attempt[]) {
  if (rows.length === 0) return
  const column = <K extends keyof Attempt>(name: K) => rows.map((row) => row[name])
  return tx.run`update payout_attempts a set state = n.state, try_at = n.try_at,
      provider_ref = n.provider_ref, ask_at = n.ask_at, settled_at = n.settled_at,
      settled_by = n.settled_by, receipt = n.receipt, code = n.code, reason = n.reason,
      alarm = n.alarm, retry_wanted = n.retry_wanted, not_found_at = n.not_found_at,
      asks = n.asks
    from unnest(${column('id')}::uuid[], ${column('state')}::text[],
        ${column('try_at')}::timestamptz[], ${column('provider_ref')}::text[], ${column('ask_at')}::timestamptz[],
        ${column('settled_at')}::timestamptz[], ${column('settled_by')}::text[],
        ${column('receipt')}::text[], ${column('code')}::text[], ${column('reason')}::text[],
        ${column('alarm')}::text[], ${column('retry_wanted')}::text[],
        ${column('not_found_at')}::timestamptz[], ${column('asks')}::int[])
      as n (id, state, try_at, provider_ref, ask_at, settled_at, settled_by, receipt, code, reason,
        alarm, retry_wanted, not_found_at, asks)
    where a.id = n.id`
}

/** The story of each, for people. */
function record(tx: Tx, heard: readonly { news: News; attempt: Attempt }[]) {
  if (heard.length === 0) return
  const of = <T>(value: (news: News, attempt: Attempt) => T) =>
    heard.map(({ news, attempt }) => value(news, attempt))
  return tx.run`insert into payout_steps (organization_id, attempt_id, what, text, by_name, data)
    select * from unnest(${of((_, attempt) => attempt.organization_id)}::uuid[],
      ${of((_, attempt) => attempt.id)}::uuid[], ${of(({ what }) => what)}::text[],
      ${of(({ text }) => text)}::text[], ${of(({ by_name }) => by_name ?? null)}::text[],
      ${of(({ data }) => (data === undefined ? null : JSON.stringify(data)))}::jsonb[])`
}
