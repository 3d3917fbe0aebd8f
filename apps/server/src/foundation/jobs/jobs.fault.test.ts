// @tests slow
import { expect, test, vi } from 'vitest'
import { serverOn } from '../../test/servers.ts'
import { openWorld } from '../../test/world.ts'
import type { SignedIn } from '../core/signed-in.ts'

const world = await openWorld({ extraJobs: [{ name: 'test.slow', work: async () => undefined }] })
const server = serverOn(world)

test('a job whose server was killed is started again and finished, and nothing is doubled', async () => {
  const organization_id = await world.addOrganization()
  const person = await world.addPerson({ organization_id, role: 'primary' })
  const user = { id: person.id, organization_id, name: 'Amani Njoroge' } as SignedIn
  const id = await world.parts.db.inOrg({ organization_id, user_id: person.id }, (tx) =>
    world.parts.jobs.start(tx, 'test.slow', { steps: 20 }, user, 20),
  )
  const job = async () => (await world.rows('select * from jobs where id = $1', [id]))[0]
  await server.start()
  await vi.waitFor(async () => expect((await job()).done).toBeGreaterThan(3), 60_000)
  await server.kill()
  expect(await job()).toMatchObject({ state: 'running' })
  expect((await job()).done).toBeLessThan(20)
  await server.start()
  await vi.waitFor(async () => expect((await job()).state).toBe('done'), 90_000)
  expect(await job()).toMatchObject({ done: 20, total: 20, result: { retry: 1 } })
  const [steps] = await world.rows(
    'select count(*) as n, sum(last) as total from numbers where organization_id = $1',
    [organization_id],
  )
  expect(steps).toEqual({ n: 20, total: 20 })
})
