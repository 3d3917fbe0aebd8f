import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { NamelessClient, NamingClient } from '../database/client.ts'
import { type Logins, refuseWrongLogin } from '../database/logins.ts'
import type { Clock } from './clock.ts'
import { drizzle, type NodePgDatabase } from './drizzle.ts'
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
  /** Where a pooler stands before the database: the way through it, for all that is short. */
  pooled?: Logins | undefined
  /** In tests: two connections of one kind, one waiting for the other, are a fault. */
  guarded?: boolean
}

export async function openDb(
  logins: Logins,
  clock: Clock,
  { sizes = usualSizes, guarded = false, pooled }: Options = {},
): Promise<Db> {
  const transaction = transactions(guarded)
  const way = { ...(pooled ?? logins), named: !pooled }
  const requests = openPool(way, 'app', sizes.requests, quick)
  const crossing = openPool(way, 'platform', sizes.crossing, quick)
  const work = openPool(way, 'platform', sizes.work, patient)
  const queue = openPool(way, 'platform', sizes.queue, patient)
  const beside = openPool(way, 'platform', sizes.beside, quick)
  for (const [pool, role] of [
    [requests, 'mshahara_app'] as const,
    [crossing, 'mshahara_platform'] as const,
  ]) {
    await transaction(
      pool,
      async () => {},
      ({ $client }) => refuseWrongLogin($client, role),
    )
  }
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

/**
 * Every setting that matters travels with BEGIN: a role may change its own defaults, and behind a
 * pooler the next transaction of a connection may be somebody else's.
 */
const settingsOf = ({ statement_s, lock_s }: Patience) => `
  set local role mshahara_app; set local search_path = public; set local row_security = on;
  set local datestyle = 'ISO';
  set local statement_timeout = '${statement_s}s'; set local lock_timeout = '${lock_s}s';
  set local idle_in_transaction_session_timeout = '120s'`
const settings = new WeakMap<pg.Pool, string>()

function openPool(
  { named, ...logins }: Logins & { named: boolean },
  login: keyof Logins,
  max: number,
  patience: Patience,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: logins[login],
    Client: named ? NamingClient : NamelessClient,
    max,
    types: rowTypes,
    // BEGIN and the first query travel together.
    pipeline: true,
    // If the database stops answering, give up shortly after it should have given up itself.
    query_timeout: (patience.statement_s + 5) * 1000,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    // A pooler keeps its connections when the server has gone: their name says so.
    application_name: named ? 'mshahara' : 'mshahara by pooler',
    onConnect: (client: pg.ClientBase) => {
      // A broken connection shows at the next query; an unhandled error would end the server.
      client.on('error', () => {})
    },
  } as pg.PoolConfig)
  pool.on('error', () => {})
  settings.set(pool, settingsOf(patience))
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

/** The database's clock: what one server plans and another picks goes by the same one. */
export const nowIn = async (tx: Tx): Promise<Date> =>
  new Date((await tx.one<{ now: string }>`select app_now() as now`).now)

/** Others who ask for the same name wait until this transaction has ended. */
export const advisoryLock = (tx: Tx, name: string) =>
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

/** Opens a transaction; `prepare` is sent together with BEGIN. What only looks can write nothing. */
export async function begin<P>(
  pool: pg.Pool,
  prepare: (client: pg.PoolClient) => Promise<P>,
  mode: 'read only' | 'read write' = 'read write',
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
      // A deferred constraint: the database has answered, and done nothing.
      if (word === 'commit' && (error as pg.DatabaseError).severity === 'ERROR') throw error
      if (word === 'commit') throw new CommitLost('The commit was not answered.', { cause: error })
    }
  }
  try {
    const opening = client.query(`begin ${mode}; ${settings.get(pool)}`)
    const [, prepared] = await Promise.all([opening, prepare(client)])
    const tx = Object.assign(drizzle({ client }), queriesOn(client)) as unknown as Tx
    return { tx, prepared, commit: () => end('commit'), rollback: () => end('rollback') }
  } catch (error) {
    await end('rollback')
    throw error
  }
}
