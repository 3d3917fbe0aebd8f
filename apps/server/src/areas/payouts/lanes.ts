import type { PlatformTx, Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import { kindNamed } from '../../foundation/providers/registry.ts'
import type { Attempt, News } from './attempt.ts'

/**
 * One lane for each integration: how much may be sent at a time, counted in the database for all
 * servers together, and whether anything may be sent at all.
 */

/** At once from one lane, whatever its speed. */
const most = 64
/** Until a payment has gone through, the next waits for the last one's end, or this long. */
const probe_s = 60

export interface Lane {
  organization_id: string
  id: string
  tokens: string
  refilled_at: string
  slow_until: string | null
  paused_at: string | null
  proven_at: string | null
  provider: string
  per_second: number | null
  /** When the last one was sent whose end is not known. */
  last_sent: string | null
}

export const openLane = (tx: Tx, integration_ids: string[]) =>
  tx.run`insert into payment_lanes (id) select distinct unnest(${integration_ids}::uuid[])
    on conflict do nothing`

/** A deactivated organisation pays nobody; what was sent before is still asked about. */
export const isOpen = sql`not exists (select from organizations o
  where o.id = l.organization_id and o.status = 'deactivated')`

/** Locked while one server takes from it; others go on to the next lane. */
export const takeLane = (tx: PlatformTx, integration_id: string): Promise<Lane | undefined> =>
  tx.maybe<Lane>`select l.*, i.provider, (i.meta ->> 'per_second')::numeric::float8 as per_second,
      case when l.proven_at is null then (select max(a.sent_at) from payout_attempts a
        where a.integration_id = l.id and a.organization_id = l.organization_id
          and a.state in ('sending', 'submitted', 'processing', 'unknown')) end as last_sent
    from payment_lanes l join integrations i
      on i.organization_id = l.organization_id and i.id = l.id
    where l.id = ${integration_id} and l.paused_at is null and ${isOpen}
    for update of l skip locked`

/** How many may be sent now, and what is left of the allowance. 0 a second: as fast as it goes. */
export function allowance(lane: Lane, now: Date): { count: number; tokens: number } {
  if (lane.proven_at === null) {
    const since = lane.last_sent ? (now.getTime() - Date.parse(lane.last_sent)) / 1000 : probe_s
    return { count: since >= probe_s ? 1 : 0, tokens: Number(lane.tokens) }
  }
  const usual = lane.per_second ?? kindNamed(lane.provider).per_second
  if (usual === 0) return { count: most, tokens: most }
  const isSlow = lane.slow_until !== null && now < new Date(lane.slow_until)
  const speed = isSlow ? usual / 2 : usual
  const elapsed_s = Math.max(0, (now.getTime() - Date.parse(lane.refilled_at)) / 1000)
  const tokens = Math.min(Math.max(speed, 1), Number(lane.tokens) + speed * elapsed_s)
  const count = Math.min(most, Math.floor(tokens))
  return { count, tokens: tokens - count }
}

export const spend = (tx: PlatformTx, { id }: Lane, tokens: number) =>
  tx.run`update payment_lanes set tokens = ${tokens}, refilled_at = app_now() where id = ${id}`

/** The provider has taken it in, whatever became of it. */
const proofs: readonly News['event'][] = ['paid', 'failed', 'reported_paid', 'reported_failed']

/** Credentials at fault stop a lane; whatever went through proves it; a busy provider slows it. */
export async function noteOnLanes(tx: Tx, heard: readonly { news: News; attempt: Attempt }[]) {
  const lanesWhere = (test: (news: News) => boolean | undefined) => [
    ...new Set(heard.filter(({ news }) => test(news)).map(({ attempt }) => attempt.integration_id)),
  ]
  const proven = lanesWhere(({ event, stops_run }) => proofs.includes(event) && !stops_run)
  if (proven.length > 0) {
    await tx.run`update payment_lanes set proven_at = app_now()
      where id = any(${proven}::uuid[]) and proven_at is null and paused_at is null`
  }
  const slower = lanesWhere((news) => news.slower)
  if (slower.length > 0) {
    await tx.run`update payment_lanes set slow_until = app_now() + interval '1 minute'
      where id = any(${slower}::uuid[])`
  }
  for (const { news, attempt } of heard.filter(({ news }) => news.stops_run)) {
    await tx.run`update payment_lanes set paused_at = app_now(), proven_at = null,
        paused_reason = ${news.reason ?? news.text}
      where id = ${attempt.integration_id} and paused_at is null`
  }
}

/** After a stop, one payment goes first; with new credentials where the old were replaced. */
export async function resumeLanes(tx: Tx, run_id: string): Promise<number> {
  const resumed = await tx.run`update payment_lanes
    set paused_at = null, paused_reason = null, proven_at = null
    where paused_at is not null and id in (select a.integration_id from payout_attempts a
      join payouts o on o.id = a.payout_id where o.run_id = ${run_id})`
  const moved = await tx.all<{ integration_id: string }>`update payout_attempts a
    set integration_id = fresh.id
    from payouts o, integrations old, integrations fresh
    where o.id = a.payout_id and o.run_id = ${run_id} and a.state = 'created'
      and old.id = a.integration_id and old.status = 'inactive'
      and fresh.status = 'active' and fresh.provider = old.provider
    returning a.integration_id`
  await openLane(
    tx,
    moved.map(({ integration_id }) => integration_id),
  )
  return resumed + moved.length
}
