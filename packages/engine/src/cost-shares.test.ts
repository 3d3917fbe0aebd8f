import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CostShare, correctionPay, monthPay, payslip, splitCents, wholeCost } from './index.ts'
import { together } from './month-to-date.ts'

const shares = (...of: number[]): CostShare[] =>
  of.map((share, place) => ({ centre: String.fromCharCode(97 + place), share }))
const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0)

describe('an amount by cost centre', () => {
  test('is split to the cent, by hand', () => {
    expect(splitCents(100_00, shares(5000, 5000))).toEqual([50_00, 50_00])
    // Thirds: 33.34 + 33.33 + 33.33, the cent to the largest remainder.
    expect(splitCents(100_00, shares(3333, 3334, 3333))).toEqual([33_33, 33_34, 33_33])
    // Equal remainders: the cent goes by name, not by place.
    expect(splitCents(1, shares(5000, 5000))).toEqual([1, 0])
    expect(splitCents(1, shares(5000, 5000).reverse())).toEqual([0, 1])
    expect(splitCents(-1, shares(5000, 5000))).toEqual([-1, 0])
    expect(splitCents(0, shares(2500, 7500))).toEqual([0, 0])
    expect(splitCents(1_00, [])).toEqual([])
  })

  test('by something that is no share is refused', () => {
    expect(() => splitCents(1, shares(0, 0))).toThrow('nothing')
    expect(() => splitCents(1, shares(-1, 10_001))).toThrow('below zero')
    expect(() => splitCents(1, shares(0.5))).toThrow('whole')
  })

  const weights = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 12 })
  const some = weights.filter((of) => sum(of) > 0).map((of) => shares(...of))
  const cents = fc.integer({ min: -(10 ** 14), max: 10 ** 14 })

  test('comes to the amount, is never a cent off, and whatever the order and the sign', () => {
    fc.assert(
      fc.property(cents, some, fc.infiniteStream(fc.nat()), (amount, of, order) => {
        const parts = splitCents(amount, of)
        expect(sum(parts)).toBe(amount)
        const whole = BigInt(sum(of.map(({ share }) => share)))
        parts.forEach((part, place) => {
          const off = BigInt(part) * whole - BigInt(amount) * BigInt(of[place]?.share ?? 0)
          expect(off < whole && off > -whole).toBe(true)
        })
        const negated = splitCents(-amount, of).map((part) => 0 - part)
        expect(negated).toEqual(parts)
        const mixed = of
          .map((one) => ({ one, at: order.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one)
        const again = splitCents(amount, mixed)
        const byCentre = new Map(mixed.map(({ centre }, place) => [centre, again[place]]))
        expect(of.map(({ centre }) => byCentre.get(centre))).toEqual(parts)
      }),
    )
  })
})

describe('whose cost somebody is', () => {
  const salary = { side: 'salary', amount: 80_000_00 } as const
  const costs = { side: 'cost shares', shares: shares(2500, 7500) } as const
  const month = '2026-04'

  test('is kept with the payslip and changes no figure of it', () => {
    const bare = monthPay([salary], {}, month)
    const split = monthPay([salary, costs], {}, month)
    expect(split).toEqual({ ...bare, input: { ...bare.input, costShares: costs.shares } })
    expect(payslip(split.input, month)).toEqual(payslip(bare.input, month))
    expect(together([split.input])).not.toHaveProperty('costShares')
    expect(monthPay([salary, { ...costs, shares: [] }], {}, month)).toEqual(bare)
    const corrected = correctionPay([{ side: 'salary', amount: 1_00 }, costs], {}, month)
    expect(corrected.input.costShares).toEqual(costs.shares)
  })

  test('is a whole, by different cost centres', () => {
    const told = (of: CostShare[]) => () =>
      monthPay([salary, { side: 'cost shares', shares: of }], {}, month)
    expect(told(shares(5000, 4999))).toThrow('not 100%')
    expect(told(shares(wholeCost, 0))).toThrow('not 100%')
    expect(told(shares(5000, 5000).map((one) => ({ ...one, centre: 'a' })))).toThrow('not 100%')
  })
})
