import { formatShillings } from '@mshahara/engine/money'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Services } from '../../foundation/http/services.ts'
import type { Poller } from '../../foundation/jobs/pollers.ts'
import { isPassing } from '../../foundation/jobs/until-stored.ts'
import { parseCollection } from '../../foundation/providers/stk.ts'
import { type CallbackEvent, eventsFor, eventsWait, noteApplied } from '../callbacks/index.ts'
import { apply } from './apply.ts'
import { cancelledCode } from './ask.ts'
import { isReference } from './money.ts'
import { type News, type Push, withSaid } from './rows.ts'

/** What callbacks mean: each is applied once, in whatever order they came. */

export function listener(services: Services): Poller {
  const one = () => services.db.inPlatform((tx) => understand(tx, services))
  return {
    name: 'billing.callbacks',
    every_ms: 2_000,
    looksWhile: () => eventsWait('billing'),
    async next() {
      // One that cannot be applied is set aside for a person, and holds up no other.
      const heard = await one().catch((error) => {
        if (isPassing(error)) throw error
        services.log.error({ err: error, alarm: true }, 'a callback could not be applied')
        return services.db.inPlatform((tx) => setAside(tx))
      })
      if (!heard) return null
      // What it says is confirmed at once.
      services.jobs.wake('billing.ask')
      return async () => {}
    },
  }
}

async function understand(tx: PlatformTx, { jobs, clock }: Services): Promise<boolean> {
  const [event] = await eventsFor(tx, 'billing', 1)
  if (!event) return false
  const push = await tx.maybe<Push>`select * from payment_pushes where id = ${event.subject_id}`
  const news = push && (await meaning(tx, event, push))
  if (news) await apply(tx, jobs, [news], clock.now())
  await noteApplied(tx, [event], [news ? news.event : 'no such payment'])
  return true
}

async function setAside(tx: PlatformTx): Promise<boolean> {
  const [event] = await eventsFor(tx, 'billing', 1)
  if (!event) return false
  await noteApplied(tx, [event], ['not understood'])
  await tx.run`update payment_pushes set alarm = 'A callback could not be applied.'
    where id = ${event.subject_id}`
  return true
}

async function meaning(tx: PlatformTx, event: CallbackEvent, push: Push): Promise<News> {
  const base = { push_id: push.id, what: 'Callback' }
  const heard = parseCollection(event.body)
  if (!heard) return { ...base, event: 'unclear', text: 'A callback that could not be understood.' }
  const { checkout_id, said } = heard
  if (push.checkout_id !== null && push.checkout_id !== checkout_id) {
    return { ...base, event: 'forged', text: 'A callback with the ids of another prompt.' }
  }
  if (said.outcome === 'failed') {
    const { code, reason } = said
    const text = withSaid(reason, said.said)
    const told = code === cancelledCode ? 'told_cancelled' : 'told_failed'
    return { ...base, event: told, text, code, reason, checkout_id }
  }
  if (said.outcome !== 'paid') {
    return { ...base, event: 'unclear', text: 'A callback without a receipt.' }
  }
  const { receipt, amount } = said
  const paid = { ...base, receipt, checkout_id, paid: amount }
  // Not what a person has said of another prompt: that may be wrong, and is looked at in `apply`.
  const elsewhere = await tx.run`select from payment_pushes p
    where ${isReference('receipt', receipt)} and id <> ${push.id}
      and (order_id <> ${push.order_id} or ${push.receipt}::text is null)
      and not exists (select from payment_receipts r where r.organization_id = p.organization_id
        and r.push_id = p.id and r.by_name is not null)`
  if (elsewhere) {
    return { ...base, event: 'forged', text: `Receipt ${receipt} belongs to another payment.` }
  }
  if (amount !== null && amount !== centsOf(push.amount)) {
    const text = `M-PESA reports Ksh ${formatShillings(amount)}, not ${formatShillings(centsOf(push.amount))}.`
    return { ...paid, event: 'told_other', text }
  }
  return { ...paid, event: 'told_paid', text: `Paid, receipt ${receipt}.` }
}
