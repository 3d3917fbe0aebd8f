// @tests quick
import { describe, expect, test } from 'vitest'
import { amountsFrom, hasBenefitsIn, otherLawIn } from './year.ts'

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

describe('gross pay beside a car of 30,000 and a house of 10,000', () => {
  const month = { from: '2026-02', to: '2026-02' }
  const parts = { benefits: 30_000_00, quarters: 10_000_00, nssf: 6_480_00 }
  const law = { ...parts, health: 2_750_00, housing: 1_500_00 }
  // 140,000 less 10,730.
  const taxable = 129_270_00
  test.each([
    ['is cash where taxable pay has them beside it', { gross: 100_000_00, taxable }, false],
    ['has them in it where nothing is left to add', { gross: 140_000_00, taxable }, true],
    ['is near enough', { gross: 140_000_00, taxable: taxable - 300_00 }, true],
    ['is cash where nothing tells', { gross: 140_000_00 }, false],
    ['is not asked of a return', { gross: 140_000_00, cash: 100_000_00, taxable }, false],
  ])('%s', (_, given, isWith) => {
    expect(hasBenefitsIn({ ...law, ...given }, month, somebody)).toBe(isWith)
  })
  test('is cash of somebody exempt, too', () => {
    const given = { ...law, gross: 200_000_00, taxable: 240_000_00 - 10_730_00 - 150_000_00 }
    expect(hasBenefitsIn(given, month, { ...somebody, disabled: true })).toBe(false)
  })
})
