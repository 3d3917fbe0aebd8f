import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Db, Tx } from './db.ts'
import { fail, refusalOf } from './fail.ts'
import type { SignedIn } from './session.ts'

/**
 * Background work on pg-boss: enqueued in the business transaction, taken up again after a crash.
 */

export interface Acting {
  organization_id: string | null
  user_id: string | null
  actor: string
}

/** What a job works with: who asked, and a way to say how far it has come. */
export interface JobCtx {
  /** Of the row whose progress a screen follows; null for work that nobody watches. */
  id: string | null
  acting: Acting
  /** A transaction in the organisation and name of whoever asked. */
  inOrg<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** How often this was begun before: above 0 after a crash or a failure. */
  retry: number
  progress(done: number, total: number): Promise<void>
}

export interface JobDefinition {
  name: string
  work(ctx: JobCtx, data: never): Promise<unknown>
  /** Tries after the first; 0 for what must never be done twice by itself. */
  retries?: number
  /** Crontab in Kenyan time, for work that nobody asks for. */
  cron?: string
  /** How many of a kind run at once in one server. */
  parallel?: number
}

interface Envelope {
  acting: Acting
  data: object
  job_id: string | null
}

const schema = 'pgboss'
/** pg-boss expects the driver's own types, not ours. */
const { types } = pg
const nobody: Acting = { organization_id: null, user_id: null, actor: 'System' }
/** Nobody's work, such as handing a letter over, sees no organisation at all. */
const ownWork = `coalesce(data -> 'acting' ->> 'organization_id', bound_org()::text)
  is not distinct from bound_org()::text
  and coalesce(data -> 'acting' ->> 'user_id', bound_user()::text)
  is not distinct from bound_user()::text`
/** A worker that has not been heard of for this long is dead, and its job is begun anew. */
const crashAfter_s = 20

export interface Jobs {
  send(tx: Tx, name: string, data: object, user: SignedIn | undefined): Promise<void>
  /** Enqueues work whose progress a screen follows with GET job/{id}. */
  start(tx: Tx, name: string, data: object, user: SignedIn, total: number): Promise<string>
  work(): Promise<void>
  stop(): Promise<void>
}

/** The queues' schema is made by the owner; the application's role only uses it. */
export async function prepareQueues(client: pg.Client, url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema, supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ graceful: false, close: true })
  // A backup of before the binding is brought up step by step.
  const { rows } = await client.query(`select to_regproc('bound_org') is not null as binds`)
  if (rows[0].binds) await client.query(rights)
}

/**
 * A request may only add work, and only in its own name: what a job does is done for whoever its
 * envelope says. Everything else about the queues is the platform's.
 */
const rights = `
  revoke all on all tables in schema ${schema} from mshahara_app;
  grant usage on schema ${schema} to mshahara_app, mshahara_platform;
  grant all on all tables in schema ${schema} to mshahara_platform;
  grant all on all sequences in schema ${schema} to mshahara_platform;
  grant execute on all functions in schema ${schema} to mshahara_app, mshahara_platform;
  grant select on ${schema}.queue to mshahara_app;
  do $$ declare t regclass; begin
    foreach t in array array['${schema}.job', '${schema}.job_common']::regclass[] loop
      execute format('grant select, insert on %s to mshahara_app', t);
      execute format('alter table %s enable row level security', t);
      execute format('drop policy if exists whole_platform on %s', t);
      execute format('create policy whole_platform on %s to mshahara_platform
        using (true) with check (true)', t);
      execute format('drop policy if exists own_work on %s', t);
      execute format($p$create policy own_work on %s to mshahara_app
        using (${ownWork}) with check (${ownWork})$p$, t);
    end loop;
  end $$`

