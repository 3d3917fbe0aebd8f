// @tests slow
import { createHash } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { expect, test, vi } from 'vitest'
import { bytesOf, exportRun, sheetsOf } from '../../test/exported.ts'
import { addMany } from '../../test/office.ts'
import { longSilent, serverOn } from '../../test/servers.ts'
import { openWorld } from '../../test/world.ts'

/** A server killed while it writes a file: afterwards there is one whole file and one record. */

const people = 3000
const waiting = { timeout: 100_000, interval: 20 }
const world = await openWorld()
const server = serverOn(world)

test('an export whose server was killed is started again, and there is one whole file', async () => {
  const organization_id = await world.addOrganization()
  const primary = await world.as('primary', organization_id)
  await addMany(world, organization_id, people)
  await server.start()
  const job = async (id: unknown) =>
    (await world.rows('select * from jobs where id = $1', [id]))[0] as Record<string, unknown>
  const body = { month: 'February', year: 2026 } as const
  const { body: run } = await primary.call(contract.payrolls.create, { body })
  await vi.waitFor(async () => expect((await job(run.job_id)).state).toBe('done'), waiting)

  const { body: begun } = await exportRun(primary, run.id, 'all', 'xlsx')
  await vi.waitFor(async () => expect((await job(begun.job_id)).done).toBe(run.count), waiting)
  await server.kill()
  await longSilent(world)
  expect(await job(begun.job_id)).toMatchObject({ state: 'running', result: null })
  expect(await world.rows('select * from byproducts')).toEqual([])

  await server.start()
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
