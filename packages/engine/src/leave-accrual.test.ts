import { describe, expect, test } from 'vitest'
import { accruedBy, anniversaryIn, carriedOver, expiring, monthlyShare } from './leave-accrual.ts'

const sum = (list: { days: number }[]) => list.reduce((all, { days }) => all + days, 0)
const always = { joined: '2020-01-01', left: null }

describe('monthly accrual', () => {
  test('is 1.75 in each month of 21 days, and twelve of them are 21 exactly', () => {
    const shares = Array.from({ length: 12 }, (_, at) => monthlyShare(2100, at + 1))
    expect(new Set(shares)).toEqual(new Set([175]))
    expect(shares.reduce((a, b) => a + b)).toBe(2100)
  })
  test.each([2500, 3000, 1400, 1, 99, 2333])('never drifts: %d', (yearly) => {
    expect(sum(accruedBy('2027-01-01', 2026, yearly, always, 'pro rata'))).toBe(yearly)
  })
  test('counts months that are over', () => {
    const until = (today: string) => sum(accruedBy(today, 2026, 2100, always, 'pro rata'))
    expect(until('2026-01-31')).toBe(0)
    expect(until('2026-02-01')).toBe(175)
    expect(until('2026-03-10')).toBe(350)
    expect(until('2026-12-31')).toBe(1925)
    expect(until('2025-12-31')).toBe(0)
  })
  test('of a joiner is by days, or begins with the next month', () => {
    const joiner = { joined: '2026-02-15', left: null }
    expect(accruedBy('2026-05-01', 2026, 2100, joiner, 'pro rata')).toEqual([
      { month: '2026-02', days: 88 },
      { month: '2026-03', days: 175 },
      { month: '2026-04', days: 175 },
    ])
    expect(sum(accruedBy('2026-05-01', 2026, 2100, joiner, 'next month'))).toBe(350)
  })
  test('of a leaver ends with the last completed month', () => {
    const until = (left: string) =>
      sum(accruedBy('2026-12-01', 2026, 2100, { joined: '2020-01-01', left }, 'pro rata'))
    expect(until('2026-03-30')).toBe(350)
    expect(until('2026-03-31')).toBe(525)
    expect(until('2025-06-30')).toBe(0)
  })
})

test.each([
  [2026, '2024-05-10', '2026-05-10'],
  [2024, '2024-05-10', null],
  [2025, '2024-02-29', '2025-02-28'],
  [2028, '2024-02-29', '2028-02-29'],
  [2020, '2024-02-29', null],
])('in %d whoever joined on %s completes a year on %s', (year, joined, day) => {
  expect(anniversaryIn(year, joined)).toBe(day)
})

test.each([
  [500, 1000, 500],
  [1500, 1000, 1000],
  [1500, null, 1500],
  [1500, 0, 0],
  [-300, 1000, 0],
  [-300, null, 0],
])('of %d with a limit of %s, %d are carried over', (left, limit, carried) => {
  expect(carriedOver(left, limit)).toBe(carried)
})

describe('ten carried days that end on 31 March', () => {
  test.each([
    [0, 3100, 1000],
    [800, 2300, 200],
    [1000, 2100, 0],
    [1200, 1900, 0],
    // Days already promised for later are not taken away.
    [0, 300, 300],
    [0, -200, 0],
  ])('%d taken until then, %d left: %d expire', (taken, remaining, gone) => {
    expect(expiring({ carried: 1000, taken, expired: 0, remaining })).toBe(gone)
  })
  test('what was promised in time and is given back afterwards expires then', () => {
    expect(expiring({ carried: 1000, taken: 200, expired: 300, remaining: 900 })).toBe(500)
  })
  test('leave in time that is recorded afterwards has them back', () => {
    expect(expiring({ carried: 1000, taken: 800, expired: 1000, remaining: 0 })).toBe(-800)
  })
})
