// @tests slow
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runScript } from '../test/commands.ts'
import { cloneDatabase } from '../test/database.ts'
import { addEmployee } from '../test/office.ts'
import { makeWorld, type World } from '../test/world.ts'

/** One person's data, as an operator types it. */

let world: World
let folder: string
let organization: string
let whom: string[]

beforeEach(async () => {
  world = await makeWorld()
  folder = await mkdtemp(join(tmpdir(), 'mshahara-person-'))
  organization = await world.addOrganization()
  const left = { status: 'terminated', termination_date: '2015-01-31' } as const
  const id = await addEmployee(world, organization, {
    first_name: 'Nyambura',
    employment_date: '2012-01-01',
    ...left,
  })
  whom = ['--organization', organization, '--employee', id]
})
afterEach(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (script: string, words: string[] = [], env: Record<string, string> = {}) =>
  runScript(script, words, { DATABASE_URL: world.databaseUrl, DATA_DIR: folder, ...env })

test('is taken out, erased, and stays so through backup and restore', async () => {
  const path = join(folder, 'person.zip')
  expect((await run('person-export.ts', whom)).said).toMatch(/^Usage: npm run person:export/)
  expect(await run('person-export.ts', [...whom, path])).toMatchObject({ code: 0 })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const archive = unzipSync(await readFile(path))
  expect(strFromU8(archive['person.json'] as Uint8Array)).toContain('Nyambura')
  expect((await run('person-export.ts', [...whom, path])).said).toMatch(/is there already/)

  expect((await run('person-erase.ts', whom)).said).toMatch(/^Usage: npm run person:erase/)
  const done = await run('person-erase.ts', [...whom, '--reason', 'The legal period is over'])
  expect(done).toMatchObject({ code: 0, said: expect.stringMatching(/Erased: the person/) })
  expect(await world.rows(`select from employees where first_name = 'Nyambura'`)).toEqual([])

  const backup = join(folder, 'backup.gz')
  expect(await run('backup.ts', [backup])).toMatchObject({ code: 0 })
  const database = await cloneDatabase()
  const there = { DATABASE_URL: database.url }
  expect(await run('restore.ts', [backup], there)).toMatchObject({ code: 0 })
  for (const where of [{}, there]) {
    const found = await run('logs-verify.ts', [], where)
    expect(found.said).toMatch(/The words of 2 entries about one person were erased/)
    expect(found).toMatchObject({ code: 0, said: expect.stringMatching(/ 0 faults/) })
  }
  await database.drop()
})

test('of a casual worker is taken out and erased in the same way', async () => {
  const [casual] = await world.rows(
    `insert into casuals (organization_id, casual_no, first_name, last_name, id_number, phone, pay,
       employment_date, status, termination_date)
     values ($1, 'C-TC-0007', 'Nekesa', 'Barasa', '12345670', '0712345670', 850, '2012-01-01',
       'terminated', '2015-01-31') returning id`,
    [organization],
  )
  const path = join(folder, 'casual.zip')
  const called = ['--organization', organization, '--casual', 'c-tc-0007']
  expect((await run('person-export.ts', called)).said).toMatch(/--employee\|--casual ID_OR_NUMBER/)
  expect(await run('person-export.ts', [...called, path])).toMatchObject({ code: 0 })
  const archive = unzipSync(await readFile(path))
  expect(strFromU8(archive['person.json'] as Uint8Array)).toContain('Nekesa')
  const done = await run('person-erase.ts', [...called, '--reason', 'The legal period is over'])
  expect(done).toMatchObject({ code: 0, said: expect.stringMatching(/Erased: the person/) })
  const left = await world.rows('select first_name, phone from casuals where id = $1', [casual?.id])
  expect(left).toEqual([{ first_name: 'Erased', phone: '' }])
})

test('is not erased while the person is employed', async () => {
  const id = await addEmployee(world, organization)
  const asked = ['--organization', organization, '--employee', id, '--reason', 'They asked for it']
  const told = await run('person-erase.ts', asked)
  expect(told).toMatchObject({ code: 1, said: expect.stringMatching(/still employed/) })
})
