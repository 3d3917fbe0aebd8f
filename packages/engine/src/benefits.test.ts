import { describe, expect, test } from 'vitest'
import {
  type Benefit,
  benefitKinds,
  explain,
  fringeBenefit,
  LawError,
  lawOf,
  type PayInput,
  p9Line,
  payslip,
  perDiemTaxed,
  type Quarters,
  type ValuedBenefit,
  valueBenefit,
  yearlyRate,
} from './index.ts'

/** Worked by hand from the Act and the Commissioner's values (B33). */

const now = '2026-02'
const worth = (benefit: Benefit, month = now) => valueBenefit(benefit, month).amount / 100
const car = (cc: number, more: object = {}): Benefit => ({
  ...{ kind: 'car', body: 'saloon', cc, amount: 0 },
  ...more,
})

describe('a car', () => {
  test.each([
    [0, 3_600],
    [1_200, 3_600],
    [1_201, 4_200],
    [1_500, 4_200],
    [1_501, 5_800],
    [1_750, 5_800],
    [1_751, 7_200],
    [2_000, 7_200],
    [2_001, 8_600],
    [3_000, 8_600],
    [3_001, 14_400],
  ])('a saloon of %i cc counts as %i', (cc, amount) => {
    expect(worth(car(cc))).toBe(amount)
  })
  test.each([
    ['van', 1_750, 3_600],
    ['van', 1_751, 4_200],
    ['cruiser', 1_000, 7_200],
    ['cruiser', 4_500, 7_200],
  ] as const)('a %s of %i cc counts as %i', (body, cc, amount) => {
    expect(worth(car(cc, { body }))).toBe(amount)
  })
  test('counts as 2% of its cost where that is more', () => {
    // 2% of 360,000 is 7,200, the scale of 1,800 cc.
    expect(worth(car(1_800, { amount: 360_000_00 }))).toBe(7_200)
    expect(worth(car(1_800, { amount: 360_050_00 }))).toBe(7_201)
    const dear = valueBenefit(car(1_800, { amount: 2_500_000_00 }), now)
    expect(dear).toEqual({
      ...{ name: 'Company car', part: 'car', amount: 50_000_00 },
      working: 'the higher of 2,500,000 × 2%, 50,000, and 7,200 for 1800 cc = 50,000',
    })
  })
  test('of restricted use counts as agreed, never as more', () => {
    expect(worth(car(1_800, { amount: 2_500_000_00, agreed: 20_000_00 }))).toBe(20_000)
    expect(worth(car(1_800, { agreed: 20_000_00 }))).toBe(7_200)
  })
  test('that is leased counts as the hire', () => {
    expect(worth({ kind: 'leased car', amount: 45_000_00 })).toBe(45_000)
    expect(worth({ kind: 'leased car', amount: 45_000_00, agreed: 30_000_00 })).toBe(30_000)
  })
})

