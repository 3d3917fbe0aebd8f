import type { Job } from '@mshahara/contract/settings'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { dayOf } from '../core/clock.ts'
import type { Db, Transactions, Tx } from '../core/db.ts'
import { fail, refusalOf } from '../core/fail.ts'
import type { EndedCtx, JobActor, JobDefinition } from '../core/job.ts'
import type { Jobs, Parts } from '../core/parts.ts'
import type { SignedIn } from '../core/signed-in.ts'
import { joined, raw, sql } from '../core/sql.ts'
import { schema } from './queues.ts'
import { type Round, type RunningRound, walk } from './rounds.ts'
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
  work(house: JobParts, more?: Round[]): Promise<void>
  stop(): Promise<void>
}

/** What jobs are given to work with. */
export type JobParts = Parts & { db: Transactions }

export async function openJobs(
  db: Db,
  given: (JobDefinition | Round)[],
  log: FastifyBaseLogger,
): Promise<Queues> {
  const definitions = given.filter((one): one is JobDefinition => 'work' in one)
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  const boss = await openBoss(db, definitions, log)
  const rounds = given.filter((one): one is Round => 'next' in one)
  const awake = new Map<string, () => void>()
  const walking: RunningRound[] = []
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
    send: (tx, name, data) => put(tx, name, data, null, 0),
    async start(tx, name, data, user, total) {
      const ahead = await refuseTooMany(tx, name)
      const { id } = await tx.one<{ id: string }>`insert into jobs (user_id, name, total, data)
        values (${user.id}, ${name}, ${total}, ${data}) returning id`
      // By turns: the second job of one organisation comes after the first of every other.
      await put(tx, name, data, id, -ahead)
      return id
    },
    async work(house, more = []) {
      for (const definition of definitions) {
        awake.set(definition.name, await attend(house, boss, definition))
      }
      const giveUpOrphan = ({ id, name, data, ...orphan }: Orphan, reason: string) => {
        const { organization_id, user_id } = orphan
        const ctx = ctxOf(house, { organization_id, user_id, actor: 'System' }, id)
        return giveUp(byName.get(name) as JobDefinition, ctx, data as never, reason)
      }
      const sweep = sweepJobs(house, boss, [...byName.keys()], giveUpOrphan)
      for (const round of [...rounds, ...more, sweep]) {
        const { wake, stop } = walk(round, log)
        awake.set(round.name, wake)
        walking.push({ wake, stop })
      }
    },
    async stop() {
      const queues = boss.stop({ graceful: true, timeout: 10_000, close: false })
      await Promise.all([queues, ...walking.map(({ stop }) => stop())])
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

/** Two who asked for work at once would both find no job of an organisation under way. */
function oneAsksAtATime(db: Db) {
  let asking: Promise<unknown> = Promise.resolve()
  return (text: string, values?: unknown[]) => {
    const query = () => db.queue.query({ text, values, types } as pg.QueryConfig)
    if (!text.includes('SKIP LOCKED')) return query()
    const answer = asking.then(query, query)
    asking = answer
    return answer
  }
}

async function openBoss(db: Db, definitions: JobDefinition[], log: FastifyBaseLogger) {
  const boss = new PgBoss({
    db: { executeSql: oneAsksAtATime(db) },
    schema,
    clock: evenly,
    migrate: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    queueCacheIntervalSeconds: 5,
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
async function attend(house: JobParts, boss: PgBoss, definition: JobDefinition) {
  const { name, cron, parallel = 2 } = definition
  const underWay = new Map<string, Promise<void>>()
  const workers: string[] = []
  const look = () => {
    for (const worker of workers) boss.notifyWorker(worker)
  }
  const options = {
    // For what nobody here was told of: a retry, or the job of a server that is gone.
    pollingIntervalSeconds: 2,
    includeMetadata: true,
    // An organisation that starts twenty at once leaves a place for the others.
    groupConcurrency: 1,
  } as const
  for (let place = 0; place < parallel; place += 1) {
    const worker = await boss.work<Envelope>(name, options, async ([job]) => {
      if (!job) return
      const work = () => run(house, definition, job.data ?? null, job.retryCount)
      // A long queue is worked off without pauses.
      await onceAtATime(underWay, job.id, work).finally(look)
    })
    workers.push(worker)
  }
  if (cron) await boss.schedule(name, cron, undefined, { tz: 'Africa/Nairobi' })
  return look
}

/**
 * A server too busy to say that it is alive is handed a job that it is still at: beside itself it
 * would take twice the time and the memory. Whoever comes second shares the end of the first.
 */
function onceAtATime(underWay: Map<string, Promise<void>>, id: string, work: () => Promise<void>) {
  const same = underWay.get(id)
  if (same) return same
  const working = work().finally(() => underWay.delete(id))
  underWay.set(id, working)
  return working
}

/** How many of this kind the organisation has under way already. */
async function refuseTooMany(tx: Tx, name: string): Promise<number> {
  const { same, waiting } = await tx.one<{ same: number; waiting: number }>`
    select count(*) filter (where name = ${name}) as same,
      count(*) filter (where state = 'queued') as waiting
    from jobs where state in ('queued', 'running')`
  if (waiting >= mostWaiting) {
    fail(
      429,
      `Your organization has ${waiting} tasks waiting already. ` +
        'Please try again when some of them have finished.',
    )
  }
  return same
}

async function run(
  house: JobParts,
  definition: JobDefinition,
  envelope: Envelope | null,
  retry: number,
) {
  const ctx = ctxOf(house, envelope?.acting ?? nobody, envelope?.job_id ?? null)
  const data = (envelope?.data ?? {}) as never
  if (ctx.id && !(await markRunning(ctx))) return
  const progress = (done: number, total: number) => note(ctx, { done, total })
  try {
    const result = await definition.work({ ...ctx, retry, progress }, data)
    await note(ctx, { state: 'done', result: JSON.stringify(result ?? null), error: null })
  } catch (error) {
    // A refusal is shown as it is: trying again would not change it.
    const refusal = refusalOf(error)
    if (ctx.id && refusal?.status === 422) {
      await giveUp(definition, ctx, data, refusal.message, sentencesOf(refusal))
      return
    }
    house.log.error({ err: error, job: definition.name }, 'job failed')
    if (retry >= (definition.retries ?? 3)) await giveUp(definition, ctx, data, unfinished)
    else await note(ctx, { state: 'queued', error: unfinished })
    throw error
  }
}

const unfinished = 'This could not be finished. Please try again or contact support.'

export function ctxOf(house: JobParts, acting: JobActor, id: string | null): EndedCtx {
  const { db, clock } = house
  const now = clock.now()
  return {
    ...house,
    id,
    acting,
    now,
    today: dayOf(now),
    inOrg: (work) => db.inOrg(acting, work),
    beside: (work) => db.besideOrg(acting, work),
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

const sentencesOf = ({ message, errors }: { message: string; errors?: object | undefined }) =>
  [message, ...Object.values(errors ?? {}).flat()]
    .filter((sentence, index, all) => all.indexOf(sentence) === index)
    .slice(0, 4)
    .join(' ')

/** A job of the caller, or 404. */
export async function jobOf(tx: Tx, id: string, user: SignedIn) {
  const row = await tx.maybe<Job & { user_id: string }>`select * from jobs where id = ${id}`
  const job = row ?? fail(404, 'This job was not found.')
  if (job.user_id !== user.id) fail(403)
  return job
}
