// @tests quick
import { type PayInput, payslip } from '@mshahara/engine'
import { expect, test } from 'vitest'
import type { LawfulSlip } from '../payroll/index.ts'
import { fullBenefits, simplifiedBenefits } from './p10-benefits.ts'

const slip = (more: Partial<PayInput>) => {
  const input: PayInput = { salary: 100_000_00, ...more }
  return { input, law: payslip(input, '2026-02') } as LawfulSlip
}
const line = (part: 'car' | 'nonCash' | 'meals' | 'atCost', amount: number) => ({
  ...{ name: part, part, amount: amount * 100 },
  working: '',
})
const benefits = [line('car', 50_000), line('nonCash', 6_000), line('meals', 7_000)].concat(
  line('atCost', 30_000),
)

test('nobody has any', () => {
  expect(simplifiedBenefits(slip({}))).toEqual([0, 0, 0, 'Benefit not given', null, 0])
  expect(fullBenefits(slip({}))).toEqual([0, 0, null, 0, 'Benefit not given', 0, null, 0, null])
})

test('columns H to M have what is taxed', () => {
  const given = slip({
    benefits,
    quarters: [{ occupant: 'employee', house: 'rented', rent: 20_000_00, recovered: 5_000_00 }],
  })
  // 15% of 100,000 and 50,000, 6,000, 2,000 of meals and 30,000, less what is recovered.
  const house = 28_200_00 - 5_000_00
  expect(simplifiedBenefits(given)).toEqual([
    ...[50_000_00, 2_000_00, 6_000_00, "Employer's Rented House", house, 30_000_00],
  ])
  expect(fullBenefits(given)).toEqual([
    ...[50_000_00, 38_000_00, null, 0, "Employer's Rented House", 20_000_00, null, 5_000_00, null],
  ])
})

test('two houses of a month both count, by their days, under the type of the last', () => {
  const [first, then] = [15, 16].map((days) => ({ lived: days, employed: 31, of: 31 }))
  const given = slip({
    quarters: [
      { occupant: 'employee', house: 'own', market: 31_000_00, recovered: 3_100_00, part: first },
      { occupant: 'employee', house: 'rented', rent: 62_000_00, part: then },
    ],
  })
  // 15,000 less 1,500, and 32,000, which is more than 15% of 100,000 for 16 of 31 days.
  const [rented, both] = ["Employer's Rented House", 13_500_00 + 32_000_00]
  expect(simplifiedBenefits(given).slice(3, 5)).toEqual([rented, both])
  expect(fullBenefits(given).slice(3, 8)).toEqual([0, rented, 47_000_00, null, 1_500_00])
})

test('what is below its limit is not in them', () => {
  const small = slip({ benefits: [line('nonCash', 4_999), line('meals', 5_000)] })
  expect(simplifiedBenefits(small).slice(0, 3)).toEqual([0, 0, 0])
})

test.each([
  [{ occupant: 'employee', house: 'own', market: 1_00 }, "Employer's Owned House"],
  [{ occupant: 'farm', house: 'own' }, 'Agriculture Farm'],
  [
    { occupant: 'director', house: 'own', market: 1_00, totalIncome: 900_000_00 },
    'House to Non full time service Director',
  ],
] as const)('%j is called %s', (house, type) => {
  const given = slip({ quarters: [house] })
  expect(simplifiedBenefits(given)[3]).toBe(type)
  const income = 'totalIncome' in house ? house.totalIncome : 0
  expect(fullBenefits(given).slice(3, 5)).toEqual([income, type])
})
