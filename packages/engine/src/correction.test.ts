import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { correctionPay } from './correction.ts'
import { explain, payslip } from './index.ts'
import { type EarlierPay, takenNames } from './input.ts'
import { type MonthPay, monthPay, type PayPart, type PayTerms } from './month-pay.ts'

/** What was paid and what should have been: together they are what one payslip takes. */

const earlierOf = (slips: readonly MonthPay[]): EarlierPay => ({
  slips: slips.map((_, index) => `slip ${index}`),
  runs: slips.map((_, index) => `PR-${index}`),
  inputs: slips.map(({ input: { earlier: _, ...own } }) => own),
  taken: Object.fromEntries(
    takenNames.map((name) => [name, slips.reduce((sum, { figures }) => sum + figures[name], 0)]),
  ) as EarlierPay['taken'],
})

const salary = (amount: number): PayPart => ({ side: 'salary', amount })
const income = (amount: number, id = 'h', one_off = false): PayPart => ({
  side: 'income',
  line: { id, name: id, kind: 'allowance', taxable: true, one_off, amount },
})
const correct = (paid: readonly MonthPay[], parts: PayPart[], terms: PayTerms = {}) =>
  correctionPay(parts, { ...terms, earlier: earlierOf(paid) }, '2026-06')

const taken = ({ figures: { gross, paye, nssf, health, housing, net } }: MonthPay) => ({
  ...{ gross, paye, nssf, health, housing, net },
})

/**
 * Worked by hand, June 2026. 100,000 was paid: NSSF 6,000, SHIF 2,750, levy 1,500, PAYE 19,308.35
 * (see month-to-date.test.ts).
 */
describe('100,000 was paid', () => {
  const paid = monthPay([salary(100_000_00)], {}, '2026-06')

  /**
   * 110,000: NSSF of 108,000 at most 6,480, SHIF 3,025, levy 1,650; taxable 98,845, tax 4,483.25 +
   * 66,512 × 30% = 24,436.85 − 2,400 = 22,036.85.
   */
  test('and 110,000 should have been: the rest, and the law of the rest', () => {
    const more = correct([paid], [salary(10_000_00)])
    expect(taken(more)).toEqual({
      ...{ gross: 10_000_00, paye: 2_728_50, nssf: 480_00, health: 275_00, housing: 150_00 },
      net: 6_366_50,
    })
    expect(more.input.owed).toBeUndefined()
  })

  /**
   * 90,000: NSSF 5,400, SHIF 2,475, levy 1,350; taxable 80,775, tax 4,483.25 + 48,442 × 30% =
   * 19,015.85 − 2,400 = 16,615.85. Back come 2,692.50 + 600 + 275 + 150 = 3,717.50; 6,282.50 is
   * owed.
   */
  test('and 90,000 should have been: nothing is paid, and what is owed is told', () => {
    const less = correct([paid], [salary(-10_000_00)])
    expect(taken(less)).toEqual({
      ...{ gross: -10_000_00, paye: -2_692_50, nssf: -600_00, health: -275_00, housing: -150_00 },
      net: 0,
    })
    expect(less.input.owed).toBe(6_282_50)
    expect(less.deductions.at(-1)).toMatchObject({ kind: 'owed', amount: -6_282_50 })
    expect(less.figures.other_deductions).toBe(-6_282_50)
    const net = explain(less.input, '2026-06').find(({ code }) => code === 'netPay')
    expect(net?.amount).toBe(0)
    // Another correction counts on it, and so does a monthly payslip.
    const back = correct([paid, less], [salary(10_000_00)])
    expect(back.figures).toMatchObject({ paye: 2_692_50, nssf: 600_00, net: 6_282_50 })
    const extra = monthPay(
      [income(5_000_00, 'b', true)],
      { earlier: earlierOf([paid, less]) },
      '2026-06',
    )
    expect(extra.figures.paye).toBe(1_410_00) // 30% of 5,000 − 300 NSSF.
  })

  test('a deduction that was not due is paid back, and one that was due is owed', () => {
    const union = (amount: number): PayPart => ({
      ...{ side: 'deduction', before_tax: false },
      line: { id: 'u', name: 'Union', kind: 'other', amount },
    })
    const member = monthPay([salary(100_000_00), union(2_000_00)], {}, '2026-06')
    expect(correct([member], [union(-2_000_00)]).figures).toMatchObject({ gross: 0, net: 2_000_00 })
    expect(() => correct([member], [union(-2_000_01)])).toThrow('cannot be negative')
    const due = correct([paid], [union(2_000_00)])
    expect([due.figures.net, due.input.owed]).toEqual([0, 2_000_00])
  })

  test('nothing that was not paid is taken back', () => {
    expect(() => correct([paid], [salary(-100_000_01)])).toThrow('"salary" cannot be negative')
    expect(() => correct([paid], [income(-1)])).not.toThrow()
    expect(() => correct([paid], [income(-1, 'b', true)])).toThrow('taken back than is paid')
    expect(() => correct([], [salary(-1)])).toThrow('"salary" cannot be negative')
    expect(() => correct([paid], [salary(0.5)])).toThrow('whole cents')
  })
})

