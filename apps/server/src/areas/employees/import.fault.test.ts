// @tests slow
import { contract } from '@mshahara/contract'
import { expect, test, vi } from 'vitest'
import { longSilent, serverOn } from '../../test/servers.ts'
import { dataUrl, xlsx } from '../../test/spreadsheets.ts'
import { openWorld } from '../../test/world.ts'

/** A server killed in the middle of an import: started again, everybody is there once. */

const rows = 4000
const world = await openWorld()
const server = serverOn(world)

test('an import whose server was killed is started again, and nobody is there twice', async () => {
  const organization_id = await world.addOrganization()
  const primary = await world.as('primary', organization_id)
  const people = Array.from({ length: rows }, (_, index) => [
    'Amani',
    'Njoroge',
    1_000_000 + index,
    50_000,
    '2026-01-05',
  ])
  const headings = ['First Name', 'Last Name', 'ID Number', 'Salary', 'Employment Date']
  const reply = await primary.call(contract.employees.upload, {
    body: { file: dataUrl(xlsx([headings, ...people])) },
  })
  const id = reply.body.job_id
  const job = async () => (await world.rows('select * from jobs where id = $1', [id]))[0]
  const count = async () => (await world.rows('select count(*) as n from employees'))[0].n
  await server.start()
  await vi.waitFor(async () => expect((await job()).done).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 20,
  })
  await server.kill()
  await longSilent(world)
  expect(await job()).toMatchObject({ state: 'running', result: null })
  expect(await count()).toBe(0)
  await server.start()
  await vi.waitFor(async () => expect((await job()).state).toBe('done'), 100_000)
  expect(await job()).toMatchObject({ done: rows, total: rows, result: { created: rows } })
  expect(await count()).toBe(rows)
  const [told] = await world.rows('select count(*) as n from notifications')
  expect(told).toEqual({ n: 1 })
})

test('a job that had committed before its server died only finds that all is done', async () => {
  const [job] = await world.rows('select * from jobs')
  await world.rows(`update jobs set state = 'running' where id = $1`, [job.id])
  await world.rows(
    `update pgboss.job set state = 'retry', start_after = now(), retry_count = 1, retry_limit = 3,
       completed_on = null where name = 'employees.import'`,
  )
  const again = async () => (await world.rows('select state from jobs'))[0].state
  await vi.waitFor(async () => expect(await again()).toBe('done'), 60_000)
  const [{ n }] = await world.rows('select count(*) as n from employees')
  expect(n).toBe(rows)
})
