import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from '../apps/server/src/app.ts'
import { addMembership } from '../apps/server/src/areas/organizations/index.ts'
import { organizations } from '../apps/server/src/areas/organizations/tables.ts'
import { startTrial } from '../apps/server/src/areas/subscriptions/index.ts'
import { addLogin } from '../apps/server/src/areas/users/index.ts'
import { readConfig } from '../apps/server/src/foundation/config/config.ts'
import { dayOf, systemClock } from '../apps/server/src/foundation/core/clock.ts'
import { startEmbedded } from '../apps/server/src/foundation/database/embedded-postgres.ts'
import { migrate } from '../apps/server/src/foundation/database/migrate.ts'
import type { Services } from '../apps/server/src/foundation/http/services.ts'
import { openSession } from '../apps/server/src/foundation/http/session.ts'
import { dataUrl } from '../apps/server/src/test/spreadsheets.ts'
import { casualSheet, rollSheet } from './casual-sheets.ts'
import { staffSheet } from './staff-sheet.ts'

/**
 * 5,000 employees from a spreadsheet with every column filled in, each with a sign-in; 5,000 casual
 * workers, and a fortnight of their muster roll: the dry run, then the import until its job has
 * ended; meanwhile somebody else makes one call after another.
 */
const rows = Number(process.argv[2] ?? 5000)
const aim_s = 20

const folder = await mkdtemp(join(tmpdir(), 'mshahara-bench-'))
const embedded = await startEmbedded(folder)
try {
  const secretKey = randomUUID()
  await migrate(embedded.url, secretKey)
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: 'off' })
  const options = { config, databaseUrl: embedded.url, secretKey }
  const { app, parts } = await buildApp(options)
  const token = await populate(parts)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const server = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api`
  await beside(server, token, 'before', () => pause(3000))
  await imported('employees', 'employee/upload', staffSheet(rows))
  await imported('casuals', 'casual/upload', casualSheet(rows))
  await imported('people on the roll', 'muster-roll/upload', rollSheet(rows, new Date()))
  await app.close()

  async function imported(what: string, path: string, sheet: Uint8Array) {
    const body = JSON.stringify({ file: dataUrl(sheet) })
    const dry = await beside(server, token, `${what}, dry run`, () =>
      ask(server, token, `${path}?dry=1`, body),
    )
    const whole = await beside(server, token, what, async () => {
      const { job_id } = await ask(server, token, path, body)
      await ended(server, token, String(job_id))
    })
    console.log(`${rows} ${what}: dry run ${dry.toFixed(1)} s, import ${whole.toFixed(1)} s`)
    console.log(`ratio import/aim: ${(whole / aim_s).toFixed(2)} (aim: at most 1.00)`)
  }
} finally {
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
  await rm(embedded.home, { recursive: true, force: true })
}

async function populate({ db, clock }: Services): Promise<string> {
  return db.inPlatform(async (tx) => {
    const [organization] = await tx
      .insert(organizations)
      .values({ name: 'Bench Ltd', employee_prefix: 'BL' })
      .returning()
    const organization_id = (organization as { id: string }).id
    await startTrial(tx, organization_id, dayOf(clock.now()), 2)
    const { id: user_id } = await addLogin(tx, {
      email: 'primary@bench.test',
      first_name: 'Amani',
      last_name: 'Njoroge',
      phone: '0712345678',
      activated_at: '2026-01-01T00:00:00Z',
    })
    await addMembership(tx, { organization_id, user_id, role: 'primary' })
    const now = systemClock.now()
    const opening = { user_id, organization_id, now, address: '127.0.0.1', userAgent: 'bench' }
    return openSession(tx, opening)
  })
}

async function ask(server: string, token: string, path: string, body?: string) {
  const reply = await fetch(`${server}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body } : {}),
  })
  const answer = (await reply.json()) as Record<string, unknown>
  if (!reply.ok || answer.fault_count) throw new Error(JSON.stringify(answer).slice(0, 500))
  return answer
}

async function ended(server: string, token: string, job_id: string) {
  for (;;) {
    const job = await ask(server, token, `job/${job_id}`)
    if (job.state === 'failed') throw new Error(String(job.error))
    if (job.state === 'done') return
    await pause(200)
  }
}

/** How long the work took, in seconds, and how other requests fared meanwhile. */
async function beside(server: string, token: string, name: string, work: () => Promise<unknown>) {
  const program = new URL('./others.ts', import.meta.url)
  const others = fork(program, [`${server}/organization`, token])
  await pause(500)
  const begun = performance.now()
  await work()
  const took = (performance.now() - begun) / 1000
  others.send('stop')
  const [times] = (await once(others, 'message')) as [number[]]
  times.sort((a, b) => a - b)
  const at = (share: number) => `${(times[Math.floor(times.length * share)] ?? 0).toFixed(0)} ms`
  const longest = `${(times.at(-1) ?? 0).toFixed(0)} ms`
  const fared = `median ${at(0.5)}, p95 ${at(0.95)}, longest ${longest}`
  console.log(`${name}: ${times.length} other calls, ${fared}`)
  return took
}
