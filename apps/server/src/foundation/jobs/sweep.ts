import type { FastifyBaseLogger } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { PlatformTx, Transactions } from '../core/db.ts'
import { raw, sql } from '../core/sql.ts'
import type { Poller } from './pollers.ts'
import { schema } from './queues.ts'

const queues = raw(schema)

/** Finds jobs whose worker has gone, at start and by the clock: every job comes to an end. */

export interface Orphan {
  organization_id: string | null
  id: string
  user_id: string
  name: string
  data: object
  result: unknown
}

/** How often the end of a job may itself go wrong; then the job ends without it. */
const mostTries = 3

export function sweepJobs(
  { db, log }: { db: Transactions; log: FastifyBaseLogger },
  boss: PgBoss,
  names: string[],
  giveUp: (orphan: Orphan, reason: string) => Promise<void>,
): Poller {
  const failures = new Map<string, number>()
  return {
    name: 'jobs.sweep',
    every_ms: 5_000,
    looksWhile: () => sql`exists (select from jobs where state in ('queued', 'running'))
      or exists (select from ${queues}.job where name = any (${names})
        and state <= 'active' and start_after <> 'infinity')`,
    async next() {
      await db.inPlatform((tx) => setBack(tx, names))
      await boss.supervise()
      for (const orphan of await db.inPlatform((tx) => orphans(tx, names))) {
        const { id, name, result } = orphan
        const failed = failures.get(id) ?? 0
        try {
          if (failed >= mostTries) await db.inPlatform((tx) => markFailed(tx, id))
          // Its work was committed, and only the message that it was done got lost.
          else if (result !== null) await db.inPlatform((tx) => markDone(tx, id))
          else await giveUp(orphan, interrupted)
          failures.delete(id)
        } catch (error) {
          failures.set(id, failed + 1)
          log.error({ err: error, job: name }, 'a job could not be given up')
        }
      }
      return null
    },
  }
}

const interrupted = 'This was interrupted too often and could not be finished. Please try again.'

const orphans = (tx: PlatformTx, names: string[]) =>
  tx.all<Orphan>`select j.* from jobs j
    where j.state in ('queued', 'running') and j.name = any (${names})
      and not exists (select from ${queues}.job b where b.name = j.name
        and b.data ->> 'job_id' = j.id::text and b.state in ('created', 'retry', 'active'))
    limit 100`

const markDone = (tx: PlatformTx, id: string) =>
  tx.run`update jobs set state = 'done', error = null where id = ${id}`

const markFailed = (tx: PlatformTx, id: string) =>
  tx.run`update jobs set state = 'failed', error = ${interrupted} where id = ${id}`

/**
 * After the database's clock has been put back, earlier times lie in the future: a dead worker
 * would seem alive, and waiting jobs would wait for that time to come again.
 */
async function setBack(tx: PlatformTx, names: string[]) {
  await tx.run`update ${queues}.job
    set heartbeat_on = now(), started_on = least(started_on, now())
    where name = any (${names}) and state = 'active' and heartbeat_on > now() + interval '5 s'`
  await tx.run`update ${queues}.job
    set start_after = now(), created_on = least(created_on, now())
    where name = any (${names}) and state in ('created', 'retry') and start_after <> 'infinity'
      and start_after > now()
      + case state when 'retry' then 2 ^ least(16, retry_count + 1) else 0 end * interval '1 s'
      + interval '5 s'`
  await tx.run`update ${queues}.queue
    set monitor_claim_on = null, monitor_on = null, maintain_on = null
    where greatest(monitor_claim_on, monitor_on, maintain_on) > now() + interval '5 s'`
  await tx.run`update ${queues}.version set cron_on = null, flow_on = null
    where greatest(cron_on, flow_on) > now() + interval '5 s'`
}
