import { countedByYear, daysCounted } from '@mshahara/engine/leave-day-totals'
import { describe, expect, test } from 'vitest'
import { openWorld } from '../../test/world.ts'
import { linesOf } from './counting.ts'

/** Which days of a leave count (C5). */

const world = await openWorld()
/** Kenya's holidays around which the cases stand. */
const holidays = new Map(
  Object.entries({
    '2025-12-25': 'Christmas Day',
    '2025-12-26': 'Boxing Day',
    '2026-01-01': "New Year's Day",
    '2026-03-20': 'Idd-ul-Fitr',
    '2026-04-03': 'Good Friday',
    '2026-04-06': 'Easter Monday',
    '2026-05-01': 'Labour Day',
    '2026-06-01': 'Madaraka Day',
    '2026-10-10': 'Mazingira Day',
    '2026-12-12': 'Jamhuri Day',
    '2026-12-25': 'Christmas Day',
    '2026-12-26': 'Boxing Day',
    '2027-01-01': "New Year's Day",
    '2027-10-11': 'Mazingira Day',
  }).map(([day, name]) => [day, { name, expected: name === 'Idd-ul-Fitr' }]),
)
const five = { saturday: false, sunday: false }
const six = { saturday: true, sunday: false }
const seven = { saturday: true, sunday: true }
const sundays = { saturday: false, sunday: true }

interface Halves {
  half_start?: boolean
  half_end?: boolean
}
type Case = [days: number, start: string, end: string, how?: Halves]
type CountBy = 'working' | 'calendar'

async function linesFor([, start_date, end_date, how]: Case, pattern = five, count_by: CountBy) {
  const span = { start_date, end_date, half_start: false, half_end: false, ...how }
  const [lines = []] = await world.parts.db.inOrg({ organization_id: null }, (tx) =>
    linesOf(tx, [{ ...span, ...pattern, count_by }], holidays),
  )
  return lines
}

const count = async (given: Case, pattern = five, count_by: CountBy = 'working') =>
  daysCounted(await linesFor(given, pattern, count_by)) / 100

/** Counted by hand on a calendar. */
const weekdaysOnly: Case[] = [
  [1, '2026-03-02', '2026-03-02'],
  [5, '2026-03-02', '2026-03-06'],
  [5, '2026-03-02', '2026-03-08'],
  [6, '2026-03-02', '2026-03-09'],
  [0, '2026-03-07', '2026-03-08'],
  [2, '2026-03-06', '2026-03-09'],
  [4, '2026-03-16', '2026-03-20'],
  [0, '2026-03-20', '2026-03-22'],
  [0, '2026-04-03', '2026-04-06'],
  [8, '2026-03-30', '2026-04-10'],
  [4, '2026-04-27', '2026-05-03'],
  [0, '2026-05-30', '2026-06-01'],
  [21, '2026-02-02', '2026-03-02'],
  // Holidays on a Saturday move nothing.
  [5, '2026-10-05', '2026-10-11'],
  [5, '2026-12-07', '2026-12-13'],
  [4, '2026-12-21', '2026-12-27'],
  // Year ends.
  [6, '2026-12-28', '2027-01-05'],
  [4, '2026-12-28', '2027-01-03'],
  [8, '2025-12-22', '2026-01-05'],
  [0, '2027-01-01', '2027-01-03'],
  [4, '2027-10-11', '2027-10-15'],
  // Leap day.
  [1, '2028-02-29', '2028-02-29'],
  [3, '2028-02-28', '2028-03-01'],
  [2, '2027-02-28', '2027-03-02'],
  // Half days.
  [0.5, '2026-03-02', '2026-03-02', { half_start: true }],
  [0.5, '2026-03-02', '2026-03-02', { half_start: true, half_end: true }],
  [4.5, '2026-03-02', '2026-03-06', { half_start: true }],
  [4, '2026-03-02', '2026-03-06', { half_start: true, half_end: true }],
  // Half of a day that would not count anyway takes nothing.
  [5, '2026-03-02', '2026-03-07', { half_end: true }],
  [4, '2026-03-16', '2026-03-20', { half_end: true }],
]

describe('working days, Monday to Friday', () => {
  test.each(weekdaysOnly)('%d from %s to %s', async (...given) => {
    expect(await count(given as Case)).toBe(given[0])
  })
})

describe('working days where Saturday or Sunday is one', () => {
  test.each<[number, string, string, typeof six]>([
    [6, '2026-03-02', '2026-03-08', six],
    [7, '2026-03-02', '2026-03-08', seven],
    [6, '2026-03-02', '2026-03-08', sundays],
    [5, '2026-10-05', '2026-10-11', six],
    [4, '2026-12-21', '2026-12-27', six],
    [1, '2026-04-03', '2026-04-04', six],
  ])('%d from %s to %s', async (days, start, end, pattern) => {
    expect(await count([days, start, end], pattern)).toBe(days)
  })
})

describe('calendar days', () => {
  test.each<Case>([
    [14, '2026-03-02', '2026-03-15'],
    [31, '2025-12-15', '2026-01-14'],
    [92, '2026-06-01', '2026-08-31'],
    [2, '2028-02-28', '2028-02-29'],
    [13.5, '2026-03-02', '2026-03-15', { half_start: true }],
  ])('%d from %s to %s', async (...given) => {
    expect(await count(given, five, 'calendar')).toBe(given[0])
  })
})

test('every day is told line by line', async () => {
  const given: Case = [0, '2026-04-02', '2026-04-07', { half_end: true }]
  const lines = await linesFor(given, five, 'working')
  expect(
    lines.map(({ day, weekday, counts, why, name }) => [day, weekday, counts, why, name]),
  ).toEqual([
    ['2026-04-02', 'Thursday', 100, 'counts', undefined],
    ['2026-04-03', 'Friday', 0, 'holiday', 'Good Friday'],
    ['2026-04-04', 'Saturday', 0, 'weekend', undefined],
    ['2026-04-05', 'Sunday', 0, 'weekend', undefined],
    ['2026-04-06', 'Monday', 0, 'holiday', 'Easter Monday'],
    ['2026-04-07', 'Tuesday', 50, 'half day', undefined],
  ])
})

test('across two years each takes its own part', async () => {
  const lines = await linesFor([0, '2026-12-28', '2027-01-05'], five, 'working')
  expect([...countedByYear(lines)]).toEqual([
    [2026, 400],
    [2027, 200],
  ])
})

test('a span that ends before it begins has no days', async () => {
  expect(await linesFor([0, '2026-03-03', '2026-03-02'], five, 'working')).toEqual([])
})

test('each day keeps the rule it was counted by, and says where a holiday is an estimate', async () => {
  const told = async (pattern: typeof five, count_by: CountBy = 'working') => {
    const lines = await linesFor([0, '2026-03-20', '2026-03-21'], pattern, count_by)
    return lines.map(({ rule, expected }) => [rule, expected])
  }
  expect(await told(five)).toEqual([
    ['mon-fri', true],
    ['mon-fri', undefined],
  ])
  expect((await told(six))[1]).toEqual(['mon-sat', undefined])
  expect((await told(seven))[1]).toEqual(['mon-sun', undefined])
  expect((await told(sundays))[1]).toEqual(['mon-fri sun', undefined])
  expect((await told(five, 'calendar'))[0]).toEqual(['calendar', undefined])
})
