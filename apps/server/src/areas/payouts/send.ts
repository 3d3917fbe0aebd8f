import type { AttemptEvent } from '@mshahara/contract/payout-states'
import { nowIn, type PlatformTx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { sql } from '../../foundation/core/sql.ts'
import { batched } from '../../foundation/core/write-batching.ts'
import type { Services } from '../../foundation/http/services.ts'
import type { Poller } from '../../foundation/jobs/pollers.ts'
import { untilStored } from '../../foundation/jobs/until-stored.ts'
import type { Instruction, PayoutProvider, Submitted } from '../../foundation/providers/provider.ts'
import { expectCallbacks, hooksFor } from '../callbacks/index.ts'
import { openIntegration } from '../integrations/index.ts'
import { apply } from './apply.ts'
import type { Attempt, News } from './attempt.ts'
import { allowance, isOpen, spend, takeLane } from './lanes.ts'
import { masked } from './masked.ts'

/**
 * Sends what is due. `sending`, the key and the callback's token are committed before the first
 * byte leaves; whatever is not answered clearly afterwards is unknown, and asked about.
 */

/** Longer than any call may take; a sender that has not reported by then is gone. */
const lease_s = 90
/** Portions under way: of all lanes together, and of one, which may hang and hold up no other. */
const portions = { all: 8, one: 3 }

export function sender(services: Services): Poller {
  const { db } = services
  const settle = batched(
    async (news: News[]) => {
      // What a provider has answered is not asked for twice: kept until the database is back.
      await untilStored(() => db.inPlatform((tx) => apply(tx, news)))
      return news
    },
    { most: 128, patience_ms: 30 },
  )
  const busy = new Map<string, number>()
  const hold = (lane: string, by: number) => {
    const count = (busy.get(lane) ?? 0) + by
    if (count > 0) busy.set(lane, count)
    else busy.delete(lane)
  }
  let lanes: string[] = []
  const take = async () => {
    for (let lane = lanes.shift(); lane !== undefined; lane = lanes.shift()) {
      if ((busy.get(lane) ?? 0) >= portions.one) continue
      const portion = await claim(services, lane)
      if (!portion) continue
      // By turns, for as long as it has something.
      lanes.push(lane)
      return { lane, portion }
    }
    return null
  }
  return {
    name: 'payouts.send',
    every_ms: 1_000,
    looksWhile: () => sql`exists (select from payout_attempts where state = 'created')`,
    parallel: portions.all,
    async next() {
      let taken = await take()
      if (!taken) {
        lanes = await dueLanes(services)
        taken = await take()
      }
      if (!taken) return null
      const { lane, portion } = taken
      hold(lane, 1)
      return () =>
        Promise.all(
          portion.map((one) => send(services, one).then((news) => settle.add(news))),
        ).finally(() => hold(lane, -1))
    },
  }
}

/** Lanes with something due, those that have waited longest first. */
const dueLanes = ({ db }: Services): Promise<string[]> =>
  db.inPlatform(async (tx) => {
    const rows = await tx.all<{ id: string }>`select l.id from payment_lanes l
      join lateral (select a.try_at from payout_attempts a
        where a.integration_id = l.id and a.state = 'created' and a.try_at <= app_now()
        order by a.try_at limit 1) due on true
      where l.paused_at is null and ${isOpen} order by due.try_at`
    return rows.map(({ id }) => id)
  })

interface Claimed {
  attempt: Attempt
  token: string
  provider: PayoutProvider | undefined
}

function claim(services: Services, lane_id: string): Promise<Claimed[] | null> {
  return services.db.inPlatform(async (tx) => {
    const lane = await takeLane(tx, lane_id)
    if (!lane) return null
    const { count, tokens } = allowance(lane, await nowIn(tx))
    if (count === 0) return null
    const due = await dueIn(tx, lane.id, count)
    await apply(tx, due.flatMap(withdrawn))
    const ids = due.flatMap(({ id, overtaken }) => (overtaken === null ? [id] : []))
    const attempts = await tx.all<Attempt>`update payout_attempts set state = 'sending',
        tries = tries + 1, sent_at = app_now(),
        leased_until = app_now() + make_interval(secs => ${lease_s})
      where id = any(${ids}::uuid[]) returning *`
    // Those behind what was withdrawn are looked at in the next portion.
    if (attempts.length === 0) return due.length > 0 ? [] : null
    await spend(tx, lane, tokens + count - attempts.length)
    const provider = await openIntegration(tx, services, lane)
    const tokensOf = await expectCallbacks(tx, attempts.map(hookOf))
    return attempts.map((attempt, at) => ({ attempt, token: tokensOf[at] as string, provider }))
  })
}

interface Due {
  id: string
  /** What the record says against it that was not so when it was ordered. */
  overtaken: 'elsewhere' | 'held back' | null
}

/**
 * What is to be sent next. An order may wait for hours, behind a lane that was stopped or a
 * provider that is away: it is held against the payee's record once more, at the last moment at
 * which nothing has left the house. A tick is for what was ordered with it, and for no retry of it.
 */
const dueIn = (tx: PlatformTx, lane_id: string, count: number) =>
  tx.all<Due>`with due as materialized (
      select * from payout_attempts where integration_id = ${lane_id}
        and state = 'created' and try_at <= app_now()
      order by try_at, number limit ${count} for update skip locked)
    select d.id, case
        when p.pay_by <> o.method or array[d.account, d.bank_code]
          <> place_on_record(p.pay_by, p.phone, p.account_no, p.bank_code) then 'elsewhere'
        when is_held_back(p.status, p.termination_date, o.last_paid_day)
          and o.ticked is not true then 'held back' end as overtaken
    from due d
    cross join lateral (select q.method, q.payee_id,
        last_paid_day(q.organization_id, q.slip_id) as last_paid_day,
        (select d.slip_id = any (r.leavers) from payout_requests r
          where r.organization_id = d.organization_id and r.id = d.request_id
            and not exists (select from payout_attempts earlier
              where earlier.organization_id = d.organization_id and earlier.request_id = r.id
                and earlier.slip_id = d.slip_id and earlier.number < d.number)) as ticked
      from payouts q
      where q.organization_id = d.organization_id and q.id = d.payout_id) o
    cross join lateral (select * from payees e
      where e.organization_id = d.organization_id and e.id = o.payee_id) p`

const reasons: Record<NonNullable<Due['overtaken']>, string> = {
  elsewhere:
    'The account on record was changed before this was sent. Look at it in "Make Payments".',
  'held back':
    'Suspended, or found to have left, before this was sent. Look at it in "Make Payments".',
}

const withdrawn = ({ id, overtaken }: Due): News[] =>
  overtaken === null
    ? []
    : [
        {
          attempt_id: id,
          event: 'withdraw',
          by: 'withdrawn',
          what: 'Withdrawn',
          text: reasons[overtaken],
          reason: reasons[overtaken],
        },
      ]

export const hookOf = ({ organization_id, id, provider }: Attempt) => ({
  organization_id,
  subject: 'payouts',
  subject_id: id,
  provider,
})

export const instructionOf = (attempt: Attempt, hooks: Instruction['hooks']): Instruction => ({
  ...attempt,
  amount: centsOf(attempt.amount),
  hooks,
})

async function send({ config }: Services, { attempt, token, provider }: Claimed): Promise<News> {
  const instruction = instructionOf(attempt, hooksFor(config.publicUrl, token))
  const answer = await provider
    ?.submit(instruction)
    // A mistake of ours may have come after the first byte.
    .catch((error: Error): Submitted => ({ outcome: 'unknown', reason: error.message }))
  return newsOf(attempt, answer ?? { outcome: 'not_sent', reason: unreachable, slower: false })
}

export const unreachable = 'This provider is no longer set up.'

const events: Record<Submitted['outcome'], AttemptEvent> = {
  accepted: 'accepted',
  refused: 'refused',
  not_sent: 'not_sent',
  unknown: 'unclear',
}

export function newsOf(attempt: Attempt, answer: Submitted): News {
  const base = {
    attempt_id: attempt.id,
    event: events[answer.outcome],
    by: 'answer' as const,
    what: 'Sent',
    tries: attempt.tries,
    data: { ...masked(attempt), answer },
  }
  if (answer.outcome === 'accepted') {
    return { ...base, text: 'The provider has accepted it.', provider_ref: answer.provider_ref }
  }
  const { reason } = answer
  if (answer.outcome === 'refused') {
    const { code, stops_run } = answer
    return { ...base, text: reason, code, reason, stops_run }
  }
  const text =
    answer.outcome === 'not_sent'
      ? `It was not sent: ${reason}`
      : `It is not known whether it arrived: ${reason}`
  return { ...base, text, slower: answer.slower ?? false }
}

/** Found in `sending` after its time: its sender is gone, and nobody knows. */
export const abandoned = (tx: PlatformTx) =>
  tx.all<Attempt>`select * from payout_attempts
    where state = 'sending' and leased_until < app_now() order by id limit 500`
