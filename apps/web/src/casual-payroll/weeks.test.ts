import { expect, test } from 'vitest'
import { skippedWords } from './skipped.ts'
import { lastWeek, weekOf, weekToPay } from './weeks.ts'

test.each([
  ['2026-11-15', '2026-11-15', '2026-11-21', '2026-11-02', '2026-11-08'],
  ['2026-11-16', '2026-11-15', '2026-11-21', '2026-11-09', '2026-11-15'],
  ['2026-11-21', '2026-11-15', '2026-11-21', '2026-11-09', '2026-11-15'],
  ['2026-01-01', '2025-12-28', '2026-01-03', '2025-12-22', '2025-12-28'],
])('%s', (day, sunday, saturday, from, to) => {
  expect(weekOf(day)).toEqual({ from: sunday, to: saturday })
  expect(lastWeek(day)).toEqual({ from, to })
})

test('who was left out is told in words', () => {
  expect(skippedWords({ skipped: 0, without_days: 0, partly: 0 })).toBe('')
  expect(skippedWords({ skipped: 1, without_days: 0, partly: 0 })).toBe(
    '1 casual was left out: already in a payroll for all of these days.',
  )
  expect(skippedWords({ skipped: 3, without_days: 2, partly: 1 })).toBe(
    '3 casuals were left out: already in a payroll for all of these days. ' +
      '1 casual is paid for the days that no other payroll has. ' +
      '2 casuals have no day on the muster roll.',
  )
})

const run = (from: string, to: string, status = 'confirmed') => ({ from, to, status })
test.each([
  ['before the first payroll, the week that is over', [], '2026-11-09'],
  [
    'the week that was forgotten',
    [run('2026-10-19', '2026-10-25'), run('2026-11-02', '2026-11-08')],
    '2026-10-26',
  ],
  ['after the last of them, the next', [run('2026-11-09', '2026-11-15')], '2026-11-16'],
  [
    'one that was reversed again',
    [run('2026-11-02', '2026-11-08'), run('2026-11-09', '2026-11-15', 'reversed')],
    '2026-11-09',
  ],
  ['nothing before the first one', [run('2026-11-02', '2026-11-08')], '2026-11-09'],
  ['no week that a payroll has some days of', [run('2026-11-02', '2026-11-11')], '2026-11-16'],
])('on 18 November is proposed: %s', (_, runs, from) => {
  expect(weekToPay(runs, '2026-11-18').from).toBe(from)
})
