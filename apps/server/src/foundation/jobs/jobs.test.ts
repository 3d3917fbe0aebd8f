// @tests story
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import { expect, test, vi } from 'vitest'
import { openWorld } from '../../test/world.ts'
import type { SignedIn } from '../core/signed-in.ts'

const done: string[] = []
let failures = 0
let [begun, ended] = [0, 0]
let finish = () => {}
const finished = new Promise<void>((resolve) => {
  finish = resolve
})

const world = await openWorld({
  workers: true,
  extraJobs: [
    {
      name: 'test.count',
      async work(ctx, { words }: { words: string[] }) {
        for (const [index, word] of words.entries()) {
          await ctx.inOrg((tx) => tx.$client.query(`select set_config('x.y', $1, true)`, [word]))
          done.push(`${ctx.acting.actor} ${word}`)
          await ctx.progress(index + 1, words.length)
        }
        return { words: words.length }
      },
    },
    {
      name: 'test.long',
      async work() {
        begun += 1
        await finished
        ended += 1
      },
    },
    {
      name: 'test.fails',
      retries: 0,
      async work() {
        failures += 1
        throw new Error('a reason that is not for everybody')
      },
    },
  ],
})
const organization = await world.addOrganization()
const primary = await world.as('primary', organization)

const asked = (): SignedIn =>
  ({ id: primary.id, organization_id: organization, name: 'Amani Njoroge' }) as SignedIn

const acting = () => {
  const { id: user_id, organization_id, name: actor } = asked()
  return { organization_id, user_id, actor }
}
const startJob = (name: string, data: object, total: number) =>
  world.parts.db.inOrg(acting(), (tx) => world.parts.jobs.start(tx, name, data, asked(), total))
const stateOf = (id: string) => primary.call(contract.settings.job, { params: { id } })

test('work is done in the name of whoever asked, and its progress can be followed', async () => {
  const id = await startJob('test.count', { words: ['a', 'b', 'c'] }, 3)
  await vi.waitFor(async () => expect((await stateOf(id)).body.state).toBe('done'), 60_000)
  expect((await stateOf(id)).body).toMatchObject({ done: 3, total: 3, result: { words: 3 } })
  expect(done).toContain('Amani Njoroge b')
})

test('a transaction that is rolled back leaves no work behind', async () => {
  const refused = world.parts.db.inOrg(acting(), async (tx) => {
    await world.parts.jobs.start(tx, 'test.count', { words: ['never'] }, asked(), 1)
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  const id = await startJob('test.count', { words: ['after'] }, 1)
  await vi.waitFor(async () => expect((await stateOf(id)).body.state).toBe('done'), 60_000)
  expect(done.some((line) => line.endsWith('never'))).toBe(false)
})

test('a failure is told without its innards', async () => {
  const id = await startJob('test.fails', {}, 1)
  await vi.waitFor(async () => expect((await stateOf(id)).body.state).toBe('failed'), 60_000)
  expect((await stateOf(id)).body.error).toMatch(/could not be finished/)
  expect(failures).toBe(1)
})

test('a server that was too busy to be heard of does not begin its job again', async () => {
  const id = await startJob('test.long', {}, 1)
  await vi.waitFor(() => expect(begun).toBe(1), 60_000)
  const entry = `from pgboss.job where name = 'test.long'`
  await world.rows(`update pgboss.job set heartbeat_on = now() - interval '1 hour'
    where name = 'test.long' and state = 'active'`)
  await vi.waitFor(
    async () =>
      expect(await world.rows(`select state::text ${entry}`)).toEqual([{ state: 'retry' }]),
    { timeout: 60_000, interval: 100 },
  )
  // Taken for dead: the places look for it while the first is still at it.
  for (let looked = 0; looked < 5; looked += 1) {
    world.parts.jobs.wake('test.long')
    await pause(150)
  }
  finish()
  await vi.waitFor(async () => expect((await stateOf(id)).body.state).toBe('done'), 60_000)
  await vi.waitFor(
    async () =>
      expect(await world.rows(`select state::text ${entry}`)).toEqual([{ state: 'completed' }]),
    60_000,
  )
  expect([begun, ended]).toEqual([1, 1])
})

test("a colleague's job is not mine, another organisation's does not exist", async () => {
  const id = await startJob('test.count', { words: ['x'] }, 1)
  const colleague = await world.as('primary', organization)
  expect((await colleague.call(contract.settings.job, { params: { id } })).status).toBe(403)
  const stranger = await world.as('primary', await world.addOrganization())
  expect((await stranger.call(contract.settings.job, { params: { id } })).status).toBe(404)
})

test('a job that nobody defined cannot be enqueued', async () => {
  await expect(startJob('test.unknown', {}, 1)).rejects.toThrow(/no job named/)
})
