import { describe, expect, test } from 'vitest'
import { monthsLate, penaltyOn, penaltyRule } from './penalties.ts'

test.each([
  ['2026-03-12', '2026-03-12', 0],
  ['2026-03-12', '2026-03-13', 1],
  ['2026-03-12', '2026-04-12', 1],
  ['2026-03-12', '2026-04-13', 2],
  ['2026-01-31', '2026-02-28', 1],
  ['2026-01-31', '2026-03-01', 2],
  ['2026-12-11', '2027-01-12', 2],
])('what was due on %s is late on %s by %i months', (due, day, months) => {
  expect(monthsLate(due, day)).toBe(months)
})

test('a penalty is known only where a source names it', () => {
  expect(penaltyRule('housing', '2026-02')?.value.monthly).toBe(300)
  expect(penaltyRule('housing', '2023-10')).toBeUndefined()
  for (const what of ['paye', 'nssf', 'health', 'nita', 'helb'] as const) {
    expect(penaltyRule(what, '2026-02')).toBeUndefined()
  }
})

describe('3% a month', () => {
  const rule = { monthly: 300 }
  const owing = { due: '2026-03-12', amount: 100_000, today: '2026-05-01', paid: [] }

  test('is of all that is open, until today', () => {
    expect(penaltyOn(rule, owing)).toEqual({
      amount: 6_000,
      working: ['3% × 2 months × 1,000 (still open) = 60'],
    })
    expect(penaltyOn(rule, { ...owing, today: '2026-03-12' })).toEqual({ amount: 0, working: [] })
  })

  test('is of each part for as long as it was unpaid', () => {
    const paid = [
      { amount: 40_000, paid_on: '2026-03-12' },
      { amount: 30_000, paid_on: '2026-04-01' },
    ]
    expect(penaltyOn(rule, { ...owing, paid })).toEqual({
      amount: 900 + 1_800,
      working: [
        '3% × 1 month × 300 (paid on 2026-04-01) = 9',
        '3% × 2 months × 300 (still open) = 18',
      ],
    })
  })

  test('is of no more than is due, and of nothing that comes back', () => {
    const paid = [{ amount: 150_000, paid_on: '2026-04-01' }]
    expect(penaltyOn(rule, { ...owing, paid }).amount).toBe(3_000)
    expect(penaltyOn(rule, { ...owing, amount: -5_000 }).amount).toBe(0)
  })
})
