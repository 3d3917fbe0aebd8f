import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { contract } from '@mshahara/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addStaff } from '../demo-staff.ts'
import { bytesOf, exportRun, sheetsOf } from '../test/exported.ts'
import { makeWorld, type World } from '../test/world.ts'

/** A server killed while it writes a file: begun anew, there is one whole file and one record. */

const people = 3000
const waiting = { timeout: 100_000, interval: 20 }
let world: World
let server: ChildProcess | undefined

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(async () => {
  server?.kill('SIGKILL')
  await world.close()
})

async function startServer() {
  const env = {
    ...process.env,
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.parts.config.dataDir,
  }
  server = fork(new URL('../test/job-server.ts', import.meta.url), { env })
  await once(server, 'message')
}

test('an export whose server was killed is begun anew, and there is one whole file', async () => {
  const organization_id = await world.addOrganization()
  const primary = await world.as('primary', organization_id)
  const { db, secrets } = world.parts
  const adding = { organization_id, today: '2026-03-10', secrets }
  await db.inOrg({ organization_id }, (tx) => addStaff(tx, adding, people))
  await startServer()
  const job = async (id: unknown) =>
    (await world.rows('select * from jobs where id = $1', [id]))[0] as Record<string, unknown>
  const body = { month: 'February', year: 2026 } as const
  const { body: run } = await primary.call(contract.payrolls.create, { body })
  await vi.waitFor(async () => expect((await job(run.job_id)).state).toBe('done'), waiting)

  const { body: begun } = await exportRun(primary, run.id, 'all', 'xlsx')
  await vi.waitFor(async () => expect((await job(begun.job_id)).done).toBe(run.count), waiting)
  server?.kill('SIGKILL')
  await once(server as ChildProcess, 'exit')
  expect(await job(begun.job_id)).toMatchObject({ state: 'running', result: null })
  expect(await world.rows('select * from byproducts')).toEqual([])

  await startServer()
  await vi.waitFor(async () => expect((await job(begun.job_id)).state).toBe('done'), waiting)
  const kept = await world.rows('select * from byproducts')
  expect(kept).toHaveLength(1)
  const answer = (await job(begun.job_id)).result as typeof begun
  const bytes = await bytesOf(world, primary, answer)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(kept[0].sha256)
  expect(sheetsOf(bytes).SheetNames).toHaveLength(1)
  const stored: string[] = []
  for await (const key of world.parts.files.list()) {
    if (key.startsWith('byproducts/')) stored.push(key)
  }
  expect(stored).toEqual([`byproducts/${kept[0].file}`])
})
