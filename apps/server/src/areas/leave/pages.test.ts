import { expect, test } from 'vitest'
import { pageOf } from './balances.ts'

const years = [
  { year: 2027, count: 3 },
  { year: 2026, count: 10 },
  { year: 2025, count: 10 },
]

test.each([
  [0, 3, [2027], 0],
  [0, 4, [2027, 2026], 0],
  [2, 10, [2027, 2026], 0],
  [3, 10, [2026], 3],
  [12, 1, [2026], 3],
  [12, 2, [2026, 2025], 3],
  [13, 5, [2025], 13],
  [0, 100, [2027, 2026, 2025], 0],
  [23, 10, [], 23],
  [0, 0, [], 0],
])('from %d on, %d rows are about %j', (offset, limit, on, before) => {
  expect(pageOf(years, offset, limit)).toEqual({ on, before })
})
