import { mpesaAccount } from '@mshahara/contract/mpesa-phone'
import type { PushEvent } from '@mshahara/contract/payment-states'
import { centsOf } from '../../foundation/core/org-table.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Services } from '../../foundation/http/services.ts'
import type { Poller } from '../../foundation/jobs/pollers.ts'
import { untilStored } from '../../foundation/jobs/until-stored.ts'
import { daraja } from '../../foundation/providers/daraja.ts'
import { openTill, type Prompted } from '../../foundation/providers/stk.ts'
import { expectCallbacks, hooksFor } from '../callbacks/index.ts'
import { apply } from './apply.ts'
import { type News, type Push, referenceOf, withSaid } from './rows.ts'

/**
 * Has phones ask for PINs. `pushing` and the callback's token are committed before the first byte
 * leaves: a prompt has no key of ours, so one that may have been sent is never sent again.
 */

const portion = 8

export function sender(services: Services): Poller {
  return {
    name: 'billing.push',
    every_ms: 1_000,
    looksWhile: () => sql`exists (select from payment_pushes where state = 'created')`,
    parallel: 2,
    async next() {
      const claimed = await claim(services)
      if (claimed.length === 0) return null
      return async () => {
        await Promise.all(claimed.map((one) => sendAndKeep(services, one)))
        services.jobs.wake('billing.ask')
      }
    },
  }
}

/** M-PESA says it once: each answer is stored as it comes, and when the database is back. */
async function sendAndKeep(services: Services, claimed: Claimed) {
  const { db, jobs, clock } = services
  const news = await send(services, claimed)
  await untilStored(() => db.inPlatform((tx) => apply(tx, jobs, [news], clock.now())))
}

interface Claimed {
  push: Push
  reference: string
  token: string
  /** Its owner has said stop since it was ordered. */
  stopped: boolean
}

const claim = ({ db }: Services): Promise<Claimed[]> =>
  db.inPlatform(async (tx) => {
    const pushes = await tx.all<
      Push & { order_number: number; stopped: boolean }
    >`update payment_pushes p
      set state = 'pushing', tries = tries + 1, sent_at = app_now()
      from payment_orders o
      where o.id = p.order_id and p.id in (select id from payment_pushes
        where state = 'created' and try_at <= app_now()
        order by try_at limit ${portion} for update skip locked)
      returning p.*, o.number as order_number, number_stopped(p.phone) as stopped`
    if (pushes.length === 0) return []
    const tokens = await expectCallbacks(
      tx,
      pushes.map(({ organization_id, id }) => ({
        organization_id,
        subject: 'billing',
        subject_id: id,
        provider: daraja.name,
      })),
    )
    return pushes.map((push, at) => ({
      push,
      reference: referenceOf({ number: push.order_number }),
      token: tokens[at] as string,
      stopped: push.stopped,
    }))
  })

async function send({ config, network }: Services, { push, reference, token, stopped }: Claimed) {
  if (stopped) return newsOf(push, unwanted)
  const { till } = config
  const answer: Prompted = till
    ? await openTill(till, network)
        .push({
          amount: centsOf(push.amount) / 100,
          phone: mpesaAccount(push.phone),
          hook: hooksFor(config.publicUrl, token).result,
          reference,
          description: 'Subscription',
        })
        // A mistake of ours may have come after the first byte.
        .catch((error: Error) => ({ outcome: 'unknown' as const, reason: error.message }))
    : { outcome: 'not_sent', reason: 'M-PESA is not set up.', slower: false }
  return newsOf(push, answer)
}

const unwanted: Prompted = {
  outcome: 'refused',
  code: 'stopped',
  reason: 'The owner of this number has asked us not to send it prompts.',
  stops_run: false,
}

const events: Record<Prompted['outcome'], PushEvent> = {
  prompted: 'accepted',
  refused: 'refused',
  not_sent: 'not_sent',
  unknown: 'unclear',
}

function newsOf({ id, phone, tries }: Push, answer: Prompted): News {
  const base = { push_id: id, event: events[answer.outcome], what: 'Sent', tries }
  if (answer.outcome === 'prompted') {
    const text = `M-PESA has sent the prompt to ${phone}.`
    return { ...base, text, checkout_id: answer.checkout_id }
  }
  if (answer.outcome !== 'refused') return { ...base, text: answer.reason }
  const { code, reason, said, stops_run } = answer
  // The payer can do nothing about our own credentials.
  return stops_run
    ? { ...base, text: reason, code, reason: ourFault, alarm: reason }
    : { ...base, text: withSaid(reason, said), code, reason }
}

const ourFault = 'Payments by M-PESA do not work just now. Please try again later, or contact us.'
