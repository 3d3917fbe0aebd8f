import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  deductionKey,
  explainPay,
  type IncomeLine,
  monthPay,
  type PayPart,
  type PayTerms,
  payslip,
  statutoryDeductions,
} from './index.ts'

const month = '2026-04'
const salary = (amount: number): PayPart => ({ side: 'salary', amount })
const income = (name: string, amount: number, more: Partial<IncomeLine> = {}): PayPart => ({
  side: 'income',
  line: { id: name, name, amount, kind: 'income', taxable: true, one_off: false, ...more },
})
const deduction = (kind: string, amount: number, before_tax = true): PayPart => ({
  side: 'deduction',
  before_tax,
  line: { id: kind, name: `My ${kind}`, amount, kind },
})
const namesOf = (lines: readonly { name: string }[]) => lines.map(({ name }) => name)

describe("a month's pay", () => {
  test('of a salary alone is what the law makes of it', () => {
    const { figures } = monthPay([salary(100_000_00)], {}, month)
    const law = payslip({ salary: 100_000_00 }, month)
    expect(figures).toMatchObject({
      gross: law.grossPay,
      paye: law.paye,
      health: law.shif,
      total_deductions: law.totalDeductions,
      net: law.netPay,
      days: 30,
      days_of: 30,
    })
  })

  test('follows the days employed where it should', () => {
    const allowance: PayPart = { ...income('House', 30_000_00), by_days: true } as PayPart
    const parts = [salary(60_000_00), allowance, income('Bonus', 5_000_00)]
    const { figures, incomes } = monthPay(parts, { from: '2026-04-16' }, month)
    expect(figures).toMatchObject({ salary: 30_000_00, days: 15, days_of: 30 })
    expect(incomes.map(({ amount }) => amount)).toEqual([15_000_00, 5_000_00])
  })

  test('takes what is deducted, and only relieves with the rest', () => {
    const parts = [
      salary(100_000_00),
      deduction('pension', 5_000_00),
      deduction('mortgage interest', 10_000_00),
      deduction('insurance premium', 2_000_00),
      deduction('other', 1_000_00, false),
    ]
    const { figures, deductions, input } = monthPay(parts, {}, month)
    expect(input).toMatchObject({
      pension: 5_000_00,
      mortgageInterest: 10_000_00,
      insurancePremium: 2_000_00,
      otherDeductions: 1_000_00,
    })
    const law = ['PAYE', 'NSSF', 'SHIF', 'Housing Levy']
    expect(namesOf(deductions)).toEqual([...law, 'My pension', 'My other'])
    expect(figures.other_deductions).toBe(6_000_00)
    expect(figures.net).toBe(payslip(input, month).netPay)
  })

  test('has a pension that is no registered one among the others', () => {
    const { input } = monthPay([salary(100_000_00), deduction('pension', 700, false)], {}, month)
    expect(input).toMatchObject({ pension: 0, otherDeductions: 700 })
  })

  test('leaves nothing out and shows nothing that is nothing', () => {
    const parts = [salary(50_000_00), income('Gift', 0), deduction('other', 0)]
    const { incomes, deductions } = monthPay(parts, {}, month)
    expect(incomes).toEqual([])
    expect(deductions.every(({ kind }) => kind === 'statutory')).toBe(true)
  })
})

