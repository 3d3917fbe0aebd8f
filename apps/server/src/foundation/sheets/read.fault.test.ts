// @tests slow
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { wideRows, xlsWithEndlessLinks, xlsx } from '../../test/spreadsheets.ts'
import type { Column } from './columns.ts'
import { readSheet } from './read.ts'

/** Readers that run out of memory or time, or are killed: real files, real processes. */

const name: Column = { key: 'name', title: 'First Name', kind: 'text', examples: ['', ''] }
const good = xlsx([['First Name'], ['Amani']])
const large = xlsx([['First Name'], ...Array.from({ length: 6_000 }, () => Array(20).fill('x'))])

const read = (organization_id: string, bytes: Uint8Array, patient = false) =>
  readSheet(bytes, [name], { organization_id, patient }).then(
    ({ rows }) => `${rows.length} rows`,
    (error) => `${error.status} ${error.message}`,
  )

/** The readers this process has started and not yet seen the end of. */
const readers = () =>
  readdirSync('/proc').filter((pid) => {
    try {
      const [, parent] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
      const isOurs = Number(parent) === process.pid
      return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sheets/reader')
    } catch {
      return false
    }
  })

describe('a reader', () => {
  test('without memory costs nobody but whoever sent the file', async () => {
    const begun = performance.now()
    const bad = read('noisy', wideRows(['First Name'], 120_000))
    const quiet = await read('quiet', good)
    expect(quiet).toBe('1 rows')
    expect(performance.now() - begun).toBeLessThan(25_000)
    // On a machine with much else to do, its time may run out first.
    expect(await bad).toMatch(/^422 .*(unpacks to more than|takes too long)/)
    expect(await read('noisy', good)).toBe('1 rows')
  })

  test('without end is ended', async () => {
    const begun = performance.now()
    expect(await read('noisy', xlsWithEndlessLinks([['First Name'], ['x']], 60))).toMatch(
      /^422 .*takes too long to read/,
    )
    expect(performance.now() - begun).toBeLessThan(60_000)
    expect(readers()).toEqual([])
    expect(await read('noisy', good)).toBe('1 rows')
  })

  test('killed from outside is told as a file that cannot be read', async () => {
    const reading = read('home', large)
    let [pid] = readers()
    for (; !pid; [pid] = readers()) await pause(5)
    process.kill(Number(pid), 'SIGKILL')
    expect(await reading).toMatch(/^422 /)
    expect(await read('home', large)).toBe('6000 rows')
  })

  test('knows nothing of the server', async () => {
    process.env.SECRET_OF_THE_SERVER = 'never told'
    const reading = read('home', large)
    let [pid] = readers()
    for (; !pid; [pid] = readers()) await pause(5)
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    const open = readdirSync(`/proc/${pid}/fd`).length
    await reading
    delete process.env.SECRET_OF_THE_SERVER
    expect(environment).not.toContain('SECRET_OF_THE_SERVER')
    expect(environment).not.toContain('PATH=')
    expect(open).toBeLessThan(40)
  })
})

test('a noisy organisation neither takes all readers nor the turn of a quiet one', async () => {
  const noisy = Array.from({ length: 3 }, () => read('noisy', large, true))
  await pause(300)
  expect(readers()).toHaveLength(1)
  const begun = performance.now()
  for (let round = 0; round < 3; round += 1) expect(await read('quiet', good)).toBe('1 rows')
  const quiet = performance.now() - begun
  expect(await Promise.all(noisy)).toEqual(Array(3).fill('6000 rows'))
  const whole = performance.now() - begun
  expect(quiet).toBeLessThan(whole / 2)
})
