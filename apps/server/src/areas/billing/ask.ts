import type { PushEvent } from '@mshahara/contract/payment-states'
import { sql } from '../../foundation/core/sql.ts'
import type { Services } from '../../foundation/http/services.ts'
import type { Poller } from '../../foundation/jobs/pollers.ts'
import { type Collected, openTill } from '../../foundation/providers/stk.ts'
import { apply } from './apply.ts'
import { type News, type Push, withSaid } from './rows.ts'
import { byClock, isOver } from './schedule.ts'

const unheard =
  'We have no clear answer from M-PESA. Check your M-PESA messages before you pay again: if you ' +
  'were charged, we will find it and it will reach your account here.'

/** Asks M-PESA to confirm what callbacks say, and after prompts of which nothing is heard. */

const portion = 16

export function asker(services: Services): Poller {
  return {
    name: 'billing.ask',
    every_ms: 2_000,
    looksWhile: () => sql`exists (select from payment_pushes where ask_at is not null)
      or exists (select from payment_pushes
        where state in ('created', 'pushing', 'prompted', 'confirming'))`,
    async next() {
      await sweep(services)
      const due = await take(services)
      if (due.length === 0) return null
      return async () => {
        const news = await Promise.all(due.map((push) => ask(services, push)))
        await services.db.inPlatform((tx) => apply(tx, services.jobs, news, services.clock.now()))
      }
    },
  }
}

const silence: Partial<Record<PushEvent, { text: string; reason?: string }>> = {
  overdue: { text: 'Nothing was sent in time.' },
  silent: { text: 'Sent, but never answered: please look at the statement.', reason: unheard },
  too_old: { text: 'M-PESA does not confirm it: please decide.', reason: unheard },
}

const sweep = ({ db, jobs, clock }: Services) =>
  db.inPlatform(async (tx) => {
    const now = clock.now()
    const live = await tx.all<Push>`select * from payment_pushes
      where state in ('created', 'pushing', 'prompted', 'confirming')
        and created_at < app_now() - interval '2 minutes'
      order by created_at limit 500`
    const news = live.flatMap((push): News[] => {
      const event = byClock(push, now)
      const said = event && silence[event]
      return said ? [{ push_id: push.id, event, what: 'Clock', ...said }] : []
    })
    await apply(tx, jobs, news, now)
  })

/** Counted and put off before it is asked: two servers ask once. */
const take = ({ db }: Services): Promise<Push[]> =>
  db.inPlatform(
    (tx) => tx.all<Push>`update payment_pushes set asks = asks + 1,
        ask_at = app_now() + interval '1 minute'
      where id in (select id from payment_pushes
        where ask_at <= app_now() and state in ('prompted', 'confirming')
          and checkout_id is not null
        order by ask_at limit ${portion} for update skip locked)
      returning *`,
  )

async function ask({ config, network, clock }: Services, push: Push): Promise<News> {
  const { till } = config
  const said: Collected = till
    ? await openTill(till, network)
        .query(push.checkout_id ?? '')
        .catch((error: Error) => ({ outcome: 'unknown' as const, reason: error.message }))
    : { outcome: 'unknown', reason: 'M-PESA is not set up.' }
  const base = { push_id: push.id, what: 'Asked' }
  const nothingYet = isOver(push, clock.now()) ? 'overdue' : 'asked_pending'
  switch (said.outcome) {
    case 'paid':
      return { ...base, event: 'asked_paid', text: 'M-PESA says that it was paid.' }
    case 'failed': {
      const event = said.code === cancelledCode ? 'asked_cancelled' : 'asked_failed'
      const { code, reason } = said
      return { ...base, event, text: withSaid(reason, said.said), code, reason }
    }
    case 'pending':
      return { ...base, event: nothingYet, text: 'M-PESA is still processing it.' }
    case 'not_found':
      return { ...base, event: nothingYet, text: 'M-PESA has no record of this prompt.' }
    case 'unknown':
      return { ...base, event: 'asked_pending', text: `No certain answer: ${said.reason}` }
  }
}

/** The payer pressed Cancel on the phone. */
export const cancelledCode = '1032'
