// @tests slow
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, testKey } from '../test/database.ts'
import { rowsIn } from '../test/second-installation.ts'

/** Month ends, leap day, New Year and midnight in Nairobi, wherever machine and database think. */

const story = fileURLToPath(new URL('../test/dated-story.ts', import.meta.url))
const zones = ['Africa/Nairobi', 'UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']

interface Said {
  moment: string
  today: string
  later: string[]
  from: string
  to: string
  years: number[]
  run: string
  slips: [name: string, days: string | null, gross: number][]
}
const told = new Map<string, Said[]>()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mshahara-zones-'))
  for (const TZ of zones) told.set(TZ, await tell(TZ))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function tell(TZ: string): Promise<Said[]> {
  const database = await cloneDatabase()
  const name = new URL(database.url).pathname.slice(1)
  await rowsIn(database.url, `alter database ${name} set timezone = '${TZ}'`, 'none')
  const env = { TZ, DATABASE_URL: database.url, SECRET_KEY: testKey, DATA_DIR: folder }
  const { stdout } = await promisify(execFile)(process.execPath, [story], {
    env: { ...process.env, ...env },
  })
  await database.drop()
  return JSON.parse(stdout)
}

test.each(zones.slice(1))('the same days under %s as in Nairobi', (zone) => {
  expect(told.get(zone)).toEqual(told.get('Africa/Nairobi'))
})

test('the day changes at midnight in Nairobi, and months end where they end', () => {
  const by = new Map(told.get('UTC')?.map((said) => [said.moment, said]))
  const at = (moment: string) => by.get(moment)
  expect(at('2026-02-28T20:59:59Z')).toMatchObject({ today: '2026-02-28', run: 'February' })
  expect(at('2026-02-28T21:00:00Z')).toMatchObject({ today: '2026-03-01', run: 'March' })
  expect(at('2026-03-31T20:59:59Z')).toMatchObject({
    today: '2026-03-31',
    later: ['2026-04-30', '2026-05-31', '2027-03-31'],
    from: '2026-03-31',
    to: '2026-04-30',
  })
  expect(at('2027-12-31T20:59:59Z')).toMatchObject({ today: '2027-12-31', run: 'December' })
  expect(at('2027-12-31T21:00:00Z')).toMatchObject({ today: '2028-01-01', run: 'January' })
  expect(at('2027-12-31T21:00:00Z')?.years[0]).toBe(2028)
  expect(at('2028-02-28T21:00:00Z')).toMatchObject({ today: '2028-02-29', run: 'February' })
  expect(at('2028-02-29T20:59:59Z')).toMatchObject({ today: '2028-02-29', to: '2028-03-29' })
})

test('whoever joins on a day of the month is paid for the days from it on', () => {
  const february = told.get('UTC')?.find(({ moment }) => moment === '2026-02-28T20:59:59Z')
  const days = Object.fromEntries(february?.slips.map(([name, text]) => [name, text]) ?? [])
  expect(days).toEqual({
    'Person A': '13 of 28 days',
    'Person B': '1 of 28 days',
    'Person D': null,
  })
})