const amount = fc.integer({ min: 0, max: 600_000_00 })
const month = fc
  .record({ basic: amount, house: amount, bonus: amount, reimbursed: amount, pension: amount })
  .map((one) => ({ ...one, pension: Math.min(one.pension, 40_000_00) }))
type Paid = typeof month extends fc.Arbitrary<infer T> ? T : never

const untaxed = (amount: number): PayPart => ({
  side: 'income',
  line: { id: 'r', name: 'r', kind: 'income', taxable: false, one_off: false, amount },
})
const pension = (amount: number): PayPart => ({
  ...{ side: 'deduction', before_tax: true },
  line: { id: 'p', name: 'p', kind: 'pension', amount },
})
const partsOf = (one: Paid) => [
  salary(one.basic),
  income(one.house),
  income(one.bonus, 'b', true),
  untaxed(one.reimbursed),
  pension(one.pension),
]
const lessThan = (now: Paid, was: Paid): Paid => ({
  basic: now.basic - was.basic,
  house: now.house - was.house,
  bonus: now.bonus - was.bonus,
  reimbursed: now.reimbursed - was.reimbursed,
  pension: now.pension - was.pension,
})

const terms = fc.constantFrom<PayTerms>(
  {},
  { options: { disability: true, payeRounding: 'shilling' } },
  { options: { employeeType: 'secondary' } },
  { options: { nssf: false, resident: false } },
  { options: { paye: false }, consultant: { vat_registered: false, withhold: true } },
)
const months = fc.constantFrom('2021-06', '2023-03', '2024-06', '2024-12', '2025-06', '2026-06')

test('a month corrected again and again is one month paid right, to the cent', () => {
  fc.assert(
    fc.property(
      fc.array(month, { minLength: 2, maxLength: 5 }),
      fc.option(amount, { nil: undefined }),
      ...([terms, months] as const),
      (versions, extra, known, when) => {
        const slips: MonthPay[] = []
        const add = (pay: typeof monthPay, parts: PayPart[]) => {
          const earlier = slips.length > 0 ? earlierOf(slips) : undefined
          slips.push(pay(parts, { ...known, earlier }, when))
        }
        const bonus = extra === undefined ? [] : [income(extra, 'x', true)]
        versions.forEach((one, at) => {
          const was = versions[at - 1]
          if (!was) add(monthPay, partsOf(one))
          else add(correctionPay, partsOf(lessThan(one, was)))
          // An extra payroll between the first and what corrects it.
          if (at === 0 && bonus.length > 0) add(monthPay, bonus)
        })
        const once = monthPay([...partsOf(versions.at(-1) as Paid), ...bonus], known, when)
        for (const name of [...takenNames, 'salary', 'gross'] as const) {
          const sum = slips.reduce((all, { figures }) => all + figures[name], 0)
          expect([name, sum]).toEqual([name, once.figures[name]])
        }
        const net = slips.reduce((all, { figures }) => all + figures.net, 0)
        const owed = slips.reduce((all, { input }) => all + (input.owed ?? 0), 0)
        expect(net - owed).toBe(once.figures.net)
        for (const { figures, incomes, deductions, input } of slips) {
          const sum = (lines: readonly { amount: number }[]) =>
            lines.reduce((all, line) => all + line.amount, 0)
          expect(figures.salary + sum(incomes)).toBe(figures.gross)
          expect(sum(deductions)).toBe(figures.total_deductions)
          expect(figures.gross - figures.total_deductions).toBe(figures.net)
          const slip = payslip(input, when)
          for (const line of explain(input, when)) expect(line.amount).toBe(slip[line.code])
        }
        for (const { figures } of slips.slice(1 + bonus.length)) {
          expect(figures.net).toBeGreaterThanOrEqual(0)
        }
      },
    ),
    { numRuns: 600 },
  )
})
