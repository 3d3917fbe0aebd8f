import { describe, expect, test } from 'vitest'
import { beatDue, idleState } from './idle.ts'

const start = Date.parse('2026-03-05T08:00:00Z')
const after = (seconds: number) => start + seconds * 1000

describe('inactivity', () => {
  test.each([
    [0, 'active'],
    [269.9, 'active'],
    [270, 'warned'],
    [299.9, 'warned'],
    [300, 'out'],
    [36_000, 'out'],
  ])('after %d s: %s', (seconds, expected) => {
    expect(idleState(after(seconds), start)).toBe(expected)
  })
  test('a clock set back signs nobody out', () => {
    expect(idleState(after(-500), start)).toBe('active')
  })
})

describe('the heartbeat', () => {
  test('once a minute while somebody is active', () => {
    expect(beatDue(after(60), after(59), start)).toBe(true)
    expect(beatDue(after(59), after(58), start)).toBe(false)
  })
  test('not for somebody who went away', () => {
    expect(beatDue(after(120), start, start)).toBe(false)
  })
})
