import { expect, test } from 'vitest'
import type { DayCount } from './leave-day-totals.ts'
import { type BalanceEntry, comingBack, freeFor, type Standing } from './leave-standing.ts'

/** Ten days carried into 2027 until 31 March, 1.75 earned with each month. */

const entry = (kind: string, day: string, entitled: number): BalanceEntry => ({
  ...{ kind, day, entitled, used: 0, pending: 0, of_request: false },
})
const carried = entry('carry-over', '2027-01-01', 1000)
const earned = ['02', '03', '04', '05'].map((month) => entry('accrual', `2027-${month}-01`, 175))
const lost = entry('expiry', '2027-03-31', -1000)

const days = (month: string, count: number): DayCount[] =>
  Array.from({ length: count }, (_, at) => ({
    day: `2027-${month}-${String(at + 1).padStart(2, '0')}`,
    counts: 100 as const,
  }))

const free = (asked: DayCount[], today: string, given: Partial<Standing> = {}) =>
  freeFor(
    asked,
    {
      ...{ year: 2027, promised: [], last_carried: '2027-03-31' },
      entries: [carried, ...earned.filter(({ day }) => day <= today)],
      ...given,
    },
    today,
  ) / 100

test('carried days serve days until they expire, and none later', () => {
  expect(free(days('03', 5), '2027-02-10')).toBe(11.75)
  expect(free(days('05', 5), '2027-02-10')).toBe(1.75)
  expect(free([...days('03', 4), ...days('05', 2)], '2027-02-10')).toBe(5.75)
  // Eleven days of March take the ten, and one of what was earned.
  const asked = { ...entry('reservation', '2027-02-01', 0), pending: 1100, of_request: true }
  const entries = [carried, earned[0] as BalanceEntry, asked]
  expect(free(days('05', 1), '2027-02-10', { promised: days('03', 11), entries })).toBe(0.75)
})

test('leave that is recorded later has what was there then', () => {
  const entries = [carried, ...earned, lost]
  // Seven were earned, and two come back of those that were lost.
  expect(free(days('02', 2), '2027-05-10', { entries })).toBe(9)
  // Sixteen in all, of which February had the ten and what January earned.
  expect(free(days('02', 9), '2027-05-10', { entries })).toBe(11.75)
  expect(free(days('04', 6), '2027-05-10', { entries })).toBe(5.25)
  expect(free(days('06', 6), '2027-05-10', { entries })).toBe(7)
})

test('what staff have put right counts from the beginning', () => {
  const entries = [earned[3] as BalanceEntry, entry('adjustment', '2027-05-04', 300)]
  expect(free(days('02', 2), '2027-05-10', { entries })).toBe(3)
})

test('of a year that was closed, what lapsed comes back first, then what was carried', () => {
  const year = (entries: BalanceEntry[], more: Partial<Standing> = {}): Standing => ({
    ...{ year: 2027, promised: [], last_carried: '2027-03-31', entries, ...more },
  })
  // Of 21 days eleven lapsed.
  const closed = year(
    [
      entry('accrual', '2026-12-01', 2100),
      { ...carried, entitled: -1000 },
      entry('expiry', '2027-01-01', -1100),
    ],
    { year: 2026, last_carried: '2026-12-31' },
  )
  const back = (days: number, next?: Standing) => {
    const { lapsed, carried, cost } = comingBack(days * 100, closed, next)
    return [lapsed, carried, cost].map((hundredths) => hundredths / 100)
  }
  expect(back(5, year([carried]))).toEqual([5, 0, 0])
  expect(back(15, year([carried]))).toEqual([11, 4, 4])
  expect(back(30, year([carried]))).toEqual([11, 10, 10])
  expect(back(15)).toEqual([11, 0, 0])
  expect(back(0, year([carried]))).toEqual([0, 0, 0])
  // Eight of the ten were taken: two are left, and what was earned since.
  const used = { ...entry('use', '2027-01-05', 0), used: 800, of_request: true }
  const taken = { promised: days('01', 8) }
  expect(back(30, year([carried, used], taken))).toEqual([11, 2, 2])
  expect(back(30, year([carried, used, earned[0] as BalanceEntry], taken))).toEqual([
    11, 3.75, 3.75,
  ])
  // Lost since, they cost the new year nothing.
  expect(back(15, year([carried, ...earned, lost]))).toEqual([11, 4, 0])
  const lostTwo = { ...lost, entitled: -200 }
  expect(back(30, year([carried, used, ...earned, lostTwo], taken))).toEqual([11, 9, 7])
})
