import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SignedIn } from '../core/signed-in.ts'
import { makeWorld, type World } from '../test/world.ts'

let world: World
let server: ChildProcess | undefined

beforeAll(async () => {
  const work = async () => undefined
  world = await makeWorld({ extraJobs: [{ name: 'test.slow', work }] })
})
afterAll(async () => {
  server?.kill('SIGKILL')
  await world.close()
})

async function startServer() {
  const env = { ...process.env, DATABASE_URL: world.databaseUrl }
  server = fork(new URL('../test/job-server.ts', import.meta.url), { env })
  await once(server, 'message')
}

test('a job whose server was killed is begun anew and finished, nothing is doubled', async () => {
  const organization_id = await world.addOrganization()
  const person = await world.addPerson({ organization_id, role: 'primary' })
  const user = { id: person.id, organization_id, name: 'Amani Njoroge' } as SignedIn
  const id = await world.parts.db.inOrg({ organization_id, user_id: person.id }, (tx) =>
    world.parts.jobs.start(tx, 'test.slow', { steps: 20 }, user, 20),
  )
  const job = async () => (await world.rows('select * from jobs where id = $1', [id]))[0]
  await startServer()
  await vi.waitFor(async () => expect((await job()).done).toBeGreaterThan(3), 20_000)
  server?.kill('SIGKILL')
  await once(server as ChildProcess, 'exit')
  expect(await job()).toMatchObject({ state: 'running' })
  expect((await job()).done).toBeLessThan(20)
  await startServer()
  await vi.waitFor(async () => expect((await job()).state).toBe('done'), 90_000)
  expect(await job()).toMatchObject({ done: 20, total: 20, result: { retry: 1 } })
  const [steps] = await world.rows(
    'select count(*) as n, sum(last) as total from numbers where organization_id = $1',
    [organization_id],
  )
  expect(steps).toEqual({ n: 20, total: 20 })
})
