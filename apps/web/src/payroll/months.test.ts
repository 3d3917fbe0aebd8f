import { expect, test } from 'vitest'
import { defaultMonth, yearsToRun } from './months.ts'

test('until the 8th the last month is run, after it this one', () => {
  expect(defaultMonth('2026-11-09')).toEqual({ month: 'November', year: 2026 })
  expect(defaultMonth('2026-11-08')).toEqual({ month: 'October', year: 2026 })
  expect(defaultMonth('2026-01-08')).toEqual({ month: 'December', year: 2025 })
  expect(defaultMonth('2026-12-31')).toEqual({ month: 'December', year: 2026 })
})

test('years from 2024 to this one', () => {
  expect(yearsToRun('2026-02-01')).toEqual(['2024', '2025', '2026'])
})
