import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Clock } from './clock.ts'
import { NamingClient } from './errors-told.ts'

/**
 * A handle inside a transaction. There is no other kind: nothing is read or written outside one.
 */
export type Tx = NodePgDatabase & { $client: pg.PoolClient }

export type DbRole = 'mshahara_app' | 'mshahara_platform'

export interface Db {
  pool: pg.Pool
  /** A transaction as the application's role, bound to an organisation when one is named. */
  inOrg<T>(who: Acting, work: (tx: Tx) => Promise<T>): Promise<T>
  /** The one door across organisations. Its callers are listed in tenancy.test.ts. */
  inPlatform<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * The same beside a running request: on connections of its own, so that neither waits for the
   * other.
   */
  apart<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** In whose name a transaction acts outside a request. */
export interface Acting {
  organization_id: string | null
  user_id?: string | null
  actor?: string
}

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

export async function openDb(url: string, clock: Clock, connections = 10): Promise<Db> {
  const pool = openPool(url, connections)
  const beside = openPool(url, 4)
  await refuseWrongRole(pool)
  const anywhere =
    (from: pg.Pool) =>
    <T>(work: (tx: Tx) => Promise<T>) =>
      transaction(
        from,
        (client) => bindTo(client, { organization_id: null }, clock),
        (tx) => asPlatform(tx, () => work(tx)),
      )
  return {
    pool,
    inOrg: (who, work) => transaction(pool, (client) => bindTo(client, who, clock), work),
    inPlatform: anywhere(pool),
    apart: anywhere(beside),
    close: async () => {
      await Promise.all([pool.end(), beside.end()])
    },
  }
}

function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: NamingClient,
    max,
    types: rowTypes,
    // BEGIN and the first question travel together.
    pipeline: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'mshahara',
    // A connection that cannot take the role is thrown away by the pool, never used as the owner.
    onConnect: async (client: pg.ClientBase) => {
      await client.query(`set role mshahara_app; set statement_timeout = '60s';
        set lock_timeout = '20s'; set idle_in_transaction_session_timeout = '120s'`)
    },
  } as pg.PoolConfig)
  pool.on('error', () => {})
  return pool
}

async function refuseWrongRole(pool: pg.Pool) {
  const { rows } = await pool.query(`select current_user as role,
    (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as beyond`)
  if (rows[0].role !== 'mshahara_app' || rows[0].beyond) {
    throw new Error(`The database connection acts as ${rows[0].role}, not as mshahara_app.`)
  }
}

export function bindTo(client: pg.PoolClient, who: Acting, clock: Clock) {
  return client.query(
    `select set_config('app.org', $1, true), set_config('app.user', $2, true),
       set_config('app.actor', $3, true), set_config('app.now', $4, true)`,
    [
      who.organization_id ?? '',
      who.user_id ?? '',
      who.actor ?? '',
      clock.set ? clock.now().toISOString() : '',
    ],
  )
}

const across = new WeakSet<Tx>()

/** Everything inside sees and writes across organisations, in the same transaction. */
export async function asPlatform<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  if (across.has(tx)) return work()
  await tx.$client.query('set local role mshahara_platform')
  across.add(tx)
  const result = await work()
  across.delete(tx)
  await tx.$client.query('set local role mshahara_app')
  return result
}

async function transaction<T>(
  pool: pg.Pool,
  prepare: (client: pg.PoolClient) => Promise<unknown>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const open = await begin(pool, prepare)
  try {
    const result = await work(open.tx)
    await open.commit()
    return result
  } catch (error) {
    await open.rollback()
    throw error
  }
}

export interface Open<P> {
  tx: Tx
  prepared: P
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** Opens a transaction; `prepare` is sent together with BEGIN. */
export async function begin<P>(
  pool: pg.Pool,
  prepare: (client: pg.PoolClient) => Promise<P>,
): Promise<Open<P>> {
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
      if (word === 'commit') throw error
    }
  }
  try {
    const [, prepared] = await Promise.all([client.query('begin'), prepare(client)])
    const tx = drizzle({ client }) as unknown as Tx
    return { tx, prepared, commit: () => end('commit'), rollback: () => end('rollback') }
  } catch (error) {
    await end('rollback')
    throw error
  }
}
