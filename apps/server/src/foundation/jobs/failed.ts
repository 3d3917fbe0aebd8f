import type { PlatformTx } from '../core/db.ts'
import { containing, raw, type Slice, type Sql, sql } from '../core/sql.ts'
import type { Reading } from '../http/reading.ts'
import { schema } from './queues.ts'

/** What was given up, for the operator: work that somebody started, and work behind the scenes. */

const queues = raw(schema)

const failed = sql`(
  select j.id, j.name, j.organization_id, j.error, j.created_at, true as started,
    concat_ws(' ', u.first_name, u.last_name) as person
  from jobs j join users u on u.id = j.user_id where j.state = 'failed' and not j.set_aside
  union all
  select b.id, b.name, (b.data -> 'acting' ->> 'organization_id')::uuid,
    left(b.output ->> 'message', 300), b.created_on, false,
    nullif(b.data -> 'acting' ->> 'actor', 'System')
  from ${queues}.job b where b.state = 'failed' and b.data ->> 'job_id' is null)`

interface FailedJob {
  id: string
  name: string
  organization: { id: string; name: string } | null
  person: string | null
  error: string | null
  created_at: string
  again: boolean
}

const matching = (search: string | undefined): Sql =>
  containing(sql`concat_ws(' ', f.name, f.person, f.error, o.name)`, search)

export async function failedJobs(tx: PlatformTx, restartable: readonly string[], slice: Slice) {
  const where = matching(slice.search)
  const from = sql`${failed} f left join organizations o on o.id = f.organization_id`
  const { total } = await tx.one<{ total: number }>`
    select count(*) as total from ${from} where ${where}`
  const rows = await tx.all<FailedJob>`select f.id, f.name, f.person, f.error, f.created_at,
      case when o.id is not null then jsonb_build_object('id', o.id, 'name', o.name) end
        as organization,
      not f.started or f.name = any (${restartable}) as again
    from ${from} where ${where}
    order by f.created_at desc, f.id offset ${slice.offset ?? 0} limit ${slice.limit ?? 100}`
  return { rows, total }
}

export const countFailed = async (tx: PlatformTx): Promise<number> =>
  (await tx.one<{ count: number }>`select count(*) as count from ${failed} f`).count

/** How many jobs there are in each state, and how long the oldest of each queue has been due. */
export async function readings(tx: PlatformTx): Promise<Reading[]> {
  const states = await tx.all<{ state: string; count: number }>`
    select s.state::text, count(j.id) as count
    from unnest(enum_range(null::${queues}.job_state)) s (state)
    left join ${queues}.job j on j.state = s.state group by 1`
  const due = await tx.all<{ queue: string; seconds: number }>`
    select name as queue, extract(epoch from now() - min(start_after))::float8 as seconds
    from ${queues}.job where state in ('created', 'retry') and start_after <= now() group by 1`
  return [
    ...states.map(({ state, count }) => ({
      name: 'jobs',
      help: 'Background jobs, by state.',
      labels: { state },
      value: count,
    })),
    ...due.map(({ queue, seconds }) => ({
      name: 'queue_oldest_seconds',
      help: 'How long the oldest job of a queue has been due.',
      labels: { queue },
      value: seconds,
    })),
  ]
}

/** Which of the two it is; 404 where it is neither. */
export const failedJob = (tx: PlatformTx, id: string) =>
  tx.one<{ name: string; started: boolean }>`select f.name, f.started from ${failed} f
    where f.id = ${id}`

export async function restart(tx: PlatformTx, id: string, started: boolean) {
  if (started) await tx.run`select restart_job(${id})`
  else {
    await tx.run`update ${queues}.job set state = 'retry', retry_limit = retry_limit + 1,
      completed_on = null, start_after = now() where id = ${id} and state = 'failed'`
  }
}

export async function setAside(tx: PlatformTx, id: string, started: boolean) {
  if (started) await tx.run`update jobs set set_aside = true where id = ${id}`
  else await tx.run`delete from ${queues}.job where id = ${id} and state = 'failed'`
}
