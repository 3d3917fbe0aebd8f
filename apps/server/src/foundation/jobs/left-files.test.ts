import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorld } from '../../test/world.ts'
import { sweepLeftFiles } from './left-files.ts'

const world = await openWorld()

/** A stored file that is as old as it says. */
async function file(folder: string, hours: number): Promise<string> {
  const { files, config, clock } = world.parts
  const name = await files.put(folder, new Uint8Array([1]), 'pdf')
  const at = new Date(clock.now().getTime() - hours * 3_600_000)
  await utimes(join(config.dataDir, 'files', folder, name), at, at)
  return `${folder}/${name}`
}

const isThere = async (key: string) => {
  const [folder = '', name = ''] = key.split('/')
  return (await world.parts.files.get(folder, name)) !== undefined
}

test('what no record names goes after its time, everything else stays', async () => {
  const organization = await world.addOrganization()
  const kept = await file('organization', 1000)
  await world.rows('update organizations set logo = $1 where id = $2', [
    kept.split('/')[1],
    organization,
  ])
  const anchors = await file('anchors', 1000)
  const fresh = [await file('employee', 23), await file('imports', 47), await file('mail', 191)]
  const left = [await file('employee', 25), await file('imports', 49), await file('mail', 193)]
  await world.work(sweepLeftFiles)
  for (const key of [kept, anchors, ...fresh])
    expect([key, await isThere(key)]).toEqual([key, true])
  for (const key of left) expect([key, await isThere(key)]).toEqual([key, false])
})

test('while a backup is being made nothing goes', async () => {
  const left = await file('employee', 25)
  const client = await world.parts.db.queue.connect()
  await client.query('select pg_advisory_lock_shared($1, 0)', [0x6261636b])
  await world.work(sweepLeftFiles)
  expect(await isThere(left)).toBe(true)
  await client.query('select pg_advisory_unlock_shared($1, 0)', [0x6261636b])
  client.release()
  await world.work(sweepLeftFiles)
  expect(await isThere(left)).toBe(false)
})

test('a file that waits to be imported stays', async () => {
  const organization = await world.addOrganization()
  const person = await world.addPerson({ organization_id: organization, role: 'primary' })
  const waiting = await file('imports', 100)
  const name = waiting.split('/')[1]
  const add = `insert into jobs (organization_id, user_id, name, data)
    values ($1, $2, 'employees.import', $3) returning id`
  const [job] = await world.rows(add, [organization, person.id, { file: name }])
  await world.work(sweepLeftFiles)
  expect(await isThere(waiting)).toBe(true)
  await world.rows(`update jobs set state = 'failed' where id = $1`, [job.id])
  await world.work(sweepLeftFiles)
  expect(await isThere(waiting)).toBe(false)
})

test('of a store that another database swept, nothing is removed', async () => {
  const { files } = world.parts
  const left = await file('employee', 25)
  await files.write('sweep/owner.txt', Buffer.from('7000/16400'))
  await world.work(sweepLeftFiles)
  expect(await isThere(left)).toBe(true)
  await files.remove('sweep', 'owner.txt')
  await world.work(sweepLeftFiles)
  expect(await isThere(left)).toBe(false)
})
