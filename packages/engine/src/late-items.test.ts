import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrearsOf, arrearsPay, arrearsTaken, type PaidMonth } from './arrears.ts'
import type { Arrears } from './arrears-kept.ts'
import { type TakenName, takenNames } from './input.ts'
import type { LateItem } from './late-items.ts'
import { type MonthPay, monthPay, type PayPart, type PayTerms } from './month-pay.ts'

/** Pay items that were recorded for a month after it was confirmed. */

type Item = Omit<LateItem, 'agreed'>
const house = (amount: number): Item => {
  const facts = { id: 'h', name: 'House Allowance', kind: 'allowance', type: 'house' } as const
  return { ...facts, amount, taxable: true, one_off: false, by_days: true }
}
const partOf = ({ by_days, ...line }: Item): PayPart => ({ side: 'income', line, by_days })
const salary = (amount: number): PayPart => ({ side: 'salary', amount })
const withoutArrears = ({ input: { arrears: _, ...own } }: MonthPay) => own

const takenBy = (pay: MonthPay) =>
  Object.fromEntries(takenNames.map((name) => [name, pay.figures[name]])) as Record<
    TakenName,
    number
  >

interface About {
  month: string
  slip: MonthPay
  items: LateItem[]
  paid?: Arrears[]
  now: number
  agreed?: number[]
}
const about = ({ month, slip, items, paid = [], now, agreed = [now] }: About): PaidMonth => ({
  month,
  slips: [
    {
      ...{ id: 'own', run: 'own', extra: false, input: withoutArrears(slip) },
      ...{ incomes: slip.incomes, days: slip.figures.days, days_of: slip.figures.days_of },
    },
  ],
  taken: takenBy(slip),
  paid: paid.map((arrears, place) => ({ slip: String(place), arrears })),
  ...{ salary: now, agreed, items },
})

/**
 * February 2026: 50,000 and a house allowance of 10,000 that was told in March. NSSF 600, SHIF 275,
 * levy 150, tax 30% of 8,975.
 */
test('an allowance that is added, raised and ended late', () => {
  const slip = monthPay([salary(50_000_00)], {}, '2026-02')
  const ask = (amount: number, paid: Arrears[] = []) =>
    arrearsOf(
      about({
        ...{ month: '2026-02', slip, paid, now: 50_000_00 },
        items: [{ ...house(amount), agreed: [amount, 10_000_00] }],
      }),
    )
  const added = ask(10_000_00) as Arrears
  expect(added.pay).toEqual([
    {
      ...{ component: 'House Allowance', item: 'h', amount: 10_000_00, taxable: true },
      working: '10,000 for the month, less 0 paid',
    },
  ])
  expect(arrearsTaken([added])).toMatchObject({
    ...{ paye: 2_692_50, nssf: 600_00, health: 275_00, housing: 150_00 },
  })
  const raised = ask(12_000_00, [added]) as Arrears
  expect(raised.pay).toMatchObject([
    {
      amount: 2_000_00,
      working: '12,000 for the month, less 0 paid, less 10,000 of arrears paid before',
    },
  ])
  // And nothing once it has ended: what was paid comes back.
  const ended = ask(0, [added, raised]) as Arrears
  expect(arrearsPay([ended])).toBe(-12_000_00)
  expect(arrearsTaken([ended]).paye).toBe(0 - arrearsTaken([added, raised]).paye)
  expect(ask(12_000_00, [added, raised])).toBeUndefined()
})

// ---------------------------------------------------------------- random histories

const amount = fc.integer({ min: 0, max: 80_000_00 })
const history = fc.record({
  salaries: fc.tuple(
    fc.integer({ min: 20_000_00, max: 200_000_00 }),
    fc.integer({ min: 20_000_00, max: 200_000_00 }),
  ),
  absent: fc.constantFrom(0, 0, 1, 2.5),
  from: fc.constantFrom(undefined, '2025-06-11'),
  month: fc.constantFrom('2023-07', '2024-11', '2025-06', '2026-02'),
  items: fc.array(
    fc.record({
      taxable: fc.boolean(),
      allowance: fc.boolean(),
      one_off: fc.boolean(),
      was: fc.option(amount),
      now: fc.array(amount, { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

test('the confirmed month and its arrears are the month with the items as they are now', () => {
  fc.assert(
    fc.property(history, ({ salaries: [then, now], absent, from, month, items }) => {
      const terms: PayTerms = from ? { from } : {}
      const known = items.map((item, place): Item => {
        const kind = item.allowance ? 'allowance' : 'income'
        const facts = { id: `item ${place}`, name: `Item ${place}`, kind } as const
        const { taxable, one_off, allowance: by_days } = item
        return { ...facts, amount: 0, taxable, one_off: taxable && one_off, by_days }
      })
      const monthWith = (basic: number, amounts: (number | null)[]) =>
        monthPay(
          [
            salary(basic),
            ...known.flatMap((item, place) => {
              const given = amounts[place] ?? 0
              return given === 0 ? [] : [partOf({ ...item, amount: given })]
            }),
            ...(absent > 0 ? [{ side: 'absence' as const, days: absent }] : []),
          ],
          terms,
          month,
        )
      const was = items.map((item) => item.was)
      const slip = monthWith(then, was)
      const paid: Arrears[] = []
      for (let turn = 0; turn < 3; turn += 1) {
        const amounts = items.map((item) => item.now[turn % item.now.length] as number)
        const basic = turn === 0 ? then : now
        const late = known.map((item, place): LateItem => {
          const agreed = [...(items[place]?.now ?? []), was[place] ?? 0]
          return { ...item, amount: amounts[place] as number, agreed }
        })
        const given = { month, slip, items: late, paid, now: basic, agreed: [basic, then] }
        const found = arrearsOf(about(given))
        if (found) paid.push(found)
        const due = monthWith(basic, amounts).figures
        const late_taken = arrearsTaken(paid)
        const sums = takenNames.map((name) => [name, slip.figures[name] + late_taken[name]])
        expect(Object.fromEntries(sums)).toEqual(
          Object.fromEntries(takenNames.map((name) => [name, due[name]])),
        )
        expect(slip.figures.gross + arrearsPay(paid)).toBe(due.gross)
      }
    }),
    { numRuns: 500 },
  )
})
