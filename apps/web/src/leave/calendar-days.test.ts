import { expect, test } from 'vitest'
import { daysOf, isRest, startOf, stepped } from './calendar-days.ts'

test('a month and a week', () => {
  expect(daysOf('month', '2028-02-10')).toHaveLength(29)
  expect(daysOf('week', '2026-03-08')).toEqual([
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
    '2026-03-05',
    '2026-03-06',
    '2026-03-07',
    '2026-03-08',
  ])
  expect(startOf('week', '2026-03-02')).toBe('2026-03-02')
})

test.each([
  ['month', '2026-12-31', 1, '2027-01-01'],
  ['month', '2026-01-31', -1, '2025-12-01'],
  ['week', '2026-03-10', 1, '2026-03-16'],
  ['week', '2026-01-01', -1, '2025-12-22'],
] as const)('a %s from %s, step %d: %s', (view, day, by, next) => {
  expect(stepped(view, day, by)).toBe(next)
})

test('days of rest', () => {
  const five = { work_saturday: false, work_sunday: false }
  const six = { work_saturday: true, work_sunday: false }
  expect(['2026-03-06', '2026-03-07', '2026-03-08'].map((day) => isRest(day, five))).toEqual([
    false,
    true,
    true,
  ])
  expect(isRest('2026-03-07', six)).toBe(false)
})
