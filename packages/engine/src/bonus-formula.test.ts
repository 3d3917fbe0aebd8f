import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BonusFormula, bonusFor, roundings, servedBy, tellFormula } from './bonus-formula.ts'

const kes = (shillings: number) => Math.round(shillings * 100)
const formula = (given: Partial<BonusFormula> = {}): BonusFormula => ({
  ...{ of: { share: 10_000 }, served: 'months', rounding: 1 },
  ...given,
})
const person = { salary: kes(50_000), from: '2020-01-01', to: null }

/** Worked by hand; December 2026 unless it says otherwise. */
describe('a bonus by formula', () => {
  test.each([
    // A 13th month: the whole year, 8 of 12 months, the year so far.
    [formula(), person, '2026-12', 50_000, '12 of 12 months × 50,000'],
    [formula(), { ...person, from: '2026-05-20' }, '2026-12', 33_333.33, '8 of 12 months × 50,000'],
    [formula(), person, '2026-06', 25_000, '6 of 12 months × 50,000'],
    // From 16 July: 16 of its 31 days and five months. 50,000 × (5 + 16/31) ÷ 12 = 22,983.870…
    [
      formula({ served: 'days' }),
      { ...person, from: '2026-07-16' },
      '2026-12',
      22_983.87,
      '5 + 16 of 31 days of 12 months × 50,000',
    ],
    // Left on 10 March: two months and 10 of 31 days. 50,000 × (2 + 10/31) ÷ 12 = 9,677.419…
    [
      formula({ served: 'days' }),
      { ...person, to: '2026-03-10' },
      '2026-12',
      9_677.42,
      '2 + 10 of 31 days of 12 months × 50,000',
    ],
    // 7.5% of 50,000 = 3,750, to the hundred 3,800; half a shilling goes up.
    [
      formula({ of: { share: 750 }, served: 'not', rounding: 10_000 }),
      person,
      '2026-12',
      3_800,
      '7.5% of 50,000, rounded to 3,800',
    ],
    [
      formula({ of: { fixed: kes(10.5) }, served: 'not', rounding: 100 }),
      person,
      '2026-12',
      11,
      '10.50, rounded to 11',
    ],
    // A fixed amount for the part of the year that was served.
    [
      formula({ of: { fixed: kes(12_000) } }),
      { ...person, from: '2026-11-30' },
      '2026-12',
      2_000,
      '2 of 12 months × 12,000',
    ],
    // Gone from 10 March to 14 June, and back: 9 of 31 and 16 of 30 days beside nine months.
    // 50,000 × (8 + 9/31 + 16/30) ÷ 12 = 36,765.232…
    [
      formula({ served: 'days' }),
      { ...person, away: [{ from: '2026-03-10', to: '2026-06-14' }] },
      '2026-12',
      36_765.23,
      '8 + 9 of 31 days + 16 of 30 days of 12 months × 50,000, without 97 days away',
    ],
    // Months begun: April and May are not. Days before a former last day were not away.
    [
      formula(),
      { ...person, away: [{ from: '2026-03-10', to: '2026-06-14' }] },
      '2026-12',
      41_666.67,
      '10 of 12 months × 50,000, without 97 days away',
    ],
    [
      formula({ served: 'days' }),
      { ...person, to: '2026-03-10', away: [{ from: '2026-03-15', to: '2026-03-20' }] },
      '2026-12',
      9_677.42,
      '2 + 10 of 31 days of 12 months × 50,000',
    ],
    // The least and the most.
    [
      formula({ of: { share: 1_000 }, least: kes(6_000) }),
      person,
      '2026-12',
      6_000,
      '12 of 12 months × 10% of 50,000, at least 6,000',
    ],
    [
      formula({ most: kes(40_000) }),
      person,
      '2026-12',
      40_000,
      '12 of 12 months × 50,000, at most 40,000',
    ],
    // Who has not served, or has no pay, is due nothing, and not the least either.
    [
      formula({ least: kes(6_000) }),
      { ...person, from: '2027-01-01' },
      '2026-12',
      0,
      '0 of 12 months × 50,000',
    ],
    [formula({ least: 1 }), { ...person, salary: null }, '2026-12', 0, 'No basic pay is recorded'],
  ] as const)('%j', (by, who, month, amount, working) => {
    expect(bonusFor(by, who, month)).toEqual({ amount: kes(amount), working })
  })

  test('is told in one sentence', () => {
    const all = formula({ of: { share: 5_000 }, served: 'days', rounding: 10_000, least: 500_000 })
    expect(tellFormula({ ...all, most: kes(80_000) })).toBe(
      '50% of basic pay × months served this year of 12, first and last month by days, ' +
        'rounded to 100, at least 5,000, at most 80,000',
    )
    expect(tellFormula(formula({ of: { fixed: kes(2_500) }, served: 'not' }))).toBe('2,500')
  })

  test('refuses what is no formula', () => {
    expect(() => bonusFor(formula({ least: 2, most: 1 }), person, '2026-12')).toThrow('more than')
    expect(() => bonusFor(formula({ of: { share: -1 } }), person, '2026-12')).toThrow('or more')
    expect(() => bonusFor(formula({ of: { fixed: 0.5 } }), person, '2026-12')).toThrow('whole')
  })

  test('never is more than a whole year earns, and is whole cents of its rounding', () => {
    const days = fc.integer({ min: 0, max: 900 }).map((day) => {
      return new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 11 }),
        fc.integer({ min: 0, max: 20_000 }),
        ...([fc.constantFrom(...servedBy), fc.constantFrom(...roundings), days] as const),
        fc.option(days),
        (salary, share, served, rounding, from, to) => {
          const by = formula({ of: { share }, served, rounding })
          const { amount } = bonusFor(by, { salary, from, to }, '2026-12')
          const whole = bonusFor(by, { salary, from: '2020-01-01', to: null }, '2026-12').amount
          expect(amount % rounding).toBe(0)
          expect(amount).toBeGreaterThanOrEqual(0)
          expect(amount).toBeLessThanOrEqual(whole)
        },
      ),
    )
  })
})
