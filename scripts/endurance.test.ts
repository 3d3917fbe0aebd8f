import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parts } from './endurance-parts.ts'
import { type Line, markdownOf, merged } from './endurance-report.ts'

describe('the parts of npm run endurance', () => {
  test.each(parts.map((part) => [part.name, part] as const))('%s is a file of tests', (_, part) => {
    expect(existsSync(fileURLToPath(new URL(`../${part.file}`, import.meta.url)))).toBe(true)
    expect(part.minutes).toBeGreaterThan(0)
  })

  test('kills are shared between one server and two', () => {
    const [one, two] = parts.map(({ size }) => size({ kills: 1000 }).env)
    expect([one, two]).toEqual([
      { KILLS: '500', SERVERS: '1' },
      { KILLS: '500', SERVERS: '2' },
    ])
  })
})

describe('its report', () => {
  const line = (part: string, more: Partial<Line> = {}): Line => ({
    ...{ part, what: 'a | b', asked: '2 kills', seed: 7, seconds: 12, passed: true },
    ...{ figures: {}, faults: [], day: '2026-11-17', ...more },
  })

  test('keeps a part that was run again in its place', () => {
    const lines = [line('one'), line('two'), line('three')]
    const again = line('two', { seed: 8 })
    expect(merged(lines, again)).toEqual([lines[0], again, lines[2]])
    expect(merged(lines, line('four')).map(({ part }) => part)).toEqual([
      ...['one', 'two', 'three', 'four'],
    ])
  })

  test('names faults, and a cell stays one', () => {
    const figures = { kills: 1500, books: { ours: 1.5 } }
    const faults = ['lost:\n  a letter']
    const table = markdownOf('2 cores', [line('one', { passed: false, figures, faults })])
    expect(table).toContain(
      '| one | a \\| b | 2 kills | 7 | 12 s | **1 faults** | ' +
        'kills 1,500, books ours 1.5; lost: a letter | 2026-11-17 |',
    )
  })
})