export async function openJobs(
  db: Db,
  definitions: JobDefinition[],
  log: FastifyBaseLogger,
): Promise<Jobs> {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.queue.query({ text, values, types } as pg.QueryConfig) },
    schema,
    migrate: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    queueCacheIntervalSeconds: 5,
  })
  boss.on('error', (error) => log.error({ err: error }, 'jobs'))
  await boss.start()
  for (const { name, retries = 3 } of definitions) {
    const options = { retryLimit: retries, retryBackoff: true, heartbeatSeconds: crashAfter_s }
    if (await boss.getQueue(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, options)
  }
  const workers = new Map<string, string>()
  const put = async (tx: Tx, name: string, envelope: Envelope) => {
    if (!byName.has(name)) throw new Error(`There is no job named ${name}.`)
    await boss.send(name, envelope, {
      db: {
        executeSql: (text, values) => tx.$client.query({ text, values, types } as pg.QueryConfig),
      },
    })
    wake(boss, workers.get(name))
  }
  return {
    send: (tx, name, data, user) => put(tx, name, { acting: actingFor(user), data, job_id: null }),
    async start(tx, name, data, user, total) {
      const { rows } = await tx.$client.query<{ id: string }>(
        'insert into jobs (user_id, name, total) values ($1, $2, $3) returning id',
        [user.id, name, total],
      )
      const { id } = rows[0] as { id: string }
      await put(tx, name, { acting: actingFor(user), data, job_id: id })
      return id
    },
    async work() {
      for (const definition of definitions) {
        const { name, cron, parallel = 1 } = definition
        const worker = await boss.work<Envelope>(
          name,
          {
            pollingIntervalSeconds: 0.5,
            // A long queue, such as a month's payslips by e-mail, is worked off without pauses.
            burstWhenReadyExceeds: 5,
            includeMetadata: true,
            localConcurrency: parallel,
          },
          async (jobs) => {
            for (const job of jobs) {
              await run(db, definition, job.data ?? null, job.retryCount, log)
            }
          },
        )
        workers.set(name, worker)
        if (cron) await boss.schedule(name, cron, undefined, { tz: 'Africa/Nairobi' })
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000, close: false }),
  }
}

/** Nobody waits for the next look at the queue: by then the request has probably committed. */
function wake(boss: PgBoss, worker: string | undefined) {
  if (!worker) return
  for (const after_ms of [20, 120]) setTimeout(() => boss.notifyWorker(worker), after_ms).unref()
}

const actingFor = (user: SignedIn | undefined): Acting =>
  user ? { organization_id: user.organization_id, user_id: user.id, actor: user.name } : nobody

async function run(
  db: Db,
  definition: JobDefinition,
  envelope: Envelope | null,
  retry: number,
  log: FastifyBaseLogger,
) {
  const acting = envelope?.acting ?? nobody
  const job_id = envelope?.job_id ?? null
  const inOrg = <T>(work: (tx: Tx) => Promise<T>) => db.inOrg(acting, work)
  const note = async (columns: Record<string, unknown>) => {
    if (!job_id) return
    const names = Object.keys(columns)
    const set = names.map((name, index) => `${name} = $${index + 2}`).join(', ')
    await inOrg((tx) =>
      tx.$client.query(`update jobs set ${set} where id = $1`, [job_id, ...Object.values(columns)]),
    )
  }
  await note({ state: 'running' })
  try {
    const result = await definition.work(
      { id: job_id, acting, inOrg, retry, progress: (done, total) => note({ done, total }) },
      (envelope?.data ?? {}) as never,
    )
    await note({ state: 'done', result: JSON.stringify(result ?? null), error: null })
  } catch (error) {
    // A refusal is told as it is, and stays one however often it is tried.
    const refusal = refusalOf(error)
    if (job_id && refusal?.status === 422) {
      return note({ state: 'failed', error: refusal.message })
    }
    log.error({ err: error, job: definition.name }, 'job failed')
    const last = retry >= (definition.retries ?? 3)
    await note({
      state: last ? 'failed' : 'queued',
      error: 'This could not be finished. Please try again or contact support.',
    })
    throw error
  }
}

/** A job of the caller, or 404. */
export async function jobOf(tx: Tx, id: string, user: SignedIn) {
  const { rows } = await tx.$client.query('select * from jobs where id = $1', [id])
  const job = rows[0] ?? fail(404, 'This job was not found.')
  if (job.user_id !== user.id) fail(403)
  return job
}
