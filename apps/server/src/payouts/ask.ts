import { expectCallbacks, hooksFor } from '../callbacks/index.ts'
import type { PlatformTx } from '../core/db.ts'
import type { House } from '../http/house.ts'
import { openIntegration } from '../integrations/index.ts'
import type { Round } from '../jobs/rounds.ts'
import type { Asked, PayoutProvider } from '../providers/provider.ts'
import { apply } from './apply.ts'
import type { Attempt, News } from './attempt.ts'
import { notSentAgain } from './renew.ts'
import { saidOf } from './said.ts'
import { isTooOld } from './schedule.ts'
import { abandoned, hookOf, instructionOf, unreachable } from './send.ts'
import { tellOfFailures } from './tell.ts'

/** Asks after everything that is not final, until the provider tells or a person has to decide. */

/** Questions at once. */
const portion = 16
/** A retry that the provider does not confirm is dropped after so many questions. */
const mostChecks = 8

export function asker(house: House): Round {
  return {
    name: 'payouts.ask',
    every_ms: 2_000,
    async next() {
      await sweep(house)
      await tellOfFailures(house)
      const due = await take(house)
      if (due.length === 0) return null
      return async () => {
        const news = await Promise.all(due.map((one) => ask(house, one)))
        await house.db.inPlatform((tx) => apply(tx, news, house.clock.now()))
      }
    },
  }
}

/** What time alone tells: senders that are gone, results that did not come, silence for a day. */
async function sweep({ db, clock }: House) {
  const now = clock.now()
  await db.inPlatform(async (tx) => {
    const gone = await abandoned(tx)
    const late = await tx.all<Attempt>`select * from payout_attempts
      where state = 'submitted' and ask_at <= app_now() order by id limit 500`
    const old = await tx.all<Attempt>`select * from payout_attempts
      where state in ('processing', 'unknown') and sent_at < app_now() - interval '24 hours'
      order by id limit 500`
    const given = await tx.all<Attempt>`select * from payout_attempts
      where state = 'failed' and retry_wanted is not null and asks >= ${mostChecks}
      order by id limit 500`
    await apply(
      tx,
      [
        ...gone.map((row) =>
          byClock(row, 'abandoned', 'Its sender is gone; the provider is asked.'),
        ),
        ...late.map((row) => byClock(row, 'overdue', 'No result in time; the provider is asked.')),
        ...old
          .filter((row) => isTooOld(row, now))
          .map((row) => byClock(row, 'too_old', 'No certain answer for a day: please decide.')),
      ],
      now,
    )
    if (given.length > 0) await giveUp(tx, given)
  })
}

async function giveUp(tx: PlatformTx, retries: readonly Attempt[]) {
  await tx.run`update payout_attempts set retry_wanted = null, ask_at = null
    where id = any(${retries.map(({ id }) => id)}::uuid[])`
  const reason = 'The provider did not confirm that it had failed.'
  await notSentAgain(
    tx,
    retries.map((attempt) => ({ attempt, reason })),
  )
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
  token: string
  provider: PayoutProvider | undefined
}

/** Counted and put off before it is asked: two servers ask once. */
function take(house: House): Promise<Question[]> {
  return house.db.inPlatform(async (tx) => {
    const rows = await tx.all<Attempt>`update payout_attempts set asks = asks + 1,
        ask_at = app_now() + interval '1 minute'
      where id in (select id from payout_attempts
        where ask_at <= app_now() and (state in ('processing', 'unknown', 'paid')
          or state = 'failed' and retry_wanted is not null)
        order by ask_at limit ${portion} for update skip locked)
      returning *`
    if (rows.length === 0) return []
    const tokens = await expectCallbacks(tx, rows.map(hookOf))
    const providers = new Map<string, PayoutProvider | undefined>()
    for (const { organization_id, integration_id: id } of rows) {
      if (!providers.has(id)) {
        providers.set(id, await openIntegration(tx, house, { organization_id, id }))
      }
    }
    return rows.map((attempt, at) => ({
      attempt,
      token: tokens[at] as string,
      provider: providers.get(attempt.integration_id),
    }))
  })
}

async function ask({ config, clock }: House, { attempt, token, provider }: Question) {
  const hooks = hooksFor(config.publicUrl, token, 'answer')
  const said = await provider
    ?.query(instructionOf(attempt, hooks))
    .catch((error: Error): Asked => ({ outcome: 'unknown', reason: error.message }))
  const answer = said ?? { outcome: 'unknown' as const, reason: unreachable }
  return saidOf(attempt, answer, { by: 'question', what: 'Asked', now: clock.now() })
}