describe('days of absence', () => {
  test('take nothing from an allowance of the type leave, however many they are (B36)', () => {
    const leave: PayPart = {
      side: 'income',
      by_days: true,
      line: {
        id: 'leave',
        name: 'Leave',
        amount: 8_000_00,
        kind: 'allowance',
        taxable: true,
        one_off: true,
        type: 'leave',
      },
    }
    const { figures } = monthPay([salary(60_000_00), leave, absence(31)], {}, month)
    expect(figures.gross).toBe(8_000_00)
    const few = monthPay([salary(60_000_00), leave, absence(1)], {}, month)
    expect(few.incomes.find(({ kind }) => kind === 'absence')?.working).toBe(
      'salary × 1 of 30 days',
    )
  })
  const absence = (days: number): PayPart => ({ side: 'absence', days })
  const house = { ...income('House', 30_000_00, { kind: 'allowance' }), by_days: true } as PayPart
  const meals = {
    ...income('Meals', 3_000_00, { kind: 'allowance', taxable: false }),
    by_days: true,
  } as PayPart

  test('lower salary and allowances by calendar days, before the law is asked', () => {
    const parts = [salary(60_000_00), house, income('Bonus', 9_000_00), absence(2)]
    const { figures, incomes, input } = monthPay(parts, {}, month)
    expect(incomes.at(-1)).toMatchObject({
      name: 'Absence',
      quantity: '2 days',
      amount: -6_000_00,
      taxable: true,
      kind: 'absence',
      working: 'salary and allowances × 2 of 30 days',
    })
    expect(figures).toMatchObject({ salary: 60_000_00, gross: 93_000_00 })
    const without = payslip({ salary: 93_000_00 }, month)
    expect(figures).toMatchObject({ paye: without.paye, nssf: without.nssfEmployee })
    expect(input.incomes?.at(-1)).toMatchObject({ amount: -6_000_00, absence: true })
  })

  test('lower untaxed allowances outside every base, and halves count', () => {
    const { incomes } = monthPay([salary(60_000_00), meals, absence(1.5)], {}, month)
    expect(incomes.slice(1)).toMatchObject([
      { name: 'Absence', amount: -3_000_00, quantity: '1.5 days' },
      { name: 'Absence, untaxed', amount: -150_00, taxable: false },
    ])
  })

  test('are told of with their days', () => {
    const { figures, ...kept } = monthPay([salary(60_000_00), absence(1)], {}, month)
    const lines = explainPay({ ...figures, ...kept }, month)
    expect(lines.find(({ code }) => code === 'income absence')).toMatchObject({
      label: 'Absence (1 day)',
      amount: -2_000_00,
      because: { working: 'salary × 1 of 30 days' },
    })
    expect(lines.find(({ code }) => code === 'grossPay')?.because.working).toBe(
      '60,000 salary − 2,000 absence = 58,000',
    )
  })

  test('never cost more than was paid', () => {
    const joined = { from: '2026-04-25' }
    const { figures, incomes } = monthPay([salary(60_000_00), house, absence(31)], joined, month)
    expect(incomes.at(-1)).toMatchObject({ quantity: '6 days', amount: -18_000_00 })
    expect(figures).toMatchObject({ gross: 0, net: 0, health: 0, nssf: 0 })
  })

  test('of a consultant lower the fee, and the VAT with it', () => {
    const consultant = { vat_registered: true, withhold: true }
    const options = { paye: false, nssf: false, health: false, ahl: false, nita: false }
    const parts = [salary(116_000_00), absence(3)]
    const { figures, incomes } = monthPay(parts, { consultant, options }, month)
    expect(incomes.map(({ amount }) => amount)).toEqual([-10_000_00, 14_400_00])
    expect(figures).toMatchObject({ withholding_tax: 4_500_00, net: 99_900_00 })
  })

  test.each([
    [{ salary: 100, incomes: [{ amount: -101, absence: true as const }] }, /More is taken back/],
    [{ salary: 100, incomes: [{ amount: 1, absence: true as const }] }, /cannot be negative/],
    [
      { salary: 100, incomes: [{ amount: -1, taxable: false, absence: true as const }] },
      /More is taken back/,
    ],
  ])('%j is refused', (input, sentence) => {
    expect(() => payslip(input, month)).toThrow(sentence)
  })

  test('in any amount leave pay of nothing at worst, and lines that add up', () => {
    const cents = fc.integer({ min: 0, max: 500_000_00 })
    const allowance = fc.record({ amount: cents, taxable: fc.boolean() })
    fc.assert(
      fc.property(
        cents,
        fc.array(allowance, { maxLength: 3 }),
        fc.integer({ min: 0, max: 80 }).map((halves) => halves / 2),
        fc.integer({ min: 1, max: 30 }),
        fc.boolean(),
        (pay, list, days, from, vat_registered) => {
          const parts: PayPart[] = list.map(({ amount, taxable }, index) => ({
            side: 'income',
            by_days: true,
            line: {
              id: `${index}`,
              name: `${index}`,
              kind: 'allowance',
              amount,
              taxable,
              one_off: false,
            },
          }))
          const terms: PayTerms = {
            from: `2026-04-${String(from).padStart(2, '0')}`,
            consultant: vat_registered ? { vat_registered, withhold: true } : undefined,
          }
          const made = monthPay([salary(pay), ...parts, absence(days)], terms, month)
          const { figures, incomes } = made
          const sum = incomes.reduce((total, { amount }) => total + amount, figures.salary)
          expect(figures.gross).toBe(sum)
          expect(figures.gross).toBeGreaterThanOrEqual(0)
          expect(figures.gross - figures.total_deductions).toBe(figures.net)
          if (days >= 31 - from) expect(figures.gross).toBe(0)
          expect(explainPay({ ...figures, ...made }, month).length).toBeGreaterThan(30)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe("a consultant's fee", () => {
  const none = { paye: false, nssf: false, health: false, ahl: false, nita: false }
  const terms: PayTerms = { consultant: { vat_registered: true, withhold: true }, options: none }

  test('has VAT on top and tax withheld from the fee alone', () => {
    const { figures, incomes, deductions } = monthPay([salary(116_000_00)], terms, month)
    expect(figures).toMatchObject({ salary: 100_000_00, withholding_tax: 5_000_00 })
    expect(figures.net).toBe(111_000_00)
    expect(incomes).toMatchObject([{ id: 'vat', amount: 16_000_00, taxable: false }])
    expect(deductions).toMatchObject([{ id: 'withholding', name: 'Withholding Tax' }])
  })

  test.each([
    ['PAYE is deducted', { ...terms, options: { ...none, paye: true } }],
    ['nobody asks for it', { ...terms, consultant: { vat_registered: true, withhold: false } }],
  ] as [string, PayTerms][])('has nothing withheld where %s', (_, given) => {
    expect(monthPay([salary(116_000_00)], given, month).figures.withholding_tax).toBe(0)
  })
})

describe('why', () => {
  const parts = [
    salary(60_000_00),
    { ...income('House', 30_000_00, { kind: 'allowance' }), by_days: true } as PayPart,
    income('Sales', 5_000_00, { working: '(60000 − 10000) × 10%' }),
    income('Bonus', 900_00, { one_off: true }),
    income('Per diem', 500_00, { taxable: false }),
    deduction('other', 1_000_00, false),
  ]
  const explained = (terms: PayTerms, given = parts, when = month) => {
    const { figures, ...kept } = monthPay(given, terms, when)
    return explainPay({ ...figures, ...kept }, when)
  }

  test('is told of every line, with code, label and amount', () => {
    const lines = explained({ from: '2026-04-16' })
    const why = (code: string) => lines.find((line) => line.code === code)?.because.working
    expect(why('salary')).toBe('For 15 of 30 days of the month')
    expect(why('income house')).toBe('as recorded, taxable, for 15 of 30 days')
    expect(why('income sales')).toBe('(60000 − 10000) × 10%')
    expect(why('income bonus')).toBe('one-off: outside SHIF and Housing Levy, taxable')
    expect(why('income per diem')).toBe('as recorded, not taxable, outside every base')
    expect(why('deduction my other')).toBe('as recorded')
    for (const { code, label, because } of lines) {
      expect([code, label, because.working].every(Boolean)).toBe(true)
    }
  })

  test('a consultant is told of VAT and of the tax withheld', () => {
    const consultant = { vat_registered: true, withhold: true }
    const lines = explained({ consultant, options: { paye: false } }, [salary(116_000_00)])
    expect(lines.find(({ code }) => code === 'income vat')?.because.working).toBe(
      '16% on top of the fee',
    )
    expect(lines.find(({ figure }) => figure === 'statutory withholding')).toMatchObject({
      amount: 5_000_00,
      because: { working: '5% of the fee, 5,000', from: '2021-01' },
    })
  })

  test.each([
    ['2024-09', 'nhif', 'NHIF'],
    ['2024-10', 'shif', 'SHIF'],
  ])('in %s the health contribution is %s', (when, code, name) => {
    const told = explained({}, parts, when).filter(({ figure }) => figure === 'statutory health')
    expect(told.map((line) => [line.code, line.label])).toEqual([[code, name]])
    expect(namesOf(statutoryDeductions(when))[2]).toBe(name)
  })

  test('every column of a payslip finds its line', () => {
    const { figures, ...kept } = monthPay(parts, {}, month)
    const told = new Set(explainPay({ ...figures, ...kept }, month).map(({ figure }) => figure))
    const named = ['salary', 'gross', 'taxable', 'income_tax', 'tax_relief', 'nhif_relief']
    for (const name of [...named, 'housing_relief', 'total_deductions', 'net']) {
      expect(told).toContain(name)
    }
    for (const line of kept.deductions) {
      const key = deductionKey(line)
      expect(told).toContain(line.kind === 'statutory' ? key : `deduction ${key}`)
    }
  })
})
