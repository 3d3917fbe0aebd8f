import type { Job } from '@mshahara/contract/settings'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { dayOf } from '../core/clock.ts'
import type { Ctx } from '../core/ctx.ts'
import { asPlatform, type Db, type Transactions, type Tx } from '../core/db.ts'
import { fail, type Refused } from '../core/fail.ts'
import type { EndedCtx, JobActor, JobDefinition, Notify } from '../core/job.ts'
import type { Jobs, Parts } from '../core/parts.ts'
import type { SignedIn } from '../core/signed-in.ts'
import { joined, raw, sql } from '../core/sql.ts'
import { refusalOf } from '../http/constraints.ts'
import { type Lookout, startLookout } from './lookout.ts'
import { type Poller, type RunningPoller, startPolling } from './pollers.ts'
import { schema } from './queues.ts'
import { say } from './sentences.ts'
import { type Orphan, sweepJobs } from './sweep.ts'

/**
 * Background work on pg-boss: enqueued in the business transaction, taken up again after a crash.
 */

interface Envelope {
  acting: JobActor
  data: object
  job_id: string | null
}

/** pg-boss expects the driver's own types, not ours. */
const { types } = pg
const nobody: JobActor = { organization_id: null, user_id: null, actor: 'System' }
/** A worker that has not been heard of for this long is dead, and its job is started again. */
const crashAfter_s = 20
/** However alive its server: what takes longer than this hangs. */
const longest_s = 3600
/** No organisation may have more than this many jobs waiting. */
export const mostWaiting = 50

export interface Queues extends Jobs {
  /** Takes jobs up. */
  work(services: JobParts, more?: Poller[]): Promise<void>
  stop(): Promise<void>
}

/** What jobs are given to work with. */
export type JobParts = Parts & { db: Transactions; notify: Notify }

export async function openJobs(
  db: Db,
  given: (JobDefinition | Poller)[],
  log: FastifyBaseLogger,
): Promise<Queues> {
  const definitions = given.filter((one): one is JobDefinition => 'work' in one)
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  const boss = await openBoss(db, definitions, log)
  const pollers = given.filter((one): one is Poller => 'next' in one)
  const awake = new Map<string, () => void>()
  const walking: RunningPoller[] = []
  let lookout: Lookout | undefined
  const wake = (name: string) => {
    // Nobody waits for the next look at the queue: by then the request has probably committed.
    for (const after_ms of [20, 120]) setTimeout(() => awake.get(name)?.(), after_ms).unref()
  }
  const put = async (tx: Tx, name: string, data: object, job: string | null, rank: number) => {
    if (!byName.has(name)) throw new Error(`There is no job named ${name}.`)
    await tx.run`select enqueue(${name}, ${data}, ${job}, ${rank})`
    wake(name)
  }
  return {
    wake,
    restartable: definitions.filter(({ givenUp }) => !givenUp).map(({ name }) => name),
    send: (tx, name, data) => put(tx, name, data, null, 0),
    async start(tx, name, data, user, total) {
      const { across = false } = byName.get(name) ?? {}
      const insert = (within: Tx) =>
        within.one<{ id: string }>`insert into jobs (organization_id, user_id, name, total, data)
          values (${across ? null : sql`app_org()`}, ${user.id}, ${name}, ${total}, ${data})
          returning id`
      const ahead = across ? 0 : await refuseTooMany(tx, name)
      const { id } = await (across ? asPlatform(tx, insert) : insert(tx))
      // By turns: the second job of one organisation comes after the first of every other.
      await put(tx, name, data, id, -ahead)
      return id
    },
    async work(services, more = []) {
      for (const definition of definitions) {
        awake.set(definition.name, await attend(services, boss, definition))
      }
      const giveUpOrphan = ({ id, name, data, ...orphan }: Orphan, reason: string) => {
        const { organization_id, user_id } = orphan
        const definition = byName.get(name) as JobDefinition
        const acting = { organization_id, user_id, actor: 'System' }
        return giveUp(definition, ctxOf(services, acting, id, definition), data as never, reason)
      }
      const sweep = sweepJobs(services, boss, [...byName.keys()], giveUpOrphan)
      const all = [...pollers, ...more, sweep]
      lookout = startLookout(db.queue, all, awake, log)
      for (const poller of all) {
        const { wake, stop } = startPolling(poller, log, lookout.isQuiet)
        awake.set(poller.name, wake)
        walking.push({ wake, stop })
      }
    },
    async stop() {
      const queues = boss.stop({ graceful: true, timeout: 10_000, close: false })
      await Promise.all([queues, lookout?.stop(), ...walking.map(({ stop }) => stop())])
    },
  }
}

