// @tests quick
import { describe, expect, test } from 'vitest'
import { amountsFrom, otherLawIn } from './year.ts'

const somebody = { resident: true, secondary: false, disabled: false, hired: '2020-01', left: null }
const sum = { from: '2025-01', to: '2025-08' }
const months = (count: number, of: number) => count * of * 100

describe('personal relief that a register does not tell', () => {
  const given = { gross: months(8, 100_000), taxable: months(8, 90_000), paye: months(8, 19_000) }
  test.each([
    ['of every month', {}, 8],
    ['of none for non-residents', { resident: false }, 0],
    ['of none beside the main employment', { secondary: true }, 0],
    ['of those since somebody was hired', { hired: '2025-06' }, 3],
    ['of those until somebody left', { left: '2025-02' }, 2],
  ])('is %s', (_, more, count) => {
    const { personal_relief, tax_charged } = amountsFrom(given, sum, { ...somebody, ...more })
    expect(personal_relief).toBe(months(count, 2400))
    expect(tax_charged).toBe(given.paye + months(count, 2400))
  })
})

test('what taxable pay leaves out for somebody with a disability is exempt', () => {
  const month = { from: '2026-02', to: '2026-02' }
  const disabled = { ...somebody, disabled: true }
  const pay = { gross: 200_000_00, nssf: 6_480_00, health: 5_500_00, housing: 3_000_00 }
  const told = amountsFrom({ ...pay, taxable: 35_020_00 }, month, disabled)
  expect(told).toMatchObject({ exempt: 150_000_00, chargeable: 35_020_00, deductions: 14_980_00 })
  expect(amountsFrom(pay, month, disabled)).toMatchObject({ chargeable: 35_020_00 })
})

test('a sum over a change of what comes off before tax is known by its month', () => {
  expect(otherLawIn({ from: '2024-10', to: '2024-12' })).toBe('2024-12')
  expect(otherLawIn({ from: '2025-01', to: '2025-12' })).toBeUndefined()
})
