import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrearsOf, arrearsTaken } from './arrears.ts'
import { afterCorrection } from './corrected-month.ts'
import { correctionPay } from './correction.ts'
import { type EarlierPay, takenNames } from './input.ts'
import { type MonthPay, monthPay, type PayPart } from './month-pay.ts'

describe('what is due after a correction', () => {
  test.each([
    // To less: of a raise the share that is left, of a cut what the correction has not taken.
    [68_200_00, 62_000_00, 42_000_00, 46_200_00],
    [62_000_00, 62_000_00, 42_000_00, 42_000_00],
    [50_000_00, 62_000_00, 42_000_00, 42_000_00],
    [42_000_00, 62_000_00, 42_000_00, 42_000_00],
    [40_000_00, 62_000_00, 42_000_00, 40_000_00],
    // To more: of a raise what it has not paid, of a cut the share.
    [68_200_00, 62_000_00, 65_000_00, 68_200_00],
    [64_000_00, 62_000_00, 65_000_00, 65_000_00],
    [31_000_00, 62_000_00, 68_200_00, 34_100_00],
    // Not corrected, corrected and back, and to nothing.
    [70_000_00, 62_000_00, 62_000_00, 70_000_00],
    [70_000_00, 62_000_00, 0, 0],
    [70_000_00, 0, 5_000_00, 70_000_00],
    // Half up: 10.01 × 1.50 / 10.00.
    [1001, 1000, 150, 150],
    [1010, 1000, 150, 152],
  ])('%i agreed, %i paid, corrected to %i: %i', (due, paid, corrected, expected) => {
    expect(afterCorrection(due, paid, corrected)).toBe(expected)
  })

  const cents = fc.integer({ min: 0, max: 1_000_000_000_000 })
  test('never moves the other way, and is whole and not below zero', () => {
    fc.assert(
      fc.property(cents, cents, cents, cents, (one, other, paid, corrected) => {
        const [less, more] = [one, other].sort((a, b) => a - b) as [number, number]
        const low = afterCorrection(less, paid, corrected)
        expect(Number.isSafeInteger(low) && low >= 0).toBe(true)
        expect(low).toBeLessThanOrEqual(afterCorrection(more, paid, corrected))
        expect(afterCorrection(paid, paid, corrected)).toBe(corrected)
      }),
    )
  })
})

// ---------------------------------------------------------------- in the arrears of a month

const month = '2026-02'
const takenBy = (slips: readonly MonthPay[]) =>
  Object.fromEntries(
    takenNames.map((name) => [name, slips.reduce((sum, { figures }) => sum + figures[name], 0)]),
  ) as EarlierPay['taken']
const ownOf = ({ input: { earlier: _, ...own } }: MonthPay) => own

function arrearsAfter(given: readonly PayPart[], differences: readonly PayPart[], now: number) {
  const paid = monthPay(given, {}, month)
  const earlier = { slips: ['a'], runs: ['a'], inputs: [ownOf(paid)], taken: takenBy([paid]) }
  const correction = correctionPay(differences, { earlier }, month)
  const slips = [paid, correction].map((pay, place) => ({
    ...{ id: String(place), run: String(place), extra: place > 0, input: ownOf(pay) },
    ...{ incomes: pay.incomes, days: pay.figures.days, days_of: pay.figures.days_of },
  }))
  const taken = takenBy([paid, correction])
  const agreed = [now, paid.figures.salary]
  const found = arrearsOf({ month, slips, taken, paid: [], salary: now, agreed })
  return { found, taken }
}

const salary = (amount: number): PayPart => ({ side: 'salary', amount })
const absence = (amount: number): PayPart => {
  const line = { id: 'absence', name: 'Absence', kind: 'absence', amount } as const
  return { side: 'income', line: { ...line, taxable: true, one_off: false } }
}

test('with what was taken, the law is that of the share', () => {
  const { found, taken } = arrearsAfter([salary(62_000_00)], [salary(-20_000_00)], 68_200_00)
  const whole = monthPay([salary(46_200_00)], {}, month).figures
  const late = arrearsTaken(found ? [found] : [])
  for (const name of takenNames)
    expect([name, taken[name] + late[name]]).toEqual([name, whole[name]])
})

test('days that a correction gave back cost nothing of a raise', () => {
  const given = [salary(56_000_00), { side: 'absence' as const, days: 2 }]
  // 4,000 was taken for two days of 28, and given back.
  const { found } = arrearsAfter(given, [absence(4_000_00)], 70_000_00)
  expect(found?.pay).toMatchObject([{ amount: 14_000_00 }])
  // Half of it was given back: of the 5,000 that two days cost now, half.
  const half = arrearsAfter(given, [absence(2_000_00)], 70_000_00)
  expect(half.found?.pay).toMatchObject([
    {
      amount: 13_500_00,
      working: '67,500 for the month (65,000, as 52,000 was corrected to 54,000), less 54,000 paid',
    },
  ])
})
