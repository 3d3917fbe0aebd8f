import { describe, expect, test } from 'vitest'
import { type RaiseRule, raised, tellRaise } from './index.ts'

/** Raises by hand: percent, amount, new salary; rounded, and with a least. */

const rule = (given: Partial<RaiseRule>): RaiseRule => ({
  ...{ by: { percent: 500 }, rounding: 1 },
  ...given,
})

test.each<[string, Partial<RaiseRule>, number, number]>([
  ['5% of 50,000', {}, 50_000_00, 52_500_00],
  ['5% of 12,345.67 to the cent', {}, 12_345_67, 12_962_95],
  ['7.25%', { by: { percent: 725 } }, 40_000_00, 42_900_00],
  ['10% less', { by: { percent: -1_000 } }, 40_000_00, 36_000_00],
  ['2,000 more', { by: { more: 2_000_00 } }, 40_000_00, 42_000_00],
  ['to 45,000', { by: { to: 45_000_00 } }, 40_000_00, 45_000_00],
  ['to the shilling, half up', { by: { to: 100_50 }, rounding: 100 }, 0, 101_00],
  ['to 10, down', { by: { to: 104_99 }, rounding: 1_000 }, 0, 100_00],
  ['to 50, up', { by: { to: 125_00 }, rounding: 5_000 }, 0, 150_00],
  ['to 100', { rounding: 10_000 }, 33_333_00, 35_000_00],
  // Once: 5% of 999.99 is 1,049.9895, which is not first 1,049.99 or 1,050.
  ['rounded once', { by: { percent: 500 }, rounding: 10_000 }, 999_99, 1_000_00],
  ['at least 1,000 more', { least: 1_000_00 }, 15_000_00, 16_000_00],
  ['at least 1,000 more, which 5% is', { least: 1_000_00 }, 25_000_00, 26_250_00],
  ['a salary of at least 20,000', { floor: 20_000_00 }, 15_000_00, 20_000_00],
  // The nearest hundred would be less than the least.
  ['up where it is bound', { least: 1_000_00, rounding: 10_000 }, 15_020_00, 16_100_00],
])('%s', (_, given, salary, expected) => {
  expect(raised(rule(given), salary)).toBe(expected)
})

describe('the rule', () => {
  test('beyond what a number holds is still exact', () => {
    expect(raised(rule({ by: { percent: 100_000 } }), 99_999_999_999)).toBe(1_099_999_999_989)
  })

  test('is told', () => {
    expect(tellRaise(rule({ by: { percent: 725 }, least: 1_000_00, rounding: 10_000 }))).toBe(
      '7.25% more, at least 1,000 more, rounded to 100',
    )
    expect(tellRaise(rule({ by: { percent: -1_000 } }))).toBe('10% less')
    expect(tellRaise(rule({ by: { more: 2_500_50 }, floor: 20_000_00 }))).toBe(
      '2,500.50 more, a salary of at least 20,000',
    )
    expect(tellRaise(rule({ by: { to: 45_000_00 } }))).toBe('a salary of 45,000')
  })

  test('takes whole amounts', () => {
    expect(() => raised(rule({ least: 0.5 }), 1)).toThrow('whole amounts')
  })
})
