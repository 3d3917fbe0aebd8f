// @tests quick
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrearsOf, arrearsTaken, lessArrears, type PaidMonth } from './arrears.ts'
import type { Arrears } from './arrears-kept.ts'
import { inKind, type KindPart } from './in-kind.ts'
import { takenNames } from './input.ts'
import { type MonthPay, monthPay, type PayPart } from './month-pay.ts'

/** Benefits in kind that are told after the month was confirmed: its tax comes with a later one. */

const salary = (amount: number): PayPart => ({ side: 'salary', amount })
const car: KindPart = { side: 'benefit', of: { kind: 'leased car', amount: 50_000_00 } }

interface Told {
  pay: MonthPay
  month: string
  kind: readonly KindPart[]
  amount: number
  was: number
  paid?: readonly Arrears[]
}
const paidMonth = ({ pay, month, kind, amount, was, paid = [] }: Told): PaidMonth => {
  const { figures, input, incomes } = pay
  const { days, days_of } = figures
  return {
    month,
    slips: [{ id: 'own', run: 'own', extra: false, input, incomes, days, days_of }],
    taken: lessArrears(figures, []),
    paid: paid.map((arrears, place) => ({ slip: `paid ${place}`, arrears })),
    salary: amount,
    agreed: [amount, was],
    inKind: inKind(kind, {}, month),
  }
}

describe('100,000 a month and a car hired at 50,000, told too late', () => {
  // Taxed at 30%, whatever else the law of the month takes.
  test.each(['2024-11', '2025-01', '2026-02'])('%s', (month) => {
    const pay = monthPay([salary(100_000_00)], {}, month)
    const about = { month, amount: 100_000_00, was: 100_000_00 }
    const found = arrearsOf(paidMonth({ ...about, pay, kind: [car] })) as Arrears
    expect(found.pay).toEqual([])
    expect(arrearsTaken([found])).toMatchObject({
      ...{ taxable: 50_000_00, paye: 15_000_00 },
      ...{ nssf: 0, health: 0, housing: 0, nita: 0, tax_relief: 0 },
    })
    expect(arrearsOf(paidMonth({ ...about, pay, kind: [car], paid: [found] }))).toBeUndefined()
    // A mistake that is deleted gives it back.
    const back = arrearsOf(paidMonth({ ...about, pay, kind: [], paid: [found] })) as Arrears
    expect(arrearsTaken([back]).paye).toBe(-15_000_00)
    const april = monthPay(
      [salary(100_000_00), { side: 'arrears', of: paidMonth({ ...about, pay, kind: [car] }) }],
      {},
      '2026-04',
    )
    const alone = monthPay([salary(100_000_00)], {}, '2026-04')
    expect(april.figures.gross).toBe(alone.figures.gross)
    expect(april.figures.net).toBe(alone.figures.net - 15_000_00)
    expect(april.deductions.map(({ name }) => name)).toContainEqual(
      expect.stringMatching(/^PAYE of arrears, /),
    )
  })
})

const cents = fc.integer({ min: 0, max: 400_000_00 })
const kindPart: fc.Arbitrary<KindPart> = fc.oneof(
  fc.record({
    side: fc.constant('benefit' as const),
    of: fc.oneof(
      fc.record({ kind: fc.constant('leased car' as const), amount: cents }),
      fc.record({ kind: fc.constant('meals' as const), amount: cents }),
      fc.record({ kind: fc.constant('telephone' as const), amount: cents }),
      fc.record({ kind: fc.constant('school fees' as const), amount: cents }),
    ),
  }),
  fc.record({
    side: fc.constant('quarters' as const),
    of: fc.record({
      occupant: fc.constant('employee' as const),
      house: fc.constant('rented' as const),
      rent: cents.map((rent) => rent + 1),
      recovered: cents,
    }),
  }),
)
const kinds = fc.array(kindPart, { maxLength: 3 })

test('confirmed months and their arrears are the months computed with what is known by now', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('2023-06', '2024-11', '2025-01', '2025-03', '2026-02'),
      fc.integer({ min: 20_000_00, max: 900_000_00 }),
      kinds,
      // What is told later, one after another: benefits and pay.
      fc.array(fc.tuple(kinds, fc.integer({ min: 20_000_00, max: 900_000_00 })), {
        ...{ minLength: 1, maxLength: 3 },
      }),
      (month, was, first, later) => {
        const pay = monthPay([salary(was), ...first], {}, month)
        const paid: Arrears[] = []
        for (const [kind, amount] of later) {
          const found = arrearsOf(paidMonth({ pay, month, kind, amount, was, paid }))
          if (found) paid.push(found)
          const due = monthPay([salary(amount), ...kind], {}, month)
          const more = arrearsTaken(paid)
          for (const name of takenNames) {
            expect(pay.figures[name] + more[name], name).toBe(due.figures[name])
          }
          expect(arrearsOf(paidMonth({ pay, month, kind, amount, was, paid }))).toBeUndefined()
        }
      },
    ),
    { numRuns: 300 },
  )
})
