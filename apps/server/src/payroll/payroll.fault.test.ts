import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { contract } from '@mshahara/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addStaff } from '../demo-staff.ts'
import { makeWorld, type World } from '../test/world.ts'

/** A server killed in the middle of a calculation: the run is finished after the restart, once. */

const people = 1500
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
  const { dataDir } = world.parts.config
  const env = { ...process.env, DATABASE_URL: world.databaseUrl, DATA_DIR: dataDir }
  server = fork(new URL('../test/job-server.ts', import.meta.url), { env })
  await once(server, 'message')
}

test('a run whose server was killed is worked out after the restart, nobody twice', async () => {
  const organization_id = await world.addOrganization()
  const primary = await world.as('primary', organization_id)
  const adding = { organization_id, today: '2026-03-10', secrets: world.parts.secrets }
  await world.parts.db.inOrg({ organization_id }, (tx) => addStaff(tx, adding, people))
  const { body: run } = await primary.call(contract.payrolls.create, {
    body: { month: 'March', year: 2026 },
  })
  expect(run).toMatchObject({ calculated: false, count: people })
  const params = { id: run.id }
  for (const endpoint of ['confirm', 'remove', 'recalculate'] as const) {
    expect((await primary.call(contract.payrolls[endpoint], { params })).status).toBe(422)
  }
  const job = async () => (await world.rows('select * from jobs where id = $1', [run.job_id]))[0]
  await startServer()
  await vi.waitFor(async () => expect((await job()).done).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 10,
  })
  server?.kill('SIGKILL')
  await once(server as ChildProcess, 'exit')
  await startServer()
  const { get } = contract.payrolls
  await vi.waitFor(
    async () => {
      const { body } = await primary.call(get, { params, query: { limit: 1 } })
      expect(body.calculated).toBe(true)
    },
    { timeout: 100_000, interval: 500 },
  )
  const [sums] = await world.rows(
    `select count(*) as slips, count(distinct employee_id) as people,
       count(*) filter (where digest is null) as empty
     from payslips where payroll_id = $1`,
    [run.id],
  )
  expect(sums).toEqual({ slips: people, people, empty: 0 })
  expect((await primary.call(contract.payrolls.confirm, { params })).body.status).toBe('confirmed')
})
