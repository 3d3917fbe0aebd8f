import { advisoryLock, type Transactions, type Tx } from './db.ts'
import { fail, type Message } from './fail.ts'
import type { Parts } from './parts.ts'

/** In whose name a job works. */
export interface JobActor {
  organization_id: string | null
  user_id: string | null
  actor: string
}

/** What is left to a job that was given up. */
export interface EndedCtx extends Parts {
  /** Of the row whose progress a screen follows; null for work that nobody watches. */
  id: string | null
  acting: JobActor
  now: Date
  /** The day in Kenya. */
  today: string
  db: Transactions
  /** A transaction in the organisation and name of whoever asked. */
  inOrg<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same while another of them is open. */
  beside<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** What a job works with: who asked, and a way to say how far it has come. */
export interface JobCtx extends EndedCtx {
  /** How often this was started before: above 0 after a crash or a failure. */
  retry: number
  progress(done: number, total: number): Promise<void>
}

export interface JobNews {
  title: string
  text: string
  link: string
}

/** Tells people of an organisation something, each once for a key; without one, operators. */
export type Notify = (
  tx: Tx,
  organization_id: string | null,
  user_ids: string[],
  news: JobNews & { key: string },
) => Promise<void>

export interface JobDefinition {
  name: string
  work(job: JobCtx, data: never): Promise<unknown>
  /**
   * The job is given up: leave nothing half done, tell whoever is waiting. For started jobs
   * only, and possibly more than once.
   */
  givenUp?(job: EndedCtx, data: never, reason: string): Promise<void>
  /** What whoever started it hears at its end, unless they are looking on. */
  news?(done: boolean, data: never): JobNews
  /** Retries after the first attempt; 0 for what must never be repeated automatically. */
  retries?: number
  /** A request may start it; everything else goes by the clock, or is the platform's. */
  byRequest?: true
  /** The platform operator's: it belongs to no organisation, and works across them. */
  across?: true
  /** Crontab in Kenyan time, for work that nobody asks for. */
  cron?: string
  /** How many of a kind run at once on one server; at most one for each organisation. */
  parallel?: number
}

/**
 * Does the work of a started job once, however often it is started: the result is kept in the
 * transaction of the work. One that has been given up in the meantime is not done after all.
 */
export async function once<Result extends object>(
  job: JobCtx,
  work: (tx: Tx) => Promise<Result>,
  givenUp: Message,
): Promise<Result> {
  return job.inOrg(async (tx) => {
    // A job taken for dead may still be at work: the second waits here, and sees what was done.
    await advisoryLock(tx, `job ${job.id}`)
    const earlier = await resultOf<Result>(tx, job)
    if (earlier) return earlier
    const result = await work(tx)
    const updated = await tx.run`update jobs set result = ${JSON.stringify(result)}
      where id = ${job.id} and state in ('queued', 'running')`
    if (updated === 0) fail(422, givenUp)
    return result
  })
}

/** What an earlier attempt has done already. */
export async function resultOf<Result>(tx: Tx, job: JobCtx): Promise<Result | null> {
  const row = await tx.maybe<{ result: Result }>`select result from jobs where id = ${job.id}`
  return row?.result ?? null
}
