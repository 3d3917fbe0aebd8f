import type { PgBoss } from 'pg-boss'
import type { Tx } from '../core/db.ts'
import type { JobDefinition } from '../core/job.ts'
import { ctxOf, giveUp, type Working } from './jobs.ts'
import { schema } from './queues.ts'
import type { Round } from './rounds.ts'

/** Finds what no worker holds any more, at start and by the clock: no job is without an end. */

interface Orphan {
  organization_id: string
  id: string
  user_id: string
  name: string
  data: object
  result: unknown
}

/** How often the end of a job may itself go wrong; then the job ends without it. */
const mostTries = 3

export function sweepJobs(house: Working, boss: PgBoss, byName: Map<string, JobDefinition>): Round {
  const { db, log } = house
  const names = [...byName.keys()]
  const failures = new Map<string, number>()
  return {
    name: 'jobs.sweep',
    every_ms: 5_000,
    async next() {
      await db.inPlatform((tx) => setBack(tx, names))
      await boss.supervise()
      for (const orphan of await db.inPlatform((tx) => orphans(tx, names))) {
        const { id, name } = orphan
        const failed = failures.get(id) ?? 0
        try {
          if (failed < mostTries) await end(house, byName.get(name) as JobDefinition, orphan)
          else await db.inPlatform((tx) => markFailed(tx, id))
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

async function end(house: Working, definition: JobDefinition, orphan: Orphan) {
  const { organization_id, user_id, id, data, result } = orphan
  const ctx = ctxOf(house, { organization_id, user_id, actor: 'System' }, id)
  // Its work was committed, and only the word that it is done got lost.
  if (result !== null) await ctx.inOrg((tx) => markDone(tx, id))
  else await giveUp(definition, ctx, data as never, interrupted)
}

const interrupted = 'This was interrupted too often and was given up. Please try again.'

async function orphans(tx: Tx, names: string[]): Promise<Orphan[]> {
  const { rows } = await tx.$client.query<Orphan>(
    `select j.* from jobs j where j.state in ('queued', 'running') and j.name = any ($1)
       and not exists (select from ${schema}.job b where b.name = j.name
         and b.data ->> 'job_id' = j.id::text and b.state in ('created', 'retry', 'active'))
     limit 100`,
    [names],
  )
  return rows
}

const markDone = (tx: Tx, id: string) =>
  tx.$client.query(`update jobs set state = 'done', error = null where id = $1`, [id])

const markFailed = (tx: Tx, id: string) =>
  tx.$client.query(`update jobs set state = 'failed', error = $2 where id = $1`, [id, interrupted])

/**
 * After the database's clock was put back, times of before lie ahead: a dead worker would seem to
 * have been heard of, and waiting jobs would wait for the hour to come again.
 */
async function setBack(tx: Tx, names: string[]) {
  await tx.$client.query(
    `update ${schema}.job set heartbeat_on = now(), started_on = least(started_on, now())
     where name = any ($1) and state = 'active' and heartbeat_on > now() + interval '5 s'`,
    [names],
  )
  await tx.$client.query(
    `update ${schema}.job set start_after = now(), created_on = least(created_on, now())
     where name = any ($1) and state in ('created', 'retry') and start_after > now()
       + case state when 'retry' then 2 ^ least(16, retry_count + 1) else 0 end * interval '1 s'
       + interval '5 s'`,
    [names],
  )
  await tx.$client.query(
    `update ${schema}.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
     where greatest(monitor_claim_on, monitor_on, maintain_on) > now() + interval '5 s'`,
  )
  await tx.$client.query(
    `update ${schema}.version set cron_on = null, flow_on = null
     where greatest(cron_on, flow_on) > now() + interval '5 s'`,
  )
}
