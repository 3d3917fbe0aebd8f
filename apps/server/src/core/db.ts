import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { type Logins, refuseWrongLogin } from '../database/logins.ts'
import type { Clock } from './clock.ts'
import { drizzle, type NodePgDatabase } from './drizzle.ts'
import { NamingClient } from './errors-told.ts'
import { type Listening, listen } from './listen.ts'
import { type Queries, queriesOn } from './sql.ts'

/**
 * A handle inside a transaction. There is no other kind: nothing is read or written outside one.
 */
export type Tx = NodePgDatabase & Queries & { $client: pg.PoolClient }

declare const across: unique symbol
/** The same across organisations; what needs it says so by asking for one. */
export type PlatformTx = Tx & { [across]: true }

export interface Transactions {
  /** As the application's role, bound to an organisation when one is named. */
  inOrg<T>(who: OnBehalfOf, work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same while another is open, to report its progress. */
  besideOrg<T>(who: OnBehalfOf, work: (tx: Tx) => Promise<T>): Promise<T>
  /** The one door across organisations. Its callers are listed in tenancy.test.ts. */
  inPlatform<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T>
  /**
   * The same during a request: on separate connections, so that neither waits for the other.
   */
  apart<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T>
}

export interface Db extends Transactions {
  /** For requests inside one organisation: nothing on these connections can leave it. */
  requests: pg.Pool
  /** For requests that cross organisations, such as signing in. */
  crossing: pg.Pool
  /** For background work, so that it never waits for requests, nor they for it. */
  work: pg.Pool
  /** For the queues themselves, across organisations. */
  queue: pg.Pool
  /** Hears what the database tells all servers; the caller closes it. */
  listen(heard: (message: string | null) => void): Listening
  close(): Promise<void>
}

/** In whose name a transaction acts outside a request. */
export interface OnBehalfOf {
  organization_id: string | null
  user_id?: string | null
  actor?: string
}

/** How many connections each kind of work may hold; PostgreSQL must allow their sum per server. */
interface Sizes {
  requests: number
  crossing: number
  work: number
  queue: number
  beside: number
}
const usualSizes: Sizes = { requests: 16, crossing: 16, work: 12, queue: 4, beside: 8 }

const { DATE, INT8, TIMESTAMPTZ } = pg.types.builtins
const parsers: Record<number, (text: string) => unknown> = {
  // Days stay text, instants are ISO text, and whole numbers up to 2^53 are numbers.
  [DATE]: (text) => text,
  [TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
  [INT8]: Number,
}
const rowTypes = {
  getTypeParser: (oid: number, format: string) =>
    (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format as 'text'),
}

interface Options {
  sizes?: Sizes
  /** In tests: two connections of one kind, one waiting for the other, are a fault. */
  guarded?: boolean
}

export async function openDb(
  logins: Logins,
  clock: Clock,
  { sizes = usualSizes, guarded = false }: Options = {},
): Promise<Db> {
  const transaction = transactions(guarded)
  const requests = openPool(logins.app, sizes.requests, quick)
  const crossing = openPool(logins.platform, sizes.crossing, quick)
  const work = openPool(logins.platform, sizes.work, patient)
  const queue = openPool(logins.platform, sizes.queue, patient, 'mshahara_platform')
  const beside = openPool(logins.platform, sizes.beside, quick)
  await refuseWrongLogin(requests, 'mshahara_app')
  await refuseWrongLogin(crossing, 'mshahara_platform')
  const bound = (who: OnBehalfOf) => (client: pg.PoolClient) => bindTo(client, who, clock)
  const anywhere =
    (from: pg.Pool) =>
    <T>(act: (tx: PlatformTx) => Promise<T>) =>
      transaction(from, bound({ organization_id: null }), (tx) => asPlatform(tx, act))
  return {
    requests,
    crossing,
    work,
    queue,
    listen: (heard) => listen(logins.platform, 'news', heard),
    inOrg: (who, act) => transaction(work, bound(who), act),
    besideOrg: (who, act) => transaction(beside, bound(who), act),
    // Short and never under a lock of its own: mail and sweeps do not wait for jobs.
    inPlatform: anywhere(beside),
    apart: anywhere(beside),
    close: async () => {
      await Promise.all([requests, crossing, work, queue, beside].map((pool) => pool.end()))
    },
  }
}

/** Somebody is waiting for a request: it fails soon rather than waiting long for a lock. */
const quick = { statement_s: 40, lock_s: 6 }
const patient = { statement_s: 120, lock_s: 20 }
type Patience = typeof quick

/** Every setting that matters is given here: a role may change its own defaults. */
const settingsOf = ({ statement_s, lock_s }: Patience, role: string) => `
  set role ${role}; set search_path = public; set default_transaction_read_only = off;
  set row_security = on; set statement_timeout = '${statement_s}s'; set lock_timeout = '${lock_s}s';
  set idle_in_transaction_session_timeout = '120s'`

function openPool(url: string, max: number, patience: Patience, role = 'mshahara_app'): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: NamingClient,
    max,
    types: rowTypes,
    // BEGIN and the first query travel together.
    pipeline: true,
    // If the database stops answering, give up shortly after it should have given up itself.
    query_timeout: (patience.statement_s + 5) * 1000,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'mshahara',
    // A connection that cannot take the role is thrown away by the pool, never used as it is.
    onConnect: async (client: pg.ClientBase) => {
      // A broken connection shows at the next query; an unhandled error would end the server.
      client.on('error', () => {})
      await client.query(settingsOf(patience, role))
    },
  } as pg.PoolConfig)
  pool.on('error', () => {})
  return pool
}

