import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import {
  findPostmaster,
  initialise,
  reach,
  socketUrl,
  stopPostmaster,
} from '../foundation/database/cluster.ts'
import { isAlive, type Place, placeIn } from '../foundation/database/cluster-place.ts'

interface Cluster {
  url: string
  stop(): Promise<void>
}

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

declare module 'vitest' {
  interface ProvidedContext {
    database: { adminUrl: string; template: string }
  }
}

export const testKey = 'a key for tests, never for anybody else'
const clusterPrefix = 'mshahara-test-'
/** Nothing of a test run has to survive a power cut, so it need not wait for the disk. */
const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
}
/** "test": two runs on one server must not create the cluster-wide roles at the same moment. */
const migrationLock = 0x74657374

/** Vitest's globalSetup: one server and one migrated template for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  try {
    const template = await templateDatabase(cluster.url, migrateToNewest)
    project.provide('database', { adminUrl: cluster.url, template: template.name })
    return async () => {
      await template.drop().finally(() => cluster.stop())
    }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

export async function startTestCluster(): Promise<Cluster> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => undefined }
  await removeLeftOvers()
  const place = await placeIn(await mkdtemp(join(tmpdir(), `${clusterPrefix}${process.pid}-`)))
  await initialise(place)
  const server = await reach(place, throwAway)
  await server.client.end()
  return { url: socketUrl(server.sockets, 'postgres'), stop: () => remove(place) }
}

/** A migrated database that clones are made from; its name is unique to this run. */
export async function templateDatabase(
  adminUrl: string,
  migrate: (url: string) => Promise<void>,
): Promise<{ name: string; drop(): Promise<void> }> {
  const name = `mshahara_test_${randomBytes(6).toString('hex')}`
  await asAdmin(adminUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`create database ${name}`)
    await migrate(urlOf(adminUrl, name))
  })
  return { name, drop: () => dropWithClones(adminUrl, name) }
}

/** A database of its own for one test file, cloned from the run's template. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const { inject } = await import('vitest')
  return createDatabase(`template ${inject('database').template} strategy file_copy`)
}

/** A database in which nothing has been made yet. */
export const blankDatabase = (): Promise<TestDatabase> => createDatabase('')

async function createDatabase(options: string): Promise<TestDatabase> {
  const { inject } = await import('vitest')
  const { adminUrl, template } = inject('database')
  const name = `${template}_${randomBytes(4).toString('hex')}`
  await asAdmin(adminUrl, (client) => client.query(`create database ${name} ${options}`))
  return {
    url: urlOf(adminUrl, name),
    drop: () => asAdmin(adminUrl, (client) => dropDatabase(client, name)),
  }
}

async function migrateToNewest(url: string): Promise<void> {
  const { migrate } = await import('../foundation/database/migrate.ts')
  await migrate(url, testKey)
  await letStoriesSayTheTime(url)
}

/** Only the owner can; a restored database has to be told again. */
export const letStoriesSayTheTime = (url: string) =>
  asAdmin(url, (client) =>
    client.query(`begin; alter table binding_keys no force row level security;
      update binding_keys set story = true;
      alter table binding_keys force row level security; commit`),
  )

async function dropWithClones(adminUrl: string, template: string): Promise<void> {
  await asAdmin(adminUrl, async (client) => {
    const own = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [template],
    )
    for (const { datname } of own.rows) await dropDatabase(client, datname)
  })
}

async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${name} with (force)`)
}

export async function asAdmin<T>(
  adminUrl: string,
  act: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Clusters of test runs that were killed before they could clean up. */
async function removeLeftOvers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const maker = new RegExp(`^${clusterPrefix}(\\d+)-`).exec(name)?.[1]
    if (!maker || isAlive(Number(maker))) continue
    const home = join(tmpdir(), name)
    if (existsSync(join(home, 'postgres'))) await remove(await placeIn(home))
    else await rm(home, { recursive: true, force: true })
  }
}

async function remove(place: Place): Promise<void> {
  const server = await findPostmaster(place)
  if (server) await stopPostmaster(place, server)
  await rm(place.home, { recursive: true, force: true, maxRetries: 3 })
}

/** Until somebody waits for what this connection has locked. */
export async function somebodyWaits(client: Pick<pg.Client, 'query'>) {
  const waiting = `select from pg_locks
    where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
  while ((await client.query(waiting)).rowCount === 0) await pause(10)
}
