import { describe, expect, test } from 'vitest'
import {
  type EarlierPay,
  explain,
  monthPay,
  type PayPart,
  type PensionPart,
  payslip,
  takenNames,
} from './index.ts'

const month = '2026-04'
const salary = (amount: number): PayPart => ({ side: 'salary', amount })
const scheme = (more: Partial<PensionPart> = {}): PensionPart => ({
  ...{ side: 'pension', id: 'm1', scheme: 's1', name: 'Staff Pension' },
  ...{ base: 'basic', cap: null, own: { rate: 500 }, employer: { rate: 1000 } },
  ...more,
})
const amountsOf = (lines: readonly { name: string; amount: number }[], name: string) =>
  lines.filter((line) => line.name === name).map(({ amount }) => amount)

describe('a pension scheme', () => {
  test('takes its share before tax, and the employer adds theirs, by hand', () => {
    const parts = [salary(80_000_00), scheme({ cap: 60_000_00 })]
    const { figures, deductions, input } = monthPay(parts, {}, month)
    // NSSF 540 + 4,260; 80,000 − 7,800 − 2,200 − 1,200 = 68,800 taxable.
    expect(figures).toMatchObject({
      ...{ gross: 80_000_00, nssf: 4_800_00, taxable: 68_800_00, paye: 13_023_35 },
      ...{ other_deductions: 3_000_00, net: 55_776_65 },
    })
    expect(deductions.at(-1)).toEqual({
      ...{ id: 'm1', name: 'Staff Pension', kind: 'pension', amount: 3_000_00 },
      working: '5% of basic pay 80,000, of which 60,000 count = 3,000',
    })
    expect(input.pensions).toEqual([
      {
        ...{ id: 'm1', scheme: 's1', name: 'Staff Pension' },
        ...{ base: 60_000_00, own: 3_000_00, employer: 6_000_00 },
      },
    ])
    const cost = explain(input, month).find(({ code }) => code === 'employerCost')
    expect(cost).toMatchObject({
      amount: 92_050_00,
      because: {
        working:
          '80,000 gross pay + 4,800 NSSF + 1,200 housing levy + 50 NITA + 6,000 pension = 92,050',
      },
    })
  })

  test('takes fixed amounts whole, from a joiner in mid-month too', () => {
    const parts = [salary(60_000_00), scheme({ own: { amount: 2_000_00 } })]
    const { input } = monthPay(parts, { from: '2026-04-16' }, month)
    expect(input.pensions).toMatchObject([{ base: 30_000_00, own: 2_000_00, employer: 3_000_00 }])
    expect(input.pension).toBe(2_000_00)
  })

  test('counts pay as it is paid: without absence, and of gross what is taxed', () => {
    const income = (name: string, amount: number, more: object = {}): PayPart => ({
      side: 'income',
      line: { id: name, name, amount, kind: 'income', taxable: true, one_off: false, ...more },
    })
    const parts: PayPart[] = [
      salary(60_000_00),
      { ...income('House', 20_000_00), by_days: true } as PayPart,
      income('Bonus', 10_000_00, { one_off: true }),
      income('Travel', 5_000_00, { taxable: false }),
      { side: 'absence', days: 2 },
      scheme(),
      scheme({ id: 'm2', scheme: 's2', name: 'Provident', base: 'gross' }),
    ]
    const bases = monthPay(parts, {}, month).input.pensions?.map(({ base }) => base)
    // 2 of 30 days: 4,000 of the salary and 1,333.33 of the allowance.
    expect(bases).toEqual([56_000_00, 84_666_67])
  })

  test('is paid by the employer alone where the member pays nothing', () => {
    const without = monthPay([salary(80_000_00)], {}, month)
    const parts = [salary(80_000_00), scheme({ own: { amount: 0 } })]
    const { figures, deductions, input } = monthPay(parts, {}, month)
    expect(figures).toEqual(without.figures)
    expect(deductions).toEqual(without.deductions)
    expect(input).toEqual({ ...without.input, pensions: input.pensions })
    expect(input.pensions).toMatchObject([{ own: 0, employer: 8_000_00 }])
  })

  test('is nothing in a month without pay, and nobody else’s payslip knows of it', () => {
    const away: PayPart = { side: 'absence', days: 30 }
    const fixed = scheme({ own: { amount: 500_00 }, employer: { amount: 500_00 } })
    const { input, deductions } = monthPay([salary(30_000_00), away, fixed], {}, month)
    expect(input).not.toHaveProperty('pensions')
    expect(amountsOf(deductions, 'Staff Pension')).toEqual([])
    expect(monthPay([salary(30_000_00)], {}, month).input).not.toHaveProperty('pensions')
  })
})

describe('the limits, over NSSF and all schemes together', () => {
  const two = [
    salary(200_000_00),
    scheme({ own: { rate: 1500 } }),
    scheme({ id: 'm2', scheme: 's2', name: 'Provident', own: { amount: 5_000_00 } }),
  ]
  test.each([
    // 2,160 + 30,000 + 5,000: above both limits; SHIF and the levy come before tax from December.
    ['2024-11', 20_000_00, 180_000_00],
    ['2024-12', 30_000_00, 161_500_00],
  ])('in %s', (of, limit, taxable) => {
    const { input, figures } = monthPay(two, {}, of)
    expect(payslip(input, of).pensionDeductible).toBe(limit)
    expect(figures.taxable).toBe(taxable)
    expect(figures.other_deductions).toBe(35_000_00)
  })

  test('30% of cash pay, where that is less', () => {
    const parts = [salary(50_000_00), scheme({ own: { amount: 16_000_00 } })]
    // NSSF 3,000 and 16,000 are more than 15,000.
    const { input } = monthPay(parts, {}, month)
    expect(payslip(input, month).pensionDeductible).toBe(15_000_00)
  })
})

test('beside another payslip of the month, the employer’s part is counted once', () => {
  const first = monthPay([salary(80_000_00), scheme()], {}, month)
  const taken = Object.fromEntries(takenNames.map((name) => [name, first.figures[name]]))
  const earlier = { slips: ['a'], runs: ['PR-1'], inputs: [first.input], taken } as EarlierPay
  const bonus: PayPart = {
    side: 'income',
    line: {
      ...{ id: 'b', name: 'Bonus', amount: 20_000_00, kind: 'income' },
      ...{ taxable: true, one_off: true },
    },
  }
  const extra = monthPay([bonus], { earlier }, month)
  const whole = monthPay([salary(80_000_00), bonus, scheme()], {}, month)
  expect(first.figures.paye + extra.figures.paye).toBe(whole.figures.paye)
  expect(first.figures.nssf + extra.figures.nssf).toBe(whole.figures.nssf)
  const [own, more, all] = [first, extra, whole].map(
    ({ input }) => payslip(input, month).employerCost,
  )
  expect((own ?? 0) + (more ?? 0)).toBe(all)
})