function bindTo(client: pg.PoolClient, who: OnBehalfOf, clock: Clock) {
  return client.query({
    name: 'bind',
    text: 'select bind_to($1, $2, $3, $4)',
    values: [
      who.organization_id ?? null,
      who.user_id ?? null,
      who.actor ?? '',
      clock.set ? clock.now() : null,
    ],
  })
}

const crossed = new WeakSet<Tx>()

/** Everything inside sees and writes across organisations, in the same transaction. */
export async function asPlatform<T>(tx: Tx, work: (tx: PlatformTx) => Promise<T>): Promise<T> {
  const platform = tx as PlatformTx
  if (crossed.has(tx)) return work(platform)
  await tx.$client.query('set local role mshahara_platform')
  crossed.add(tx)
  try {
    return await work(platform)
  } finally {
    crossed.delete(tx)
    // After a failed statement nothing more is taken anyway.
    await tx.$client.query('set local role mshahara_app').catch(() => {})
  }
}

/** Others who ask for the same name wait until this transaction has ended. */
export const hold = (tx: Tx, name: string) =>
  tx.run`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`

type Prepare = (client: pg.PoolClient) => Promise<unknown>

function transactions(guarded: boolean) {
  const poolsInUse = new AsyncLocalStorage<ReadonlySet<pg.Pool>>()
  return async <T>(pool: pg.Pool, prepare: Prepare, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const before = poolsInUse.getStore()
    if (guarded && before?.has(pool)) {
      throw new Error('A second connection was asked for inside a transaction of the same kind.')
    }
    const open = await begin(pool, prepare)
    try {
      const act = () => work(open.tx)
      const result = await (guarded
        ? poolsInUse.run(new Set([...(before ?? []), pool]), act)
        : act())
      await open.commit()
      return result
    } catch (error) {
      await open.rollback()
      throw error
    }
  }
}

/** Nobody knows whether it was done: what was made for it may be in use now. */
export class CommitLost extends Error {}

export interface OpenTransaction<P> {
  tx: Tx
  prepared: P
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** Opens a transaction; `prepare` is sent together with BEGIN. */
export async function begin<P>(
  pool: pg.Pool,
  prepare: (client: pg.PoolClient) => Promise<P>,
): Promise<OpenTransaction<P>> {
  const client = await pool.connect()
  // A connection whose end of transaction failed is in an unknown state: drop it.
  let ended = false
  const end = async (word: 'commit' | 'rollback') => {
    if (ended) return
    ended = true
    try {
      await client.query(word)
      client.release()
    } catch (error) {
      client.release(true)
      if (word === 'commit') throw new CommitLost('The commit was not answered.', { cause: error })
    }
  }
  try {
    const [, prepared] = await Promise.all([client.query('begin'), prepare(client)])
    const tx = Object.assign(drizzle({ client }), queriesOn(client)) as unknown as Tx
    return { tx, prepared, commit: () => end('commit'), rollback: () => end('rollback') }
  } catch (error) {
    await end('rollback')
    throw error
  }
}
