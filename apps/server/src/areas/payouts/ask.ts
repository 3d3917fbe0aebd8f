import { nowIn } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Services } from '../../foundation/http/services.ts'
import type { Poller } from '../../foundation/jobs/pollers.ts'
import type { PaymentReport, PayoutProvider } from '../../foundation/providers/provider.ts'
import { expectCallbacks, hooksFor } from '../callbacks/index.ts'
import { openIntegration } from '../integrations/index.ts'
import { apply } from './apply.ts'
import type { Attempt, News } from './attempt.ts'
import { notifyOfFailures } from './notify.ts'
import { saidOf } from './provider-report.ts'
import { abandoned, hookOf, instructionOf, unreachable } from './send.ts'

/** Asks after everything that is not final, until the provider tells or a person has to decide. */

/** Questions at once. */
const portion = 16
/** A reported failure that so many questions do not confirm is for a person to decide. */
const mostChecks = 12

export function asker(services: Services): Poller {
  return {
    name: 'payouts.ask',
    every_ms: 2_000,
    looksWhile: () => sql`exists (select from payout_attempts where ask_at is not null)
      or exists (select from payout_attempts where state = 'sending')
      or exists (select from payout_attempts where state in ('processing', 'unknown'))
      or exists (select from payout_attempts where state in ('failed', 'review') and not told)`,
    async next() {
      await sweep(services)
      await notifyOfFailures(services)
      const due = await take(services)
      if (due.length === 0) return null
      return async () => {
        const news = await Promise.all(due.map((one) => ask(services, one)))
        await services.db.inPlatform((tx) => apply(tx, news))
      }
    },
  }
}

/** What time alone tells: senders that are gone, results that did not come, silence for a day. */
async function sweep({ db }: Services) {
  await db.inPlatform(async (tx) => {
    const gone = await abandoned(tx)
    const late = await tx.all<Attempt>`select * from payout_attempts
      where state = 'submitted' and ask_at <= app_now() order by id limit 500`
    const old = await tx.all<Attempt>`select * from payout_attempts
      where state in ('processing', 'unknown') and sent_at < app_now() - interval '24 hours'
      order by id limit 500`
    const unconfirmed = await tx.all<Attempt>`select * from payout_attempts
      where state = 'failed' and not surely_failed and asks >= ${mostChecks} and ask_at is not null
      order by id limit 500`
    await apply(tx, [
      ...gone.map((row) =>
        byClock(row, 'abandoned', 'Sending was interrupted; the provider is being asked.'),
      ),
      ...late.map((row) =>
        byClock(row, 'overdue', 'No result in time; the provider is being asked.'),
      ),
      ...old.map((row) => byClock(row, 'too_old', 'No certain answer for a day: please decide.')),
      ...unconfirmed.map((row) =>
        byClock(
          row,
          'too_old',
          'It was reported as failed, and the provider does not confirm it: please decide.',
        ),
      ),
    ])
  })
}

const byClock = ({ id }: Attempt, event: News['event'], text: string): News => ({
  attempt_id: id,
  event,
  by: 'clock',
  what: 'Clock',
  text,
})

interface Question {
  attempt: Attempt
  now: Date
  token: string
  provider: PayoutProvider | undefined
}

/** Counted and put off before it is asked: two servers ask once. */
function take(services: Services): Promise<Question[]> {
  return services.db.inPlatform(async (tx) => {
    const rows = await tx.all<Attempt>`update payout_attempts set asks = asks + 1,
        ask_at = app_now() + interval '1 minute'
      where id in (select id from payout_attempts
        where ask_at <= app_now() and state not in ('created', 'sending', 'submitted')
        order by ask_at limit ${portion} for update skip locked)
      returning *`
    if (rows.length === 0) return []
    const tokens = await expectCallbacks(
      tx,
      rows.map((row) => ({ ...hookOf(row), kind: 'answer' })),
    )
    const providers = new Map<string, PayoutProvider | undefined>()
    for (const { organization_id, integration_id: id } of rows) {
      if (!providers.has(id)) {
        providers.set(id, await openIntegration(tx, services, { organization_id, id }))
      }
    }
    const now = await nowIn(tx)
    return rows.map((attempt, at) => ({
      attempt,
      now,
      token: tokens[at] as string,
      provider: providers.get(attempt.integration_id),
    }))
  })
}

async function ask({ config }: Services, { attempt, token, provider, now }: Question) {
  const hooks = hooksFor(config.publicUrl, token, 'answer')
  const said = await provider
    ?.query(instructionOf(attempt, hooks))
    .catch((error: Error): PaymentReport => ({ outcome: 'unknown', reason: error.message }))
  const answer = said ?? { outcome: 'unknown' as const, reason: unreachable }
  return saidOf(attempt, answer, { by: 'question', what: 'Asked', now })
}
