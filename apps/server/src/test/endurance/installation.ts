import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../foundation/core/clock.ts'
import { findPostmaster, initialise, reach, socketUrl } from '../../foundation/database/cluster.ts'
import { type Place, placeIn } from '../../foundation/database/cluster-place.ts'
import { runningEmbedded } from '../../foundation/database/embedded-postgres.ts'
import { asAdmin, letStoriesSayTheTime, testKey } from '../database.ts'
import { expectedPlace, removeCluster } from '../embedded.ts'
import type { Payday } from '../payday.ts'
import type { Simulator } from '../providers.ts'
import { freePort, startWhole } from '../servers.ts'
import { openSmtp, type Post } from '../smtp.ts'
import { makeWorld } from '../world.ts'

/** Whole servers as people start them, on one database, with post and providers around them. */

interface Database {
  url(): Promise<string>
  place: Place
  /** What the servers have to be told. */
  env: Record<string, string>
  /** Where nobody else starts it again. */
  revive(): Promise<unknown>
}

/** The one that the server brings along, and starts again when it has died. */
const embeddedIn = (dataDir: string): Database => ({
  place: expectedPlace(dataDir),
  env: {},
  url: async () => (await runningEmbedded(dataDir))?.url ?? '',
  revive: async () => {},
})

/** One that several servers share, which its operator starts again. */
async function shared(): Promise<Database> {
  const place = await placeIn(await mkdtemp(join(tmpdir(), 'mshahara-shared-')))
  await initialise(place)
  const settings = { max_connections: '200' }
  const { client, sockets } = await reach(place, settings)
  await client.query('create database mshahara')
  await client.end()
  const url = socketUrl(sockets, 'mshahara')
  return {
    place,
    env: { DATABASE_URL: url },
    url: async () => url,
    revive: async () => (await reach(place, settings, sockets)).client.end(),
  }
}

export type Installation = Awaited<ReturnType<typeof openInstallation>>

interface Wanted {
  servers: 1 | 2
  simulator: Simulator
  /** Where letters arrive, if not at a mail server of its own. */
  post?: Post
  env?: Record<string, string>
}

export async function openInstallation({ servers: count, simulator, ...given }: Wanted) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mshahara-endures-'))
  const post = given.post ?? (await openSmtp(undefined, () => pause(20)))
  const database = await (count === 1 ? embeddedIn(dataDir) : shared())
  const settings = { DATA_DIR: dataDir, SECRET_KEY: testKey, ...simulator.env }
  const env = { ...settings, ...database.env, SMTP_URL: post.url, ...given.env }
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const servers = await Promise.all(ports.map((port) => startWhole(port, env)))
  let turn = 0
  return {
    post,
    database,
    env: env as Record<string, string>,
    addresses: servers.map(({ address }) => address),
    /** One server after the other. */
    address: () => servers[turn++ % servers.length]?.address ?? '',
    killServer: (at: number) => servers[at]?.kill(),
    async startServer(at: number) {
      servers[at] = await startWhole(ports[at] as number, env)
    },
    async killDatabase() {
      const found = await findPostmaster(database.place)
      if (found) process.kill(found.pid, 'SIGKILL')
    },
    /** As the kit knows a world, for what is opened or looked into; its clock can be moved. */
    within: async <T>(work: (payday: Payday) => Promise<T>, isStory = false) => {
      const url = await database.url()
      if (isStory) await letStoriesSayTheTime(url)
      const world = await makeWorld({
        env: simulator.env,
        database: { url, drop: async () => {} },
        ...(isStory ? {} : { clock: systemClock }),
      })
      if (isStory) {
        world.setTime(new Date().toISOString())
        world.parts.config.publicUrl = await world.app.listen({ port: 0, host: '127.0.0.1' })
      }
      return work({ ...world, simulator }).finally(world.close)
    },
    rows: async (text: string) =>
      asAdmin(await database.url(), async (client) => (await client.query(text)).rows),
    async close() {
      for (const server of servers) await server.kill()
      await removeCluster(database.place)
      await rm(dataDir, { recursive: true, force: true })
      if (!given.post) await post.close()
    },
  }
}
