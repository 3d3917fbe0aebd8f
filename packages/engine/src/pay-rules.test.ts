import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  commission,
  consultantPay,
  daysIn,
  daysWithin,
  employedDays,
  netToGross,
  payslip,
  prorate,
} from './index.ts'

describe('part months', () => {
  test('months have their days', () => {
    expect(['2024-02', '2025-02', '2100-02', '2000-02'].map(daysIn)).toEqual([29, 28, 28, 29])
    expect(['2026-01', '2026-04', '2026-12'].map(daysIn)).toEqual([31, 30, 31])
  })
  test.each([
    ['2026-03', '2026-03-17', null, 15],
    ['2026-03', null, '2026-03-09', 9],
    ['2026-03', '2026-03-17', '2026-03-17', 1],
    ['2026-03', '2026-04-01', null, 0],
    ['2026-03', null, '2026-02-28', 0],
    ['2026-03', '2025-01-01', '2027-01-01', 31],
    ['2026-03', '2026-03-20', '2026-03-10', 0],
  ])('%s from %s to %s: %i days', (month, from, to, days) => {
    expect(daysWithin(month, from, to)).toBe(days)
  })
  test('a joiner on the 17th of March is paid 15 of 31 days, half up', () => {
    const part = employedDays('2026-03', '2026-03-17', null)
    expect(part).toEqual({ days: 15, of: 31 })
    expect(prorate(60_000_00, part)).toBe(29_032_26)
    expect(prorate(60_000_00, employedDays('2026-03', null, null))).toBe(60_000_00)
  })
})

test('commission is a share of what lies above the target', () => {
  expect(commission(150_000_00, 100_000_00, 250)).toBe(1_250_00)
  expect(commission(100_000_00, 100_000_00, 250)).toBe(0)
  expect(commission(99_999_99, 100_000_00, 250)).toBe(0)
})

describe('a consultant', () => {
  const plain = { vatRegistered: false, withhold: true }
  test('pays 5% of the fee from 24,000 on', () => {
    expect(consultantPay(23_999_99, '2026-02', plain).withholdingTax).toBe(0)
    expect(consultantPay(24_000_00, '2026-02', plain)).toEqual({
      fee: 24_000_00,
      vat: 0,
      withholdingTax: 1_200_00,
      netPay: 22_800_00,
    })
  })
  test('with VAT is paid it on top of the fee, and taxed on the fee alone', () => {
    expect(consultantPay(116_000_00, '2026-02', { vatRegistered: true, withhold: true })).toEqual({
      fee: 100_000_00,
      vat: 16_000_00,
      withholdingTax: 5_000_00,
      netPay: 111_000_00,
    })
  })
  test('keeps everything when the organisation does not withhold', () => {
    const given = { vatRegistered: false, withhold: false }
    expect(consultantPay(90_000_00, '2026-02', given).netPay).toBe(90_000_00)
  })
  test('before 2021 is refused', () => {
    expect(() => consultantPay(1, '2020-12', plain)).toThrow(/2021/)
  })
})

describe('net to gross', () => {
  const months = ['2021-06', '2023-03', '2023-09', '2024-01', '2024-06', '2024-10', '2026-06']
  test('80,000 in hand in November 2026', () => {
    const { salary, net, exact } = netToGross({}, '2026-11', 80_000_00)
    expect({ net, exact }).toEqual({ net: 80_000_00, exact: true })
    expect(payslip({ salary }, '2026-11').netPay).toBe(80_000_00)
  })
  test('a reachable net is reached in every regime', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3_000_000_00 }),
        fc.constantFrom(...months),
        (salary, month) => {
          const wanted = payslip({ salary }, month).netPay
          fc.pre(wanted >= 0)
          const found = netToGross({}, month, wanted)
          expect(found.exact).toBe(true)
          expect(found.salary).toBeLessThanOrEqual(salary)
          expect(payslip({ salary: found.salary }, month).netPay).toBe(wanted)
        },
      ),
      { numRuns: 1_500 },
    )
  })
  test('it is the lowest salary that does it', () => {
    for (const month of months) {
      for (const wanted of [5_500_00, 29_300_00, 80_000_00]) {
        const found = netToGross({}, month, wanted)
        const better = (net: number) =>
          found.exact ? net === wanted : net <= wanted && net >= found.net
        const lower = Array.from({ length: 5_000 }, (_, index) => found.salary - 1 - index)
          .filter((salary) => salary >= 0)
          .filter((salary) => better(payslip({ salary }, month).netPay))
        expect({ month, wanted, lower }).toEqual({ month, wanted, lower: [] })
      }
    }
  })
  test('an unreachable net gives the nearest below', () => {
    const options = { payeRounding: 'shilling', shifRounding: 'shilling' } as const
    for (let wanted = 50_000_00; wanted < 50_000_00 + 300; wanted += 7) {
      const found = netToGross({ options }, '2026-06', wanted)
      expect(found.net).toBeLessThanOrEqual(wanted)
      expect(wanted - found.net).toBeLessThan(100)
      expect(payslip({ salary: found.salary, options }, '2026-06').netPay).toBe(found.net)
    }
  })
  test('other incomes and deductions are counted in', () => {
    const input = { pension: 5_000_00, incomes: [{ amount: 10_000_00 }], otherDeductions: 1_000_00 }
    const { salary } = netToGross(input, '2026-06', 60_000_00)
    expect(payslip({ ...input, salary }, '2026-06').netPay).toBe(60_000_00)
  })
  test.each([-1, 0.5, Number.NaN, 9e15])('%s is refused', (wanted) => {
    expect(() => netToGross({}, '2026-06', wanted)).toThrow(/wanted net pay/)
  })
})
