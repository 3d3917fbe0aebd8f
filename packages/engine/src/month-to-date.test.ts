import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Benefit } from './benefits.ts'
import { figureNames } from './figures.ts'
import { explain, payslip } from './index.ts'
import { type EarlierPay, takenNames } from './input.ts'
import { type MonthPay, monthPay, type PayPart, type PayTerms } from './month-pay.ts'
import { together } from './month-to-date.ts'

/** Several payslips of a month: together they take what one would, in whatever order. */

const months = [
  '2021-06',
  '2022-06',
  '2023-03',
  '2023-09',
  '2024-01',
  '2024-02',
  '2024-06',
  '2024-10',
  '2024-12',
  '2025-06',
  '2026-06',
]

const earlierOf = (slips: readonly MonthPay[]): EarlierPay | undefined =>
  slips.length === 0
    ? undefined
    : {
        slips: slips.map((_, index) => `slip ${index}`),
        runs: slips.map((_, index) => `PR-${index}`),
        inputs: slips.map(({ input: { earlier: _, ...own } }) => own),
        taken: Object.fromEntries(
          takenNames.map((name) => [
            name,
            slips.reduce((sum, { figures }) => sum + figures[name], 0),
          ]),
        ) as EarlierPay['taken'],
      }

/** One after the other, each on what was there before. */
function inTurn(runs: readonly PayPart[][], terms: PayTerms, month: string): MonthPay[] {
  const slips: MonthPay[] = []
  for (const parts of runs)
    slips.push(monthPay(parts, { ...terms, earlier: earlierOf(slips) }, month))
  return slips
}

const added = (slips: readonly MonthPay[], name: (typeof figureNames)[number]) =>
  slips.reduce((sum, { figures }) => sum + figures[name], 0)

const cents = (most: number) => fc.integer({ min: 0, max: most })
const income = fc
  .record({
    amount: cents(900_000_00),
    taxable: fc.boolean(),
    one_off: fc.boolean(),
    dues: fc.boolean(),
  })
  .map(({ dues, ...one }): PayPart => {
    const line = { id: 'x', name: 'Extra', kind: 'income' as const, ...one }
    return { side: 'income', line: dues ? { ...line, one_off: true, dues } : line }
  })
const benefit = fc
  .record({
    kind: fc.constantFrom('leased car', 'meals', 'other', 'servants'),
    amount: cents(9_000_00),
  })
  .map((of): PayPart => ({ side: 'benefit', of: of as Benefit }))
const house = fc
  .record({ rent: fc.integer({ min: 1, max: 90_000_00 }), recovered: cents(20_000_00) })
  .map((given): PayPart => {
    return { side: 'quarters', of: { occupant: 'employee', house: 'rented', ...given } }
  })
const extra = fc.array(fc.oneof(income, benefit), { minLength: 1, maxLength: 3 })
const kinds = [
  'pension',
  'mortgage interest',
  'insurance premium',
  'post-retirement medical',
  'union',
]
const deduction = fc
  .record({ kind: fc.constantFrom(...kinds), amount: cents(60_000_00) })
  .map(({ kind, amount }): PayPart => {
    return { side: 'deduction', before_tax: true, line: { id: 'd', name: kind, kind, amount } }
  })
const monthly = fc
  .tuple(
    cents(900_000_00),
    fc.array(income, { maxLength: 2 }),
    fc.array(deduction, { maxLength: 3 }),
    fc.array(fc.oneof(benefit, house), { maxLength: 3 }),
  )
  .map(([amount, incomes, deductions, kind]): PayPart[] => [
    { side: 'salary', amount },
    ...incomes,
    ...deductions,
    ...kind,
  ])
const terms = fc
  .record(
    {
      resident: fc.boolean(),
      employeeType: fc.constantFrom('primary' as const, 'secondary' as const),
      disability: fc.boolean(),
      paye: fc.boolean(),
      nssf: fc.boolean(),
      nssfTier2: fc.boolean(),
      health: fc.boolean(),
      ahl: fc.boolean(),
      nita: fc.boolean(),
      shifRounding: fc.constantFrom('cent' as const, 'shilling' as const),
      payeRounding: fc.constantFrom('cent' as const, 'shilling' as const),
    },
    { requiredKeys: [] },
  )
  .chain((options) =>
    fc.constantFrom<PayTerms>(
      { options },
      {
        options: { ...options, paye: false },
        consultant: { vat_registered: false, withhold: true },
      },
    ),
  )

/** The monthly run among the extra ones: before, between or after them. */
const history = fc
  .tuple(monthly, fc.array(extra, { minLength: 1, maxLength: 3 }), fc.nat({ max: 3 }))
  .map(([own, extras, at]): PayPart[][] => [...extras.slice(0, at), own, ...extras.slice(at)])

