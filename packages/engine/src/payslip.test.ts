import { describe, expect, test } from 'vitest'
import {
  explain,
  formatShillings,
  isChecked,
  type LineCode,
  lawOf,
  type PayInput,
  payslip,
  rules,
} from './index.ts'

const now = '2026-11'

describe('a month', () => {
  test.each(['2020-12', '1999-01'])('%s is before the law we know', (month) => {
    expect(() => payslip({ salary: 1 }, month)).toThrow(/known from 2021-01 \(January 2021\) on/)
  })
  test.each(['2026-13', '2026', '2026-2', '', 'May', '2026-02-01'])('%j is no month', (month) => {
    expect(() => payslip({ salary: 1 }, month)).toThrow(/is not a month/)
  })
  test('past the last check is computed and marked', () => {
    expect(payslip({ salary: 100_000_00 }, '2027-06').netPay).toBe(70_441_65)
    expect(isChecked('2027-06')).toBe(false)
    expect(isChecked('2026-11')).toBe(true)
    expect(isChecked('2023-06')).toBe(true)
  })
})

describe('refused by name', () => {
  test.each<[object, RegExp]>([
    [{ salary: 100, bonus: 5 }, /"bonus" is not part/],
    [{ salary: 100, options: { vip: true } }, /"vip" is not an option/],
    [{ salary: 100, options: { paye: 'yes' } }, /"yes" is not a value of the option "paye"/],
    [{ salary: 100, options: { employeeType: 'third' } }, /"third" is not a value/],
    [{ salary: 100, incomes: [{ amount: 1, tax: 2 }] }, /"tax" is not part of an income/],
    [{ salary: 100, incomes: [{ amount: -1 }] }, /"income 1" cannot be negative/],
    [{ salary: -1 }, /"salary" cannot be negative/],
    [{ salary: 10.5 }, /"salary" must be whole cents/],
    [{ salary: Number.NaN }, /"salary" must be whole cents/],
    [{ salary: 2e12 }, /"salary" is too large/],
    [{ salary: '100' }, /"salary" must be whole cents/],
    [{}, /The salary is missing/],
  ])('%j', (input, sentence) => {
    expect(() => payslip(input as PayInput, now)).toThrow(sentence)
  })
})

describe('the law as data', () => {
  test.each(Object.entries(rules))(
    '%s: newest first, known since 2021, no gap in checks',
    (_, r) => {
      const versions = [...r]
      expect(versions.at(-1)?.from).toBe('2021-01')
      for (const [index, version] of versions.entries()) {
        expect(version.source.length).toBeGreaterThan(10)
        const newer = versions[index - 1]
        if (newer) expect(version.from < newer.from && version.checkedUntil < newer.from).toBe(true)
      }
    },
  )
  test('looking a month up twice gives the same law', () => {
    expect(lawOf('2024-10')).toBe(lawOf('2024-10'))
  })
})

describe('band edges, one cent below, at and above', () => {
  const bare = { nssf: false, health: false, ahl: false }
  const tax = (salary: number) => payslip({ salary, options: bare }, now).taxCharged
  test.each([
    [24_000_00, 2_400_00, 2_400_00, 2_400_00],
    [32_333_00, 4_483_25, 4_483_25, 4_483_25],
    [500_000_00, 144_783_35, 144_783_35, 144_783_35],
    [800_000_00, 242_283_35, 242_283_35, 242_283_35],
  ])('PAYE at %i', (edge, below, at, above) => {
    expect([tax(edge - 1), tax(edge), tax(edge + 1)]).toEqual([below, at, above])
  })
  test('and a shilling above, at the higher rate', () => {
    expect(tax(24_000_00 + 100) - tax(24_000_00)).toBe(25)
    expect(tax(32_333_00 + 100) - tax(32_333_00)).toBe(30)
    expect(tax(500_000_00 + 200) - tax(500_000_00)).toBe(65)
    expect(tax(800_000_00 + 100) - tax(800_000_00)).toBe(35)
  })
  const steps = lawOf('2024-09').health
  test.each(steps.kind === 'nhif' ? steps.steps.slice(1) : [])('NHIF at $from', (step) => {
    const nhif = (salary: number) => payslip({ salary }, '2024-09').nhif
    expect(nhif(step.from - 1)).toBeLessThan(step.amount)
    expect(nhif(step.from)).toBe(step.amount)
    expect(nhif(step.from + 1)).toBe(step.amount)
  })
  test.each([
    ['2023-02', 6_000_00, 18_000_00, 1_080_00],
    ['2024-02', 7_000_00, 36_000_00, 2_160_00],
    ['2025-02', 8_000_00, 72_000_00, 4_320_00],
    ['2026-02', 9_000_00, 108_000_00, 6_480_00],
  ])('NSSF of %s', (month, lower, upper, most) => {
    const tiers = (salary: number) => {
      const { nssfTier1, nssfTier2 } = payslip({ salary }, month)
      return [nssfTier1, nssfTier2]
    }
    const one = (lower * 6) / 100
    expect(tiers(lower - 1)).toEqual([one, 0])
    expect(tiers(lower)).toEqual([one, 0])
    expect(tiers(lower + 100)).toEqual([one, 6])
    expect(payslip({ salary: upper }, month).nssfEmployee).toBe(most)
    expect(payslip({ salary: upper + 1 }, month).nssfEmployee).toBe(most)
    expect(payslip({ salary: upper - 100 }, month).nssfEmployee).toBe(most - 6)
  })
  test('SHIF: the minimum, its end, and the half-cent tie at 10,910', () => {
    const shif = (salary: number) => payslip({ salary }, now).shif
    expect([shif(0), shif(1), shif(10_909_00), shif(10_909_09)]).toEqual([0, 30000, 30000, 30000])
    expect(shif(10_910_00)).toBe(300_03)
  })
  test('benefits in kind count whole from the limit on, meals only above it', () => {
    const taxable = (nonCash: number, meals: number) => {
      const slip = payslip({ salary: 50_000_00, nonCash, meals }, now)
      return [slip.taxableNonCash, slip.taxableMeals]
    }
    expect(taxable(4_999_99, 5_000_00)).toEqual([0, 0])
    expect(taxable(5_000_00, 5_000_01)).toEqual([5_000_00, 1])
  })
})

