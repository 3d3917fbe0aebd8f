import { expect, test } from 'vitest'
import { inDays, toneOf, weekday } from './words.ts'

test.each([
  [-1, 'red'],
  [0, 'red'],
  [0.5, 'amber'],
  [4.99, 'amber'],
  [5, 'green'],
] as const)('%d days remaining are %s', (days, tone) => expect(toneOf(days)).toBe(tone))

test('days in words', () => {
  expect([inDays(1), inDays(0.5), inDays(2)]).toEqual(['1 day', '0.5 days', '2 days'])
  expect(weekday('2026-03-07')).toBe('Saturday')
})
