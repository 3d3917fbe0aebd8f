import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../foundation/core/clock.ts'
import { secretsFrom } from '../../foundation/core/secrets.ts'
import { type Callback, openShelter, type Shelter } from './shelter.ts'

/** Callbacks in files: whole or not there, sealed, and never more than so many. */

const folders: string[] = []
let folder = ''
let shelter: Shelter
const secrets = secretsFrom('a key')
const most = { count: 20, bytes: 40_000 }

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'mshahara-shelter-')), 'callbacks')
  folders.push(folder)
  shelter = openShelter(folder, secrets, systemClock, most)
})
afterAll(async () => {
  for (const one of folders) await rm(join(one, '..'), { recursive: true, force: true })
})

const callback = (source = '196.201.214.200', text = '{"phone":"254722718281"}'): Callback => ({
  arrival: randomUUID(),
  hash: randomBytes(32).toString('hex'),
  kind: 'result',
  text,
  source,
  at: '2026-03-10T09:00:00.000Z',
})
const many = (count: number, source?: string) =>
  Array.from({ length: count }, () => callback(source))

it('gives back what it was given, in the order in which it came', async () => {
  const [first, second] = [many(2), many(1)]
  expect(await shelter.put(first)).toEqual([true, true])
  await shelter.put(second)
  const names = await shelter.list()
  const read = await Promise.all(names.map((name) => shelter.read(name)))
  expect(read.flat().map(({ arrival }) => arrival)).toEqual(
    [...first, ...second].map(({ arrival }) => arrival),
  )
  for (const name of names) await shelter.remove(name)
  expect(await readdir(folder)).toEqual([])
})

it('names nobody to whoever reads the disk, and opens for nothing but its own name', async () => {
  await shelter.put(many(1))
  const [name = ''] = await shelter.list()
  const bytes = await readFile(join(folder, name))
  expect(bytes.toString('latin1')).not.toContain('254722718281')
  const other = name.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  await writeFile(join(folder, other), bytes)
  await expect(shelter.read(other)).rejects.toThrow()
})

describe('is bounded', () => {
  it('for one sender, who leaves half of it to the others', async () => {
    expect(await shelter.put(many(8, '203.0.113.7'))).toEqual(Array(8).fill(true))
    expect(await shelter.put(many(3, '203.0.113.7'))).toEqual([false, false, false])
    // The same block of addresses is the same sender.
    expect(await shelter.put(many(9, '2001:db8:1:2::1'))).toEqual(Array(9).fill(true))
    expect(await shelter.put(many(2, '2001:db8:1:2::ffff'))).toEqual([false, false])
    const mixed = [callback('196.201.214.200'), callback('203.0.113.7')]
    expect(await shelter.put(mixed)).toEqual([true, true])
  })

  it('in all, however many senders there are, and after a restart', async () => {
    for (let sender = 1; sender <= 10; sender += 1) {
      expect(await shelter.put(many(2, `203.0.113.${sender}`))).toEqual([true, true])
    }
    expect(await shelter.put(many(1, '198.51.100.1'))).toEqual([false])
    const again = openShelter(folder, secrets, systemClock, most)
    expect(await again.put(many(1, '198.51.100.2'))).toEqual([false])
    const [oldest = ''] = await again.list()
    await again.remove(oldest)
    expect(await again.put(many(1, '198.51.100.2'))).toEqual([true])
  })

  it('in bytes', async () => {
    const large = 'x'.repeat(15_000)
    expect(await shelter.put([callback('203.0.113.1', large)])).toEqual([true])
    expect(await shelter.put([callback('203.0.113.1', large)])).toEqual([false])
    expect(await shelter.put([callback('203.0.113.2', large)])).toEqual([true])
    expect(await shelter.put([callback('203.0.113.3', large)])).toEqual([false])
  })
})

it('what a killed server has half written is no callback, and goes', async () => {
  await shelter.put(many(1))
  const half = join(folder, '000001700000000_0123456789abcdef_1_10_half.part')
  await writeFile(half, 'half')
  expect(await shelter.list()).toHaveLength(1)
  expect(await readdir(folder)).toHaveLength(2)
  await utimes(half, new Date(0), new Date(0))
  expect(await shelter.list()).toHaveLength(1)
  expect(await readdir(folder)).toHaveLength(1)
})

it('what cannot be stored is set aside, and still counts', async () => {
  await shelter.put(many(10, '203.0.113.1'))
  const [name = ''] = await shelter.list()
  await shelter.setAside(name)
  expect(await shelter.list()).toEqual([])
  expect(await shelter.put(many(1, '203.0.113.1'))).toEqual([false])
})
