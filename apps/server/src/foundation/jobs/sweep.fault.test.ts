// @tests slow
import { expect, test, vi } from 'vitest'
import { openWorld } from '../../test/world.ts'

/** Jobs that no worker holds any more, among them one whose end goes wrong each time. */

const soon = { timeout: 60_000, interval: 200 }
let tries = 0
const said: string[] = []

const world = await openWorld({
  env: { LOG_LEVEL: 'error' },
  log: { stream: { write: (line) => said.push(line) } },
  extraJobs: [
    { name: 'test.fine', work: async () => {} },
    {
      name: 'test.amiss',
      work: async () => {},
      async givenUp() {
        tries += 1
        throw new Error('the record is gone')
      },
    },
  ],
})

test('one that cannot be ended holds up none behind it, and ends as well', async () => {
  const organization_id = await world.addOrganization()
  const { id: user_id } = await world.addPerson({ organization_id })
  for (const name of ['test.amiss', 'test.fine', 'test.fine']) {
    await world.rows(
      `insert into jobs (organization_id, user_id, name, state) values ($1, $2, $3, 'running')`,
      [organization_id, user_id, name],
    )
  }
  const states = async (name: string) =>
    (await world.rows('select state, error from jobs where name = $1', [name])).map(
      ({ state, error }) => `${state}: ${error}`,
    )
  const ended =
    'failed: This was interrupted too often and could not be finished. Please try again.'
  await world.parts.jobs.work(world.parts)
  await vi.waitFor(async () => expect(await states('test.fine')).toEqual([ended, ended]), soon)
  expect(said.join()).toContain('a job could not be given up')
  expect(await states('test.amiss')).toEqual(['running: null'])
  // The next looks come by the clock, one every five seconds, or when they are called.
  await vi.waitFor(async () => {
    world.parts.jobs.wake('jobs.sweep')
    expect(await states('test.amiss')).toEqual([ended])
  }, soon)
  expect(tries).toBe(3)
})