describe('other benefits', () => {
  test.each<[Benefit, number, ValuedBenefit['part']]>([
    [{ kind: 'furniture', amount: 350_000_00 }, 3_500, 'nonCash'],
    [{ kind: 'hired furniture', amount: 6_000_00 }, 6_000, 'nonCash'],
    [{ kind: 'telephone', amount: 10_000_00 }, 3_000, 'nonCash'],
    [{ kind: 'electricity' }, 1_500, 'nonCash'],
    [{ kind: 'electricity', farm: true }, 900, 'nonCash'],
    [{ kind: 'water' }, 500, 'nonCash'],
    [{ kind: 'water', farm: true }, 200, 'nonCash'],
    [{ kind: 'metered electricity', amount: 4_321_50 }, 4_321.5, 'nonCash'],
    [{ kind: 'metered water', amount: 800_00 }, 800, 'nonCash'],
    [{ kind: 'meals', amount: 7_000_00 }, 7_000, 'meals'],
    [{ kind: 'school fees', amount: 30_000_00 }, 30_000, 'atCost'],
    [{ kind: 'servants', amount: 15_000_00 }, 15_000, 'atCost'],
    [{ kind: 'club fees', amount: 4_000_00 }, 4_000, 'atCost'],
    [{ kind: 'insurance', amount: 2_500_00 }, 2_500, 'atCost'],
    [{ kind: 'other', amount: 4_000_00 }, 4_000, 'nonCash'],
    [{ kind: 'other', amount: 4_000_00, market: 6_000_00 }, 6_000, 'nonCash'],
    [{ kind: 'other', amount: 4_000_00, market: 3_000_00 }, 4_000, 'nonCash'],
  ])('%j counts as %d', (benefit, amount, part) => {
    const valued = valueBenefit(benefit, now)
    expect([valued.amount / 100, valued.part]).toEqual([amount, part])
    expect(valued.working).toMatch(/= [\d,.]+$/)
  })
  test('what is so much a month is cut to the days; a bill is not', () => {
    const half = { days: 14, of: 28 }
    const amounts = (benefit: Benefit) => valueBenefit(benefit, now, half).amount / 100
    expect(amounts(car(1_800))).toBe(3_600)
    expect(amounts({ kind: 'electricity' })).toBe(750)
    expect(amounts({ kind: 'furniture', amount: 350_000_00 })).toBe(1_750)
    expect(amounts({ kind: 'telephone', amount: 10_000_00 })).toBe(3_000)
    expect(amounts({ kind: 'leased car', amount: 45_000_00 })).toBe(45_000)
    expect(valueBenefit({ kind: 'water' }, now, half).working).toBe(
      'communal, a month = 500, 14 of 28 days = 250',
    )
  })
  test.each<[object, RegExp]>([
    [{ kind: 'yacht', amount: 1 }, /not a benefit/],
    [{ kind: 'meals', amount: -1 }, /whole cents/],
    [{ kind: 'meals', amount: 1.5 }, /whole cents/],
    [{ kind: 'meals' }, /whole cents/],
    [{ ...car(1_800.5) }, /whole cc/],
    [{ ...car(1_800), body: 'bus' }, /kind of body/],
  ])('%j is refused', (benefit, sentence) => {
    expect(() => valueBenefit(benefit as Benefit, now)).toThrow(sentence)
  })
  test('every kind is known by name', () => {
    expect(benefitKinds).toHaveLength(15)
  })
})

test.each([
  [2_000, '2025-06', 0],
  [2_001, '2025-06', 5],
  [10_000, '2025-06', 40_000],
  [10_000, '2025-07', 0],
  [10_001, '2025-07', 5],
])('five days away at %i in %s: %i is pay', (aDay, month, taxed) => {
  expect(perDiemTaxed(aDay * 100, 5, month)).toBe(taxed * 100)
})

describe('fringe benefit tax', () => {
  // 1,200,000 at 3%: in 2026 5% below the market, 5,000 a month, of which 30%.
  test.each([
    ['2024-10', 13_000, 3_900, true],
    ['2024-12', 13_000, 3_900, true],
    ['2025-01', 10_000, 3_000, true],
    ['2025-03', 10_000, 3_000, true],
    ['2025-04', 10_000, 3_000, false],
    ['2025-06', 10_000, 3_000, false],
    ['2025-07', 5_000, 1_500, true],
    ['2026-03', 5_000, 1_500, true],
    ['2026-04', 5_000, 1_500, false],
  ])('of %s: %i, the employer pays %i', (month, benefit, tax, checked) => {
    const found = fringeBenefit(1_200_000_00, 300, month)
    expect([found.benefit / 100, found.tax / 100, found.checked]).toEqual([benefit, tax, checked])
  })
  test('of a loan at the market rate or above is nothing', () => {
    expect(fringeBenefit(1_200_000_00, 800, now)).toMatchObject({ benefit: 0, tax: 0 })
    expect(fringeBenefit(1_200_000_00, 1_400, now)).toMatchObject({ benefit: 0, tax: 0 })
  })
  test.each([
    [0, 9_000, 1, 0],
    // 20% for three months is 80% a year; 6.6% a month is 79.2%.
    [2_000, 10_000, 3, 8_000],
    [660, 10_000, 1, 7_920],
  ])('interest of %i on %i over %i months is %i a year', (interest, amount, months, rate) => {
    expect(yearlyRate({ interest, amount, months })).toBe(rate)
  })
  test('before any rate is known it is refused', () => {
    expect(() => fringeBenefit(1, 0, '2024-09')).toThrow(LawError)
    expect(() => fringeBenefit(-1, 0, now)).toThrow(LawError)
    expect(() => fringeBenefit(1, -1, now)).toThrow(LawError)
  })
})

