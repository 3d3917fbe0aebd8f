import { setTimeout as pause } from 'node:timers/promises'
import { nowIn, type PlatformTx } from '../../foundation/core/db.ts'
import type { Services } from '../../foundation/http/services.ts'
import type { Poller } from '../../foundation/jobs/pollers.ts'
import { isPassing } from '../../foundation/jobs/until-stored.ts'
import type { ParsedCallback } from '../../foundation/providers/provider.ts'
import { kindNamed } from '../../foundation/providers/registry.ts'
import { type CallbackEvent, eventsFor, eventsWait, noteApplied } from '../callbacks/index.ts'
import { noteBalance } from '../integrations/index.ts'
import { apply } from './apply.ts'
import type { Attempt, News } from './attempt.ts'
import { maskedBody } from './masked.ts'
import { isAnother, saidOf } from './provider-report.ts'

/** What callbacks mean: each is applied once, in whatever order they came. */

const portion = 500
const patience_ms = 40

export function callbackPoller(services: Services): Poller {
  const round = async (most: number) =>
    services.db.inPlatform(async (tx) => {
      const events = await eventsFor(tx, 'payouts', most)
      await understand(tx, events)
      return events.length
    })
  return {
    name: 'payouts.callbacks',
    every_ms: 2_000,
    looksWhile: () => eventsWait('payouts'),
    async next() {
      // They come in crowds: a moment later there is more to apply at once.
      await pause(patience_ms)
      const count = await round(portion).catch(async (error) => {
        services.log.error({ err: error }, 'callbacks could not be applied together')
        return oneByOne(services, round)
      })
      if (count === 0) return null
      // A first result may be what the others wait for; what was only reported is asked about.
      services.jobs.wake('payouts.send')
      services.jobs.wake('payouts.ask')
      return async () => {}
    },
  }
}

/** One that cannot be applied is set aside for a person, and holds up no other. */
async function oneByOne(services: Services, round: (most: number) => Promise<number>) {
  try {
    return await round(1)
  } catch (error) {
    // Nothing is wrong with it: the database is away.
    if (isPassing(error)) throw error
    services.log.error({ err: error, alarm: true }, 'a callback could not be applied')
    return services.db.inPlatform(async (tx) => {
      const [event] = await eventsFor(tx, 'payouts', 1)
      if (!event) return 0
      await noteApplied(tx, [event], ['not understood'])
      await tx.run`update payout_attempts set alarm = 'A callback could not be applied.'
        where id = ${event.subject_id}`
      return 1
    })
  }
}

async function understand(tx: PlatformTx, events: CallbackEvent[]) {
  if (events.length === 0) return
  const now = await nowIn(tx)
  const heard = events.map((event) => ({
    event,
    heard: kindNamed(event.provider).parseCallback(event.kind, event.body),
  }))
  const attempts = await attemptsOf(tx, heard)
  const news: News[] = []
  const about = heard.map(attempts)
  const outcomes = heard.map((one, at) => {
    const attempt = about[at]
    const said = attempt ? meaning(one.event, one.heard, attempt, now) : null
    if (said) news.push(said)
    return said ? said.event : 'no such payment'
  })
  await apply(tx, news)
  await noteApplied(tx, events, outcomes)
  await noteBalances(tx, about, events)
}

interface Understood {
  event: CallbackEvent
  heard: ParsedCallback | null
}

/** By the address it came to; where a bank has one address for all, by the key that it names. */
async function attemptsOf(tx: PlatformTx, list: Understood[]) {
  const ids = list.map(({ event }) => event.subject_id)
  const own = await tx.all<Attempt>`select * from payout_attempts where id = any(${ids}::uuid[])`
  const byId = new Map(own.map((row) => [row.id, row]))
  const named = list.filter(({ event, heard }) => heard?.key && !byId.has(event.subject_id))
  const keyed = named.length
    ? await tx.all<Attempt>`select a.* from payout_attempts a
        join unnest(${named.map(({ event }) => event.provider)}::text[],
          ${named.map(({ heard }) => heard?.key)}::text[]) as n (provider, key)
        on a.provider = n.provider and a.key = n.key`
    : []
  const byKey = new Map(
    keyed.map((row) => [`${row.organization_id} ${row.provider} ${row.key}`, row]),
  )
  return ({ event, heard }: Understood) =>
    byId.get(event.subject_id) ??
    byKey.get(`${event.organization_id} ${event.provider} ${heard?.key}`)
}

function meaning(
  event: CallbackEvent,
  heard: ParsedCallback | null,
  attempt: Attempt,
  now: Date,
): News {
  const data = maskedBody(event.body)
  const base = { attempt_id: attempt.id, by: 'result' as const, what: 'Callback', data }
  if (!heard) return { ...base, event: 'silent', text: 'A callback that could not be understood.' }
  if (event.kind === 'timeout') {
    return { ...base, event: 'queue_timeout', text: "The provider's queue timed out." }
  }
  // The answer to a question has ids of its own; what it says is about the payment we asked for.
  if (isAnother(attempt, event.kind === 'answer' ? { ...heard, provider_ref: null } : heard)) {
    return { ...base, event: 'mismatch', text: 'A callback with the ids of another payment.' }
  }
  // Where a bank has one address for all its payments, whoever has seen it once can write to it.
  const hint = event.subject_id !== attempt.id
  const by = event.kind === 'answer' && !hint ? 'question' : 'result'
  const news = saidOf(attempt, heard.said, { by, hint, what: 'Callback', now, data })
  return { ...news, provider_ref: by === 'result' && !hint ? heard.provider_ref : null }
}

/** Results of M-PESA say what is left in the account. */
async function noteBalances(
  tx: PlatformTx,
  heard: readonly (Attempt | undefined)[],
  events: CallbackEvent[],
) {
  const last = new Map<string, number>()
  events.forEach(({ provider, body }, at) => {
    const balance = kindNamed(provider).parseBalance(body)
    const paidFrom = heard[at]?.integration_id
    if (balance !== null && paidFrom) last.set(paidFrom, balance)
  })
  for (const [integration_id, balance] of last) await noteBalance(tx, integration_id, balance)
}
