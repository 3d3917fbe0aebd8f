import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import type { QueryConfig } from 'pg'
import { type AppOptions, buildApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/foundation/config/config.ts'
import { systemClock } from '../apps/server/src/foundation/core/clock.ts'
import { startEmbedded } from '../apps/server/src/foundation/database/embedded-postgres.ts'
import { migrate } from '../apps/server/src/foundation/database/migrate.ts'
import type { Services } from '../apps/server/src/foundation/http/services.ts'
import { openSession } from '../apps/server/src/foundation/http/session.ts'

/** The whole server on a database of its own for one benchmark, and the load that is put on it. */

export interface Acting {
  organization_id: string
  user_id: string
}

export interface Bench {
  parts: Services
  app: FastifyInstance
  databaseUrl: string
  /** Where the server listens. */
  address: string
}

export async function withServer(
  work: (bench: Bench) => Promise<void>,
  options: Partial<AppOptions> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'mshahara-bench-'))
  const embedded = await startEmbedded(folder)
  try {
    const secretKey = randomUUID()
    await migrate(embedded.url, secretKey)
    const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: 'off' })
    const { app, parts } = await buildApp({
      config,
      databaseUrl: embedded.url,
      secretKey,
      workers: false,
      ...options,
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    await work({ parts, app, databaseUrl: embedded.url, address: addressOf(app) })
    await app.close()
  } finally {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
    await rm(embedded.home, { recursive: true, force: true })
  }
}

/** A session for somebody, without going through the sign-in. */
export const tokenFor = ({ db }: Services, who: Acting): Promise<string> =>
  db.inPlatform((tx) =>
    openSession(tx, { ...who, now: systemClock.now(), address: '127.0.0.1', userAgent: 'bench' }),
  )

/** The same rows over the same wire, as JSON, and nothing else: no session and no policy. */
export async function bareServer({ db }: Services, query: QueryConfig) {
  const app = Fastify()
  app.get('/', async () => (await db.queue.query(query)).rows)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { address: addressOf(app), close: () => app.close() }
}

function addressOf(app: FastifyInstance): string {
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Requests per second, measured by another process. */
export async function load(
  url: string,
  token: string,
  seconds: number,
  connections = 8,
): Promise<number> {
  const options = [url, token, String(seconds), String(connections)]
  const child = fork(new URL('./generator.ts', import.meta.url), options)
  const [rate] = await once(child, 'message')
  await once(child, 'exit')
  return rate as number
}