/** Goes on evenly when the system's clock is set: pg-boss sleeps by it. */
const evenly = {
  now: () => Math.round(performance.timeOrigin + performance.now()),
  setTimeout,
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval,
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
}

async function openBoss(db: Db, definitions: JobDefinition[], log: FastifyBaseLogger) {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.queue.query({ text, values, types } as pg.QueryConfig) },
    schema,
    clock: evenly,
    migrate: false,
    // The sweep does it, as often as there is something to watch over.
    supervise: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    flowIntervalSeconds: 600,
    cronWorkerIntervalSeconds: 30,
  })
  boss.on('error', (error) => log.error({ err: error }, 'jobs'))
  await boss.start()
  for (const { name, retries = 3 } of definitions) {
    const options = {
      retryLimit: retries,
      retryBackoff: true,
      heartbeatSeconds: crashAfter_s,
      expireInSeconds: longest_s,
    }
    if (await boss.getQueue(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, options)
  }
  const open = definitions.filter(({ byRequest }) => byRequest).map(({ name }) => name)
  await db.queue.query('delete from jobs_by_request where name <> all ($1)', [open])
  await db.queue.query(
    'insert into jobs_by_request select unnest($1::text[]) on conflict do nothing',
    [open],
  )
  return boss
}

/** Takes jobs of a kind up; answers with a way to make it look at once. */
async function attend(services: JobParts, boss: PgBoss, definition: JobDefinition) {
  const { name, cron, parallel = 2 } = definition
  const workers: string[] = []
  const look = () => {
    for (const worker of workers) boss.notifyWorker(worker)
  }
  const options = {
    // What nobody here was told of, a retry or the job of a server that is gone, the lookout sees.
    pollingIntervalSeconds: 600,
    includeMetadata: true,
    // An organisation that starts twenty at once leaves a place for the others, on each server.
    // Counted here: two who ask the database at the same moment would both find none at work, and
    // a server too busy to say that it is alive would begin its job again beside itself.
    localGroupConcurrency: 1,
  } as const
  for (let place = 0; place < parallel; place += 1) {
    const worker = await boss.work<Envelope>(name, options, async ([job]) => {
      // A long queue is worked off without pauses.
      if (job) await run(services, definition, job.data ?? null, job.retryCount).finally(look)
    })
    workers.push(worker)
  }
  if (cron) await boss.schedule(name, cron, undefined, { tz: 'Africa/Nairobi' })
  return look
}

/** How many of this kind the organisation has under way already. */
async function refuseTooMany(tx: Tx, name: string): Promise<number> {
  const { same, waiting } = await tx.one<{ same: number; waiting: number }>`
    select count(*) filter (where name = ${name}) as same,
      count(*) filter (where state = 'queued') as waiting
    from jobs where state in ('queued', 'running')`
  if (waiting >= mostWaiting) {
    fail(429, say.tooMany({ waiting }))
  }
  return same
}

async function run(
  services: JobParts,
  definition: JobDefinition,
  envelope: Envelope | null,
  retry: number,
) {
  const ctx = ctxOf(services, envelope?.acting ?? nobody, envelope?.job_id ?? null, definition)
  const data = (envelope?.data ?? {}) as never
  if (envelope && (await park(services, definition.name, envelope))) return
  if (ctx.id && !(await markRunning(ctx))) return
  const progress = (done: number, total: number) => note(ctx, { done, total })
  try {
    const result = await definition.work({ ...ctx, retry, progress }, data)
    await note(ctx, { state: 'done', result: JSON.stringify(result ?? null), error: null })
    await notifyEnd(services, definition, ctx, data, true)
  } catch (error) {
    // A refusal is shown as it is: trying again would not change it.
    const refusal = refusalOf(error)
    if (ctx.id && refusal?.status === 422) {
      await giveUp(definition, ctx, data, refusal.message, sentencesOf(refusal))
      await notifyEnd(services, definition, ctx, data, false)
      return
    }
    services.log.error({ err: error, job: definition.name }, 'job failed')
    if (retry >= (definition.retries ?? 3)) {
      await giveUp(definition, ctx, data, unfinished)
      await notifyEnd(services, definition, ctx, data, false)
    } else await note(ctx, { state: 'queued', error: unfinished })
    throw error
  }
}