describe('incomes', () => {
  test('a one-off income counts for NSSF and tax, not for SHIF and housing levy', () => {
    const plain = payslip({ salary: 50_000_00 }, now)
    const bonus = payslip(
      { salary: 50_000_00, incomes: [{ amount: 20_000_00, oneOff: true }] },
      now,
    )
    expect(bonus.shif).toBe(plain.shif)
    expect(bonus.ahlEmployee).toBe(plain.ahlEmployee)
    expect(bonus.nssfEmployee).toBeGreaterThan(plain.nssfEmployee)
    expect(bonus.taxCharged).toBeGreaterThan(plain.taxCharged)
  })
  test('a non-taxable income is in gross and net and in no base', () => {
    const plain = payslip({ salary: 50_000_00 }, now)
    const paid = payslip(
      { salary: 50_000_00, incomes: [{ amount: 7_000_00, taxable: false }] },
      now,
    )
    const changed = (Object.keys(plain) as LineCode[]).filter((code) => plain[code] !== paid[code])
    expect(changed.sort()).toEqual(['employerCost', 'grossPay', 'netPay'])
    expect(paid.netPay - plain.netPay).toBe(7_000_00)
  })
})

describe('the working', () => {
  const lines = explain({ salary: 100_000_00 }, '2026-02')
  const line = (code: LineCode) => lines.find((each) => each.code === code)
  test('of tax is the arithmetic a person can follow', () => {
    expect(line('taxCharged')?.because.working).toBe(
      '24,000 × 10% + 8,333 × 25% + 57,417 × 30% = 21,708.35',
    )
  })
  test('names the rule, since when, and the source', () => {
    expect(line('nssfTier2')).toEqual({
      code: 'nssfTier2',
      label: 'NSSF tier II',
      amount: 5_460_00,
      because: {
        rule: 'NSSF contributions',
        from: '2026-02',
        source: expect.stringContaining('year 4'),
        working: 'pay between 9,000 and 108,000: 91,000 × 6% = 5,460',
      },
    })
  })
  test('is there for every line of every regime, and ends in its amount', () => {
    const input: PayInput = {
      salary: 180_000_00,
      incomes: [
        { amount: 20_000_00, oneOff: true },
        { amount: 500_00, taxable: false },
      ],
      pension: 10_000_00,
      medicalFund: 8_000_00,
      mortgageInterest: 12_000_00,
      insurancePremium: 4_000_00,
      nonCash: 6_000_00,
      meals: 7_000_00,
      otherDeductions: 1_000_00,
    }
    for (const month of ['2021-05', '2022-05', '2023-08', '2024-01', '2024-10', '2026-06']) {
      const slip = payslip(input, month)
      for (const { code, amount, because } of explain(input, month)) {
        expect(amount).toBe(slip[code])
        expect(because.working.split('= ').at(-1)).toBe(formatShillings(amount))
      }
    }
  })
  test('says why something is nothing', () => {
    const off = explain({ salary: 1_000_00, options: { paye: false, nssf: false } }, '2023-05')
    const of = (code: LineCode) => off.find((each) => each.code === code)?.because.working
    expect(of('taxCharged')).toMatch(/switched off/)
    expect(of('nssfTier1')).toMatch(/switched off/)
    expect(of('ahlEmployee')).toMatch(/no housing levy in this month/)
    expect(of('shif')).toMatch(/NHIF until September 2024/)
  })
})
