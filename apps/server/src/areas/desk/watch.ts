import type { DeskNumber } from '@mshahara/contract/desk'
import { dayOf } from '../../foundation/core/clock.ts'
import { advisoryLock, type PlatformTx } from '../../foundation/core/db.ts'
import type { Services } from '../../foundation/http/services.ts'
import type { Poller } from '../../foundation/jobs/pollers.ts'
import { notifyOperators } from '../notifications/index.ts'

/** Looks whether there is more that an operator has to see to than there was, and says so. */

type Ask = (tx: PlatformTx, today: string) => Promise<DeskNumber[]>

export const watching =
  (numbers: Ask) =>
  (services: Services): Poller[] => [
    {
      name: 'desk.watch',
      every_ms: 60_000,
      async next() {
        await services.db.inPlatform(async (tx) => {
          // Of two servers, one tells.
          await advisoryLock(tx, 'desk.watch')
          const told = await numbers(tx, dayOf(services.clock.now()))
          for (const number of told.filter(rings)) await compare(tx, number)
        })
        return null
      },
    },
  ]

/** An end that draws near is no news: the desk shows it for two weeks. */
const rings = ({ tone, group }: DeskNumber) => tone === 'act' && group !== 'organizations'

async function compare(tx: PlatformTx, { key, label, count, link }: DeskNumber) {
  const before = await tx.maybe<{ count: number }>`select count from desk_counts where key = ${key}`
  if (count === (before?.count ?? 0)) return
  await tx.run`insert into desk_counts (key, count) values (${key}, ${count})
    on conflict (key) do update set count = excluded.count`
  if (count < (before?.count ?? 0)) return
  const text = count === 1 ? 'There is one.' : `There are ${count} now.`
  await notifyOperators(tx, { key, title: label, text, link })
}
