import { describe, expect, test } from 'vitest'
import type { PayInput } from './input.ts'
import { p9Columns, p9Foot, p9Line } from './p9-columns.ts'
import { payslip } from './payslip.ts'
import { lawOf } from './statutory/index.ts'

/** A month's line by the letters of its columns, in shillings. */
function line(input: PayInput, month: string): Record<string, number> {
  const year = Number(month.slice(0, 4))
  const cells = p9Line(payslip(input, month), input, lawOf(month), year)
  const columns = p9Columns(year)
  expect(cells).toHaveLength(columns.length)
  // Two columns stand under K until 2023: together they are taken from the tax.
  const sums: Record<string, number> = {}
  for (const [place, { code }] of columns.entries()) {
    sums[code] = (sums[code] ?? 0) + (cells[place] ?? 0) / 100
  }
  return sums
}

const months = ['2021-01', '2022-06', '2023-07', '2023-12', '2024-01', '2024-03', '2024-10'].concat(
  '2024-12',
  '2025-01',
  '2025-02',
  '2026-01',
  '2026-02',
)
const pays: PayInput[] = [
  { salary: 100_000_00 },
  { salary: 500_000_00, pension: 30_000_00, medicalFund: 20_000_00, insurancePremium: 9_000_00 },
  {
    salary: 80_000_00,
    mortgageInterest: 40_000_00,
    incomes: [{ amount: 5_000_00, taxable: false }],
  },
]

describe('the tax deduction card', () => {
  test.each(months)('%s adds up as its columns say', (month) => {
    for (const input of pays) {
      const is = line(input, month)
      const lowest = Math.min(is.E1 ?? 0, is.E2 ?? 0, is.E3 ?? 0)
      expect(is.D).toBeCloseTo((is.A ?? 0) + (is.B ?? 0) + (is.C ?? 0), 2)
      const { chargeable, tax } = p9Foot(Number(month.slice(0, 4)))
      if (chargeable === 'H') {
        expect(is.G).toBeCloseTo(lowest + (is.F ?? 0), 2)
        expect(is.H).toBeCloseTo((is.D ?? 0) - (is.G ?? 0), 2)
        expect(is[tax]).toBeCloseTo((is.J ?? 0) - (is.K ?? 0), 2)
      } else {
        const others = (is.F ?? 0) + (is.G ?? 0) + (is.H ?? 0) + (is.I ?? 0)
        expect(is.J).toBeCloseTo(lowest + others, 2)
        expect(is.K).toBeCloseTo((is.D ?? 0) - (is.J ?? 0), 2)
        expect(is[tax]).toBeCloseTo((is.L ?? 0) - (is.M ?? 0) - (is.N ?? 0), 2)
      }
    }
  })

  test('of 2024 has levy and SHIF as deductions in December only, reliefs before', () => {
    const input = { salary: 100_000_00 }
    expect(line(input, '2024-10')).toMatchObject({ E3: 20_000, F: 0, G: 0, N: 225 })
    expect(line(input, '2024-12')).toMatchObject({ E3: 30_000, F: 1500, G: 2750, N: 0 })
  })

  test('leaves out what is not taxed', () => {
    expect(line(pays[2] as PayInput, '2026-02').A).toBe(80_000)
  })
})