/** Somebody who asked so lately is still looking, and needs no other news of the end. */
const looking_s = 10

/** Whoever has gone elsewhere finds it under the bell. */
async function notifyEnd(
  { notify }: JobParts,
  { news }: JobDefinition,
  { id, inOrg, now }: EndedCtx,
  data: never,
  done: boolean,
) {
  if (!id || !news) return
  await inOrg(async (tx) => {
    const gone = await tx.maybe<{ user_id: string; organization_id: string | null }>`
      select j.user_id, j.organization_id from jobs j
      where j.id = ${id} and (j.asked_at is null
          or j.asked_at < ${now}::timestamptz - make_interval(secs => ${looking_s}))
        and (j.organization_id is null or exists (select from memberships m
          where m.organization_id = j.organization_id and m.user_id = j.user_id
            and m.status = 'active'))`
    if (!gone) return
    const { user_id, organization_id } = gone
    await notify(tx, organization_id, [user_id], { key: `job ${id}`, ...news(done, data) })
  })
}

/** Work of a deactivated organisation is put back until it is taken back itself. */
const park = ({ db }: JobParts, name: string, envelope: Envelope): Promise<boolean> => {
  const { organization_id } = envelope.acting
  if (!organization_id) return Promise.resolve(false)
  return db.inPlatform(async (tx) => {
    const isOff = await tx.run`select from organizations
      where id = ${organization_id} and status = 'deactivated'`
    if (isOff) await tx.run`select put_in_queue(${name}, ${organization_id}, ${envelope}, 0)`
    return isOff > 0
  })
}

const unfinished = 'This could not be finished. Please try again or contact support.'

export function ctxOf(
  services: JobParts,
  acting: JobActor,
  id: string | null,
  { across = false }: { across?: boolean } = {},
): EndedCtx {
  const { db, clock } = services
  const now = clock.now()
  return {
    ...services,
    id,
    acting,
    now,
    today: dayOf(now),
    inOrg: (work) => db.inOrg(acting, (tx) => (across ? asPlatform(tx, work) : work(tx))),
    beside: (work) => db.besideOrg(acting, (tx) => (across ? asPlatform(tx, work) : work(tx))),
  }
}

async function note({ id, beside }: EndedCtx, columns: Record<string, unknown>) {
  if (!id) return
  const set = Object.entries(columns).map(([name, value]) => sql`${raw(name)} = ${value}`)
  await beside((tx) => tx.run`update jobs set ${joined(set, ', ')} where id = ${id}`)
}

/** A job that has been given up in the meantime stays given up. */
const markRunning = ({ id, inOrg }: EndedCtx): Promise<boolean> =>
  inOrg(async (tx) => {
    const updated = await tx.run`update jobs set state = 'running'
      where id = ${id} and state in ('queued', 'running')`
    return updated === 1
  })

async function giveUp(
  definition: JobDefinition,
  ctx: EndedCtx,
  data: never,
  sentence: string,
  reason = sentence,
) {
  if (!ctx.id) return
  await definition.givenUp?.(ctx, data, reason)
  await note(ctx, { state: 'failed', error: sentence })
}

const sentencesOf = ({ message, errors = {} }: Refused) =>
  [message, ...Object.values(errors).flatMap((list) => list.map(({ en }) => en))]
    .filter((sentence, index, all) => all.indexOf(sentence) === index)
    .slice(0, 4)
    .join(' ')

/** A job of the caller, or 404. That somebody looks on is noted beside the call, which reads. */
export async function jobOf(ctx: Pick<Ctx, 'now' | 'apart'>, tx: Tx, id: string, user: SignedIn) {
  const row = await tx.maybe<Job & { user_id: string; asked_at: string | null }>`
    select * from jobs where id = ${id}`
  const job = row ?? fail(404, say.notFound)
  if (job.user_id !== user.id) fail(403)
  const since_ms = ctx.now.getTime() - Date.parse(job.asked_at ?? '1970-01-01T00:00:00Z')
  if (since_ms > (looking_s / 2) * 1000) {
    await ctx.apart((beside) => beside.run`update jobs set asked_at = ${ctx.now} where id = ${id}`)
  }
  return job
}