// ---------------------------------------------------------------- in a month's pay

const line = (part: ValuedBenefit['part'], amount: number): ValuedBenefit => ({
  ...{ name: part, part, amount: amount * 100 },
  working: '',
})
const pay = (more: Partial<PayInput>, month = now) =>
  payslip({ salary: 100_000_00, ...more }, month)

describe('in taxable pay', () => {
  test.each([
    ['2024-11', 2_999, 0],
    ['2024-11', 3_000, 3_000],
    ['2024-12', 4_999, 0],
    ['2024-12', 5_000, 5_000],
  ])('small benefits in %s of %i: %i', (month, sum, taxed) => {
    const benefits = [line('nonCash', sum - 1_000), line('nonCash', 1_000)]
    expect(pay({ benefits }, month).taxableNonCash).toBe(taxed * 100)
  })
  test.each([
    ['2024-11', 4_000, 0],
    ['2024-11', 4_001, 1],
    ['2024-12', 5_000, 0],
    ['2024-12', 5_001, 1],
  ])('meals in %s of %i: %i', (month, meals, taxed) => {
    expect(pay({ benefits: [line('meals', meals)] }, month).taxableMeals).toBe(taxed * 100)
  })
  test('cars and what the employer pays for are in whatever the limit says', () => {
    const benefits = [line('car', 3_600), line('atCost', 1_000), line('nonCash', 4_999)]
    expect(pay({ benefits }).taxableNonCash).toBe(4_600_00)
  })
  test('what was given as a sum counts with what has a name', () => {
    const both = { nonCash: 2_500_00, meals: 3_000_00 }
    const slip = pay({ ...both, benefits: [line('nonCash', 2_500), line('meals', 3_000)] })
    expect([slip.taxableNonCash, slip.taxableMeals]).toEqual([5_000_00, 1_000_00])
  })
  test('raise tax, and no cash, no contribution and no levy', () => {
    const plain = pay({})
    const slip = pay({ benefits: [line('car', 50_000)] })
    // 139,750 × bands: 50,000 more at 30%.
    expect(slip.paye - plain.paye).toBe(15_000_00)
    expect(plain.netPay - slip.netPay).toBe(15_000_00)
    const same = ['grossPay', 'nssfEmployee', 'shif', 'ahlEmployee', 'employerCost'] as const
    for (const code of same) expect(slip[code]).toBe(plain[code])
    expect(slip.pensionDeductible).toBe(plain.pensionDeductible)
  })
  test('the card has them under B, a house under C', () => {
    const input: PayInput = {
      ...{ salary: 100_000_00, benefits: [line('car', 50_000), line('meals', 6_000)] },
      quarters: [{ occupant: 'employee', house: 'own', market: 40_000_00 }],
    }
    const card = p9Line(payslip(input, now), input, lawOf(now), 2026)
    expect(card.slice(0, 4)).toEqual([100_000_00, 51_000_00, 40_000_00, 191_000_00])
  })
})