describe('the month to date', () => {
  test('takes in several payslips what one with everything would take, to the cent', () => {
    fc.assert(
      fc.property(history, terms, fc.constantFrom(...months), (runs, known, month) => {
        const slips = inTurn(runs, known, month)
        const once = monthPay(runs.flat(), known, month)
        for (const name of figureNames) {
          expect([name, added(slips, name)]).toEqual([name, once.figures[name]])
        }
        for (const { figures, incomes, deductions } of slips) {
          const sum = (lines: readonly { amount: number }[]) =>
            lines.reduce((total, { amount }) => total + amount, 0)
          expect(figures.salary + sum(incomes)).toBe(figures.gross)
          expect(sum(deductions)).toBe(figures.total_deductions)
          expect(figures.gross - figures.total_deductions).toBe(figures.net)
        }
      }),
      { numRuns: 1_500 },
    )
  })

  test('takes by what is known at the last of them, and gives back what is due no longer', () => {
    fc.assert(
      fc.property(history, terms, terms, fc.constantFrom(...months), (runs, was, now, month) => {
        const before = inTurn(runs.slice(0, -1), was, month)
        const last = monthPay(runs.at(-1) ?? [], { ...now, earlier: earlierOf(before) }, month)
        const once = monthPay(runs.flat(), now, month)
        for (const name of takenNames) {
          expect([name, added([...before, last], name)]).toEqual([name, once.figures[name]])
        }
      }),
      { numRuns: 500 },
    )
  })

  test('is explained by lines that say the same amounts', () => {
    fc.assert(
      fc.property(history, terms, fc.constantFrom(...months), (runs, known, month) => {
        for (const { input } of inTurn(runs, known, month)) {
          const slip = payslip(input, month)
          for (const { code, amount } of explain(input, month)) expect(amount).toBe(slip[code])
        }
      }),
      { numRuns: 200 },
    )
  })
})

const salary = (amount: number): PayPart => ({ side: 'salary', amount })
const bonus = (amount: number): PayPart => ({
  side: 'income',
  line: { id: 'b', name: 'Bonus', kind: 'income', taxable: true, one_off: true, amount },
})
const taken = ({ figures: { paye, nssf, health, housing, net } }: MonthPay) => ({
  ...{ paye, nssf, health, housing, net },
})

/**
 * Worked by hand, June 2026: 100,000 a month and a bonus of 50,000. NSSF on 108,000 at most: 6,000
 * of 100,000, and 6,480 of 150,000. SHIF 2,750 and levy 1,500 on the salary alone. Taxable alone:
 * 100,000 − 6,000 − 2,750 − 1,500 = 89,750, tax 21,708.35 − 2,400 = 19,308.35; with the bonus:
 * 150,000 − 6,480 − 2,750 − 1,500 = 139,270, tax 36,564.35 − 2,400 = 34,164.35.
 */
describe('a bonus of 50,000 beside 100,000 in June 2026', () => {
  const parts = { month: [salary(100_000_00)], bonus: [bonus(50_000_00)] }
  const all = { paye: 34_164_35, nssf: 6_480_00, health: 2_750_00, housing: 1_500_00 }

  test('after the monthly run takes the tax at the top of the month', () => {
    const [first, second] = inTurn([parts.month, parts.bonus], {}, '2026-06') as [
      MonthPay,
      MonthPay,
    ]
    expect(taken(first)).toEqual({
      ...{ paye: 19_308_35, nssf: 6_000_00, health: 2_750_00, housing: 1_500_00 },
      net: 70_441_65,
    })
    expect(taken(second)).toEqual({
      ...{ paye: 14_856_00, nssf: 480_00, health: 0, housing: 0 },
      net: 34_664_00,
    })
    expect(second.figures).toMatchObject({ gross: 50_000_00, taxable: 49_520_00, tax_relief: 0 })
    expect(second.deductions.map(({ id }) => id)).toEqual(['paye', 'nssf'])
    expect(first.figures.paye + second.figures.paye).toBe(all.paye)
  })

  /** The bonus alone: NSSF 3,000, SHIF and levy none; tax on 47,000 is 8,883.35 − 2,400. */
  test('before it is taxed as if alone, and the monthly run takes the rest', () => {
    const [first, second] = inTurn([parts.bonus, parts.month], {}, '2026-06') as [
      MonthPay,
      MonthPay,
    ]
    expect(taken(first)).toEqual({
      ...{ paye: 6_483_35, nssf: 3_000_00, health: 0, housing: 0 },
      net: 40_516_65,
    })
    expect(taken(second)).toEqual({
      ...{ paye: 27_681_00, nssf: 3_480_00, health: 2_750_00, housing: 1_500_00 },
      net: 64_589_00,
    })
    expect(second.figures.nita).toBe(0)
    const line = explain(second.input, '2026-06').find(({ code }) => code === 'paye')
    expect(line?.because.working).toMatch(
      /for the month so far; .* less 6,483.35 in PR-0 = 27,681$/,
    )
  })
})

test('what was taken and is not due on the whole month is a line below zero', () => {
  const premium: PayPart = {
    side: 'deduction',
    before_tax: false,
    line: { id: 'i', name: 'Life', kind: 'insurance premium', amount: 20_000_00 },
  }
  const [first, second] = inTurn(
    [[bonus(60_000_00)], [salary(1_000_00), premium]],
    {},
    '2026-06',
  ) as [MonthPay, MonthPay]
  // 15% of 20,000 is 3,000 of relief, more than 1,000 of pay adds in tax.
  expect(first.figures.paye + second.figures.paye).toBe(
    monthPay([bonus(60_000_00), salary(1_000_00), premium], {}, '2026-06').figures.paye,
  )
  expect(second.figures.paye).toBeLessThan(0)
  expect(second.deductions.find(({ id }) => id === 'paye')?.amount).toBe(second.figures.paye)
  expect(together([first.input, second.input]).insurancePremium).toBe(20_000_00)
})

test("a consultant's fees reach the threshold together", () => {
  const known: PayTerms = {
    options: { paye: false, nssf: false, health: false, ahl: false, nita: false },
    consultant: { vat_registered: false, withhold: true },
  }
  const [first, second] = inTurn([[salary(20_000_00)], [bonus(10_000_00)]], known, '2026-06') as [
    MonthPay,
    MonthPay,
  ]
  expect(first.figures.withholding_tax).toBe(0)
  // 5% of 30,000, all of it with the second.
  expect(second.figures.withholding_tax).toBe(1_500_00)
})
