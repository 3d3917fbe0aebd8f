// @tests slow
import { contract } from '@mshahara/contract'
import { expect, test, vi } from 'vitest'
import { addMany } from '../../test/office.ts'
import { longSilent, serverOn } from '../../test/servers.ts'
import { openWorld } from '../../test/world.ts'

/** A server killed in the middle of a calculation: the run is finished after the restart, once. */

const people = 1500
const world = await openWorld()
const server = serverOn(world)

test('a run whose server was killed is worked out after the restart, nobody twice', async () => {
  const organization_id = await world.addOrganization()
  const primary = await world.as('primary', organization_id)
  await addMany(world, organization_id, people)
  const { body: run } = await primary.call(contract.payrolls.create, {
    body: { month: 'March', year: 2026 },
  })
  expect(run).toMatchObject({ calculated: false, count: people })
  const params = { id: run.id }
  for (const endpoint of ['confirm', 'remove', 'recalculate'] as const) {
    expect((await primary.call(contract.payrolls[endpoint], { params })).status).toBe(422)
  }
  const job = async () => (await world.rows('select * from jobs where id = $1', [run.job_id]))[0]
  await server.start()
  await vi.waitFor(async () => expect((await job()).done).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 10,
  })
  await server.kill()
  await longSilent(world)
  await server.start()
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