describe('a house', () => {
  const value = (house: Quarters, more: Partial<PayInput> = {}) =>
    pay({ quarters: [house], ...more }).housingBenefit / 100
  const rented: Quarters = { occupant: 'employee', house: 'rented', rent: 10_000_00 }
  const own: Quarters = { occupant: 'employee', house: 'own', market: 12_000_00 }
  const connected: Quarters = { ...rented, house: 'connected', market: 12_000_00 }
  const director: Quarters = { ...own, occupant: 'director' }
  test.each<[string, Quarters, number]>([
    ['rented: 15% of gains, above the rent', rented, 15_000],
    ['rented: the rent, above 15%', { ...rented, rent: 15_001_00 }, 15_001],
    ['not at arm’s length: the market, above the rent', connected, 12_000],
    ['not at arm’s length: the rent', { ...connected, rent: 13_000_00 }, 13_000],
    ['own: the market', own, 12_000],
    ['own, with the share of gains', { ...own, withGains: true }, 15_000],
    ['on a farm: 10%', { occupant: 'farm', house: 'own', market: 50_000_00 }, 10_000],
    ['a director: 15% of income', director, 15_000],
    ['a director: the market', { ...director, market: 16_000_00 }, 16_000],
    ['a director: the rent', { ...director, house: 'rented', rent: 17_000_00 }, 17_000],
    ['a director: income from everywhere', { ...director, totalIncome: 300_000_00 }, 45_000],
    ['less what is recovered', { ...rented, recovered: 4_000_00 }, 11_000],
    ['never below nothing', { ...own, recovered: 20_000_00 }, 0],
  ])('%s', (_, house, amount) => {
    expect(value(house)).toBe(amount)
  })
  test('gains have the other benefits in them, and not what is untaxed', () => {
    const incomes = [{ amount: 9_000_00, taxable: false }]
    expect(value(rented, { incomes, benefits: [line('car', 20_000)] })).toBe(18_000)
  })
  test('for part of the month', () => {
    const part = { lived: 14, employed: 28, of: 28 }
    expect(value({ ...rented, part })).toBe(7_500)
    expect(value({ ...own, recovered: 2_000_00, part })).toBe(5_000)
    // Of somebody employed for these days alone the gains are of them already.
    expect(value({ ...rented, part: { lived: 14, employed: 14, of: 28 } })).toBe(15_000)
  })
  test('after another is worth both, each by its days', () => {
    const quarters = [
      { ...own, part: { lived: 7, employed: 28, of: 28 } },
      { ...own, market: 20_000_00, part: { lived: 21, employed: 28, of: 28 } },
    ]
    expect(pay({ quarters }).housingBenefit).toBe(18_000_00)
  })
  test.each<[Quarters, RegExp]>([
    [{ occupant: 'employee', house: 'own' }, /market rent .* missing/],
    [{ occupant: 'employee', house: 'rented' }, /rent .* missing/],
    [{ ...connected, market: undefined }, /market rent .* missing/],
    [{ ...director, market: 0 }, /market rent .* missing/],
    [{ ...own, market: -1 }, /whole cents/],
    [{ ...own, part: { lived: 29, employed: 28, of: 28 } }, /lie within/],
    [{ ...own, house: 'tent' as never }, /own, rented or connected/],
    [{ ...own, occupant: 'guest' as never }, /who lives/],
  ])('%j is refused', (house, sentence) => {
    expect(() => pay({ quarters: [house] })).toThrow(sentence)
  })
})

describe('told', () => {
  const input: PayInput = {
    salary: 100_000_00,
    benefits: [
      { ...line('car', 50_000), name: 'Company car' },
      { ...line('nonCash', 1_500), name: 'Electricity' },
      { ...line('meals', 6_000), name: 'Meals' },
    ],
    quarters: [{ occupant: 'employee', house: 'rented', rent: 20_000_00, recovered: 5_000_00 }],
  }
  const of = (code: string, given = input) =>
    explain(given, now).find((one) => one.code === code)?.because
  test('by name, with the limit and the source', () => {
    expect(of('taxableNonCash')?.working).toBe(
      'Company car 50,000 + small benefits 1,500 (Electricity 1,500), taxed whole from 5,000 on = 50,000',
    )
    expect(of('taxableMeals')?.working).toBe('6,000 − 5,000 free, not below 0 = 1,000')
    expect(of('housingBenefit')).toMatchObject({
      rule: 'Housing provided by the employer',
      working:
        'the highest of 15% of gains 151,000: 22,650, rent: 20,000 − 5,000 recovered, not below 0 = 17,650',
    })
  })
  test('and not where there is none', () => {
    expect(of('housingBenefit', { salary: 1_00 })).toMatchObject({ rule: null, source: null })
  })
})
