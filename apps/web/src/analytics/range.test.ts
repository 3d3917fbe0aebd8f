import { expect, test } from 'vitest'
import { faultOf, rangeOf, titleOf, withEnd, yearsOf } from './range.ts'

test('without a choice it is January of this year to this month', () => {
  expect(rangeOf({}, '2026-11')).toEqual({ from: '2026-01', to: '2026-11' })
  expect(rangeOf({ from: '2025-13', to: 'soon' }, '2026-01')).toEqual({
    from: '2026-01',
    to: '2026-01',
  })
  expect(rangeOf({ from: '2024-05', to: '2025-02' }, '2026-01')).toEqual({
    from: '2024-05',
    to: '2025-02',
  })
})

test('a range that ends before it begins, or never ends, is refused in words', () => {
  expect(faultOf({ from: '2026-01', to: '2026-01' })).toBeUndefined()
  expect(faultOf({ from: '2026-02', to: '2026-01' })).toMatch(/cannot be before/)
  expect(faultOf({ from: '2015-01', to: '2024-12' })).toBeUndefined()
  expect(faultOf({ from: '2015-01', to: '2025-01' })).toMatch(/10 years at most/)
})

test('is told in full, and its years can be chosen', () => {
  const range = { from: '2025-12', to: '2026-03' }
  expect(titleOf('All Employees', range)).toBe('All Employees (December 2025 to March 2026)')
  expect(yearsOf([2026, 2024], ['2025', '2026'])).toEqual(['2026', '2025', '2024'])
})

test('is moved at one end, by year or by month', () => {
  const range = { from: '2025-12', to: '2026-03' }
  expect(withEnd(range, 'from', { year: '2024' })).toEqual({ from: '2024-12', to: '2026-03' })
  expect(withEnd(range, 'to', { month: '11' })).toEqual({ from: '2025-12', to: '2026-11' })
})
