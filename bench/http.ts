import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import type { PoolClient } from 'pg'
import { buildApp } from '../apps/server/src/app.ts'
import { systemClock } from '../apps/server/src/core/clock.ts'
import { readConfig } from '../apps/server/src/core/config.ts'
import type { Parts } from '../apps/server/src/core/ctx.ts'
import { startEmbedded } from '../apps/server/src/core/embedded-postgres.ts'
import { migrate } from '../apps/server/src/core/migrate.ts'
import { openSession } from '../apps/server/src/core/session.ts'
import { addMembership } from '../apps/server/src/organizations/index.ts'
import { organizations } from '../apps/server/src/organizations/tables.ts'
import { addLogin } from '../apps/server/src/users/index.ts'
import { usersQuery } from '../apps/server/src/users/people.ts'
import { median } from './median.ts'

/**
 * The full stack on GET users with 100 users (session, permission, organisation-bound transaction,
 * parsing) against a bare Fastify handler that runs the same query on the same pool. The load comes
 * from a process of its own; three rounds each, taken in turns; the medians are compared.
 */
const people = 100
const rounds = 3
const seconds = 4
const connections = 8

const folder = await mkdtemp(join(tmpdir(), 'mshahara-bench-'))
const embedded = await startEmbedded(folder)
try {
  await migrate(embedded.url)
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: 'off' })
  const { app, parts } = await buildApp({
    config,
    databaseUrl: embedded.url,
    secretKey: randomUUID(),
    workers: false,
  })
  const { token, organization_id, user_id } = await populate(parts)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const bare = await bareServer(parts, organization_id, user_id)
  const full = `${addressOf(app)}/api/users`
  const rates: Record<'full' | 'bare', number[]> = { full: [], bare: [] }
  await load(full, token, 1)
  await load(`${addressOf(bare)}/users`, token, 1)
  for (let round = 0; round < rounds; round += 1) {
    rates.bare.push(await load(`${addressOf(bare)}/users`, token, seconds))
    rates.full.push(await load(full, token, seconds))
  }
  const [fullRate, bareRate] = [median(rates.full), median(rates.bare)]
  console.log(`GET users, full stack: ${fullRate.toFixed(0)} requests/s`)
  console.log(`GET users, bare handler: ${bareRate.toFixed(0)} requests/s`)
  console.log(`ratio full/bare: ${(fullRate / bareRate).toFixed(2)} (aim: at least 0.50)`)
  await bare.close()
  await app.close()
} finally {
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
  await rm(embedded.home, { recursive: true, force: true })
}

async function populate({ db }: Parts) {
  return db.inPlatform(async (tx) => {
    const [organization] = await tx
      .insert(organizations)
      .values({ name: 'Bench Ltd', employee_prefix: 'BL' })
      .returning()
    const organization_id = (organization as { id: string }).id
    let user_id = ''
    for (let index = 0; index < people; index += 1) {
      const { id } = await addLogin(tx, {
        email: `person-${index}@bench.test`,
        first_name: `First${index}`,
        last_name: `Last${index}`,
        phone: '0712345678',
        activated_at: '2026-01-01T00:00:00Z',
      })
      await addMembership(tx, { organization_id, user_id: id, role: index ? 'user' : 'primary' })
      user_id ||= id
    }
    const now = systemClock.now()
    const opening = { user_id, organization_id, now, address: '127.0.0.1', userAgent: 'bench' }
    return { token: await openSession(tx, opening), organization_id, user_id }
  })
}

/** The same rows through the same pool and policies, and nothing else. */
async function bareServer({ db }: Parts, organization_id: string, user_id: string) {
  const app = Fastify()
  // Row security needs an organisation: told once per connection, not once per request.
  const told = new WeakSet<object>()
  const tell = (client: PoolClient) =>
    client.query(`select set_config('app.org', $1, false), set_config('app.user', $2, false)`, [
      organization_id,
      user_id,
    ])
  app.get('/users', async () => {
    const client = await db.pool.connect()
    try {
      if (!told.has(client)) await tell(client)
      told.add(client)
      return (await client.query(usersQuery)).rows
    } finally {
      client.release()
    }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}

function addressOf(app: FastifyInstance): string {
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Requests per second, measured by another process. */
async function load(url: string, token: string, duration: number): Promise<number> {
  const options = [url, token, String(duration), String(connections)]
  const child = fork(new URL('./load.ts', import.meta.url), options)
  const [rate] = await once(child, 'message')
  await once(child, 'exit')
  return rate as number
}
