import { describe, expect, test } from 'vitest'
import { dayOf } from '../../foundation/core/clock.ts'
import { creditOf, type Period, quote, type Wanted, worthOf } from './quote.ts'

/** A19, case by case. Amounts are shillings here, cents in the program. */

const period = (paid: number, from: string, to: string, anchor_day = Number(from.slice(8))) =>
  ({ paid: paid * 100, from, to, anchor_day }) satisfies Period

function told(
  given: Partial<Omit<Wanted, 'price' | 'balance'>> & { price?: number; balance?: number },
) {
  const { price = 7500, balance = 0, ...rest } = given
  const made = quote({
    type: 'upgrade',
    duration: 1,
    today: '2026-03-10',
    periods: [],
    ...rest,
    price: price * 100,
    balance: balance * 100,
  })
  return { ...made, amount: made.amount / 100, credit: made.credit / 100 }
}

describe('the price', () => {
  test.each([
    [1, 7_500, 0],
    [3, 22_500, 0],
    [6, 45_000, 0],
    [9, 67_500, 0],
    [12, 82_500, 750_000],
  ] as const)('of %i months', (duration, amount, discount) => {
    expect(told({ duration })).toMatchObject({ amount, discount, credit: 0 })
  })

  test('of an old package with cents is rounded up to a whole shilling', () => {
    expect(told({ price: 2499.5 }).amount).toBe(2500)
    expect(told({ price: 2499.5, duration: 3 }).amount).toBe(7499)
  })
})

describe('renewing', () => {
  const basic = { type: 'renew', price: 2500 } as const
  test.each([
    ['early adjoins the period', '2026-02-20', '2026-03-20', 1, '2026-03-20', '2026-04-20'],
    ['on the last day adjoins it', '2026-02-11', '2026-03-11', 1, '2026-03-11', '2026-04-11'],
    ['on the day it ended begins today', '2026-02-10', '2026-03-10', 1, '2026-03-10', '2026-04-10'],
    ['late begins today', '2025-11-02', '2026-02-02', 3, '2026-03-10', '2026-06-10'],
    ['for a year gives twelve months', '2026-02-20', '2026-03-20', 12, '2026-03-20', '2027-03-20'],
    [
      'from the 31st ends with the month',
      '2025-12-31',
      '2026-03-31',
      1,
      '2026-03-31',
      '2026-04-30',
    ],
  ] as const)('%s', (_, begun, ended, duration, from, to) => {
    const made = told({ ...basic, duration, periods: [period(2500, begun, ended)] })
    expect(made).toMatchObject({ from, to, credit: 0 })
  })

  test('adjoins the last of several', () => {
    const periods = [
      period(2500, '2026-03-01', '2026-04-01'),
      period(2500, '2026-04-01', '2026-05-01'),
    ]
    expect(told({ ...basic, periods })).toMatchObject({ from: '2026-05-01', to: '2026-06-01' })
  })

  test('a short month takes no days from the next', () => {
    const short = period(2500, '2026-01-31', '2026-02-28', 31)
    const made = told({ ...basic, today: '2026-02-10', periods: [short] })
    expect(made).toMatchObject({ from: '2026-02-28', to: '2026-03-31', anchor_day: 31 })
  })

  test('over a leap day', () => {
    const last = period(2500, '2028-01-29', '2028-02-29')
    const made = told({ ...basic, duration: 12, today: '2028-02-01', periods: [last] })
    expect(made).toMatchObject({ from: '2028-02-29', to: '2029-02-28', anchor_day: 29 })
    const next = period(2500, '2028-02-29', '2029-02-28', 29)
    const again = told({ ...basic, today: '2029-02-01', periods: [next] })
    expect(again).toMatchObject({ from: '2029-02-28', to: '2029-03-29' })
  })
})

describe('upgrading', () => {
  test('begins today, and credits the days that are left of what was paid', () => {
    const year = period(11_000, '2026-01-01', '2027-01-01')
    const today = '2026-04-01' // 275 of 365 days are left
    const made = told({ today, duration: 12, price: 2500, periods: [year] })
    expect(made).toMatchObject({ credit: 8_287, amount: 19_213, from: today, to: '2027-04-01' })
  })

  test('credits each stacked renewal by itself', () => {
    const periods = [
      period(2500, '2026-02-20', '2026-03-20'),
      period(2500, '2026-03-20', '2026-04-20'),
      period(27_500, '2026-04-20', '2027-04-20'),
    ]
    // 10 of 28 days, then all of the other two.
    expect(periods.map((one) => creditOf(one, '2026-03-10') / 100)).toEqual([892, 2500, 27_500])
    expect(told({ periods, duration: 6 })).toMatchObject({ credit: 30_892, amount: 14_108 })
  })

  test('turns what is too much into days', () => {
    const year = period(27_500, '2026-03-10', '2027-03-10')
    const made = told({ periods: [year] })
    // 20,000 more than the month costs, of 31 days for 7,500.
    expect(made).toMatchObject({ credit: 27_500, amount: 0, extra_days: 82, to: '2026-07-01' })
    expect(made.anchor_day).toBe(1)
  })

  test('counts 29 February among the days left', () => {
    const months = period(7500, '2028-01-01', '2028-04-01') // 91 days
    expect(creditOf(months, '2028-02-28') / 100).toBe(2719) // 33 of them
    expect(creditOf(period(7500, '2027-01-01', '2027-04-01'), '2027-02-28') / 100).toBe(2666)
  })

  test('what has ended, the trial and the free plan credit nothing', () => {
    const periods = [
      period(7500, '2026-01-01', '2026-03-10'),
      period(0, '2026-03-01', '2026-05-01'),
      period(0, '2026-03-01', '2036-03-01'),
    ]
    expect(told({ periods })).toMatchObject({ credit: 0, amount: 7500, from: '2026-03-10' })
  })

  test('again on the same day credits all that went into the first', () => {
    const first = quote({
      type: 'upgrade',
      duration: 1,
      price: 250_000,
      today: '2026-03-10',
      periods: [period(1000, '2026-03-10', '2026-04-10')],
      balance: 50_000,
    })
    expect(first).toMatchObject({ credit: 100_000, balance_used: 50_000, amount: 100_000 })
    const { from, to, anchor_day } = first
    const made = told({ periods: [{ paid: worthOf(first), from, to, anchor_day }] })
    expect(made).toMatchObject({ credit: 2500, amount: 5000 })
  })
})

describe('credit on the account', () => {
  test('pays first, and what is left of it stays', () => {
    expect(told({ balance: 2000 })).toMatchObject({ balance_used: 200_000, amount: 5500 })
    expect(told({ balance: 9000 })).toMatchObject({ balance_used: 750_000, amount: 0 })
  })
  test('is not touched where replaced days are enough', () => {
    const year = period(27_500, '2026-03-10', '2027-03-10')
    expect(told({ balance: 9000, periods: [year] })).toMatchObject({ balance_used: 0, amount: 0 })
  })
})

test('the day changes at midnight in Nairobi', () => {
  const last = [period(2500, '2026-02-11', '2026-03-11')]
  const at = (instant: string) =>
    told({ type: 'renew', price: 2500, today: dayOf(new Date(instant)), periods: last }).from
  expect(at('2026-03-10T20:59:59Z')).toBe('2026-03-11')
  expect(at('2026-03-10T21:00:00Z')).toBe('2026-03-11')
  expect(at('2026-03-11T20:59:59Z')).toBe('2026-03-11')
  expect(at('2026-03-11T21:00:00Z')).toBe('2026-03-12')
})
