// @tests slow first
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { contract } from '@mshahara/contract'
import { expect, test, vi } from 'vitest'
import { addMany } from '../../test/office.ts'
import { longSilent, serverOn } from '../../test/servers.ts'
import { dataUrl, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** A server killed again and again over one job: it ends in words, and nothing is half done. */

const { payrolls, employees, settings } = contract
const soon = { timeout: 180_000, interval: 20 }

const world = await openWorld()
const server = serverOn(world)

const jobOf = async (id: string) => (await world.rows('select * from jobs where id = $1', [id]))[0]

/** With `KILLS=all` each try is seen; otherwise those between the first and the last are skipped. */
const everyTry = process.env.KILLS === 'all'
const skipToLast = (id: string) =>
  world.rows(
    `update pgboss.job set retry_count = retry_limit - 1
     where data ->> 'job_id' = $1 and retry_count < retry_limit - 1`,
    [id],
  )

/** Kills the server each time the job has come some way, until it is not taken up any more. */
async function killUntilGivenUp(id: string): Promise<number> {
  for (let kills = 1; kills <= 12; kills += 1) {
    if (kills === 2 && !everyTry) await skipToLast(id)
    await world.rows('update jobs set done = 0 where id = $1', [id])
    await server.start()
    const underWay = async () => {
      const { state, done } = await jobOf(id)
      expect(state === 'failed' || (state === 'running' && done > 0)).toBe(true)
      return state as string
    }
    const state = await vi.waitFor(underWay, soon)
    if (state === 'failed') return kills - 1
    await server.kill()
    await longSilent(world)
  }
  throw new Error('It was taken up for ever.')
}

test('a calculation: the run says so, and can be recalculated, confirmed or deleted', async () => {
  const organization_id = await world.addOrganization()
  const primary = await world.as('primary', organization_id)
  await addMany(world, organization_id, 600)
  const body = { month: 'March', year: 2026 } as const
  const { body: run } = await primary.call(payrolls.create, { body })
  const params = { id: run.id }
  expect(await killUntilGivenUp(run.job_id as string)).toBe(everyTry ? 6 : 2)
  expect(await jobOf(run.job_id as string)).toMatchObject({
    error: 'This was interrupted too often and could not be finished. Please try again.',
  })
  const shown = async () => (await primary.call(payrolls.get, { params, query: { limit: 1 } })).body
  expect(await shown()).toMatchObject({ calculated: false, calculation_failed: true })
  const refused = await primary.call(payrolls.confirm, { params })
  expect(refused.body.message).toBe(
    'The figures of this payroll could not be worked out. Please recalculate it.',
  )
  expect((await primary.call(payrolls.recalculate, { params })).status).toBe(200)
  await vi.waitFor(async () => expect((await shown()).calculated).toBe(true), soon)
  expect((await shown()).calculation_failed).toBe(false)
  expect((await primary.call(payrolls.remove, { params })).status).toBe(200)
  await server.kill()
})

test('an import: failed, told by the bell, no row taken and no file left', async () => {
  const organization_id = await world.addOrganization()
  const primary = await world.as('primary', organization_id)
  const id = await importMany(primary, 3000)
  expect(await killUntilGivenUp(id)).toBe(everyTry ? 3 : 2)
  const { body: job } = await primary.call(settings.job, { params: { id } })
  expect(job).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('could not be finished'),
  })
  const counted = await world.rows(
    'select count(*) as n from employees where organization_id = $1',
    [organization_id],
  )
  expect(counted).toEqual([{ n: 0 }])
  const { body: bell } = await primary.call(contract.notifications.list, {})
  expect(JSON.stringify(bell)).toContain('Import failed')
  const left = await readdir(join(world.parts.config.dataDir, 'files', 'import')).catch(() => [])
  expect(left).toEqual([])
  await server.kill()
})

async function importMany(primary: Caller, count: number): Promise<string> {
  const rows = Array.from({ length: count }, (_, index) => [
    'Wanjiru',
    `Kamau ${index}`,
    String(20_000_000 + index),
    '50000',
    '2024-02-01',
  ])
  const headings = ['First Name', 'Last Name', 'ID Number', 'Salary', 'Employment Date']
  const file = dataUrl(xlsx([headings, ...rows]))
  const { body } = await primary.call(employees.upload, { body: { file } })
  return body.job_id as string
}

test.each([
  ['back', '+'],
  ['forward', '-'],
])('killed while the clock was put %s, a job is resumed', async (_, sign) => {
  const organization_id = await world.addOrganization()
  const primary = await world.as('primary', organization_id)
  await addMany(world, organization_id, 600)
  const body = { month: 'March', year: 2026 } as const
  const { body: run } = await primary.call(payrolls.create, { body })
  const job = () => jobOf(run.job_id as string)
  await server.start()
  await vi.waitFor(async () => expect((await job()).done).toBeGreaterThan(0), soon)
  await server.kill()
  // The same as a clock an hour slow or fast: what is written lies an hour ahead or back.
  const hour = `${sign} interval '1 hour'`
  await world.rows(`update pgboss.job set heartbeat_on = heartbeat_on ${hour},
    started_on = started_on ${hour}, created_on = created_on ${hour},
    start_after = start_after ${hour}`)
  await world.rows(`update pgboss.queue set monitor_claim_on = now() ${hour},
    monitor_on = now() ${hour}, maintain_on = now() ${hour}`)
  await world.rows(`update pgboss.version set cron_on = now() ${hour}`)
  await server.start()
  await vi.waitFor(async () => expect((await job()).state).toBe('done'), 180_000)
  const { body: shown } = await primary.call(payrolls.get, {
    params: { id: run.id },
    query: { limit: 1 },
  })
  expect(shown.calculated).toBe(true)
  await server.kill()
})
