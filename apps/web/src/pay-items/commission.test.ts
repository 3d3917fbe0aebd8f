import { expect, test } from 'vitest'
import { commissionOf, sum } from './commission.ts'

test.each([
  [150_000, 100_000, 2.5, 1250],
  [100_000, 100_000, 2.5, 0],
  [99_999.99, 100_000, 100, 0],
  [100_000.2, 100_000, 2.5, 0.01],
  [100_000.19, 100_000, 2.5, 0],
  [1_000_000_000, 0, 100, 1_000_000_000],
  [0, 0, 10, 0],
])('%d above %d at %d%% earns %d', (revenue, threshold, rate, commission) => {
  expect(commissionOf(revenue, threshold, rate)).toBe(commission)
})
test('many small amounts add up to the cent', () => {
  expect(sum([0.1, 0.2, 0.3])).toBe(0.6)
  expect(sum([])).toBe(0)
})
