import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import {
  findPostmaster,
  initialise,
  type ReachedServer,
  reach,
  socketUrl,
  stopPostmaster,
} from './cluster.ts'
import { clusterFor, isAlive, type Place, placeFor, sweep } from './cluster-place.ts'

export interface EmbeddedPostgres {
  url: string
  /** The folder of the cluster, where the secret key is kept too. */
  home: string
  stop(): Promise<void>
}

const database = 'mshahara'
/** "msha": taken in the database `postgres`, so it never meets the application's own locks. */
const lockKey = 0x6d736861
const opened = new Set<string>()

/**
 * Starts PostgreSQL for this data folder, or adopts the server a killed copy left behind. A
 * session lock held for the life of the process tells such a left-over from a running copy.
 */
export async function startEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  const place = await placeFor(dataDir)
  if (opened.has(place.home)) throw anotherCopy(dataDir)
  opened.add(place.home)
  try {
    await initialise(place)
    const reached = await reach(place, {})
    if (await isFree(place, reached)) return await hold(place, reached)
    await reached.client.end()
    throw anotherCopy(dataDir)
  } catch (error) {
    opened.delete(place.home)
    throw error
  }
}

export const isThere = (dataDir: string) => existsSync(clusterFor(dataDir).cluster)

/** The URL of the server that already runs on this data folder, for work beside it. */
export async function runningEmbedded(
  dataDir: string,
): Promise<Omit<EmbeddedPostgres, 'stop'> | undefined> {
  const { home, cluster } = clusterFor(dataDir)
  const found = await findPostmaster({ cluster })
  return found?.sockets ? { url: socketUrl(found.sockets, database), home } : undefined
}

/** A server that we have started and cannot ask is stopped again. */
async function isFree(place: Place, reached: ReachedServer): Promise<boolean> {
  try {
    return (await claim(reached.client)) && !(await heldByAnother(place))
  } catch (error) {
    await reached.client.end().catch(() => undefined)
    if (reached.launched) await stopPostmaster(place, reached)
    throw error
  }
}

async function hold(place: Place, reached: ReachedServer): Promise<EmbeddedPostgres> {
  let stopping: Promise<void> | undefined
  let current = reached
  let lost = endOf(reached)
  let ours = true

  async function stop() {
    // The lock is kept until the server has gone, so no other copy adopts a server about to stop.
    if (ours) await stopPostmaster(place, current)
    await current.client.end().catch(() => undefined)
    if (ours) await rm(ownerOf(place), { force: true })
    opened.delete(place.home)
  }

  /**
   * A crash of one backend ends every session, and the lock with it: take it again. A database that
   * has gone altogether is started again, behind the same socket.
   */
  async function keepLock() {
    while (ours) {
      await lost
      if (stopping) return
      console.error(`The embedded database closed its connections. Its log is ${place.log}.`)
      const again = await regain(place, reached.sockets, () => stopping !== undefined)
      if (!again) return
      ;({ current, lost, ours } = again)
    }
    console.error(`Another copy of Mshahara has taken over the data in ${place.home}.`)
  }

  try {
    await writeFile(ownerOf(place), `${process.pid} ${await startOf(process.pid)}`)
    await sweep(place, reached.sockets, reached.launched)
    await createDatabase(current.client)
  } catch (error) {
    await stop()
    throw error
  }
  keepLock().catch((error) => console.error('The embedded database was lost.', error))
  return {
    url: socketUrl(reached.sockets, database),
    home: place.home,
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}

/** Heard from the first moment: it may end again before anybody waits for it. */
const endOf = ({ client }: ReachedServer) =>
  new Promise<void>((ended) => client.once('end', () => ended()))

/** However often the database dies meanwhile. */
async function regain(place: Place, sockets: string, given: () => boolean) {
  while (!given()) {
    try {
      const current = await reach(place, {}, sockets)
      const lost = endOf(current)
      return { current, lost, ours: await claim(current.client) }
    } catch (error) {
      console.error((error as Error).message)
      await pause(2000, undefined, { ref: false })
    }
  }
  return undefined
}

/** A killed copy's session needs a moment to end, hence a second of patience. */
async function claim(client: pg.Client): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    const answer = await client.query('select pg_try_advisory_lock($1) as locked', [lockKey])
    if (answer.rows[0].locked) return true
    await pause(50)
  }
  return false
}

/** Names the process that holds the data, for the moment in which a crash costs it the lock. */
const ownerOf = (place: Place) => join(place.home, 'owner')

async function heldByAnother(place: Place): Promise<boolean> {
  const [pid, started] = (await readFile(ownerOf(place), 'utf8').catch(() => '')).split(' ')
  const number = Number(pid)
  if (!started || number === process.pid || !isAlive(number)) return false
  // The same number may since belong to somebody else, who was started at another moment.
  return started === (await startOf(number))
}

async function startOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

async function createDatabase(client: pg.Client): Promise<void> {
  const found = await client.query('select from pg_database where datname = $1', [database])
  if (found.rowCount === 0) await client.query(`create database ${database}`)
}

function anotherCopy(dataDir: string): Error {
  return new Error(
    `Another copy of Mshahara is already running on this data folder (${dataDir}). ` +
      'Stop it first, or set DATA_DIR to another folder.',
  )
}
