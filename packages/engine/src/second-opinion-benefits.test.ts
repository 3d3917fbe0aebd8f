import { describe, expect, test } from 'vitest'
import { type Benefit, payslip, type Quarters, valueBenefit } from './index.ts'

/**
 * Pay with benefits in kind a second time, written from the rules and not from the engine: exact
 * fractions, tables of its own, one long sum from top to bottom. Random people must agree to the
 * cent.
 */

type Cents = bigint
const shillings = (amount: number): Cents => BigInt(Math.round(amount * 100))
/** Half up, as every line of a payslip. */
const share = (amount: Cents, of: bigint, outOf: bigint): Cents =>
  (amount * of * 2n + outOf) / (outOf * 2n)
const inOrder = (all: Cents[]) => all.toSorted((one, other) => (one < other ? -1 : 1))
const highest = (...all: Cents[]) => inOrder(all).at(-1) as Cents
const lowest = (...all: Cents[]) => inOrder(all)[0] as Cents
const notBelowZero = (amount: Cents) => highest(amount, 0n)

interface Law {
  month: string
  /** Bands as [width, per 100,000]; the last has no end. */
  bands: [width: Cents | null, rate: bigint][]
  nssf: { lower: Cents; upper: Cents }
  health: 'NHIF' | 'SHIF'
  levy: 'none' | 'with relief' | 'before tax'
  pensionLimit: Cents
  smallBenefits: Cents
  freeMeals: Cents
}

const bandsOf2023: Law['bands'] = [
  [shillings(24_000), 10_000n],
  [shillings(8_333), 25_000n],
  [shillings(467_667), 30_000n],
  [shillings(300_000), 32_500n],
  [null, 35_000n],
]

const laws: Law[] = [
  {
    month: '2023-05',
    bands: [
      [shillings(24_000), 10_000n],
      [shillings(8_333), 25_000n],
      [null, 30_000n],
    ],
    nssf: { lower: shillings(6_000), upper: shillings(18_000) },
    health: 'NHIF',
    levy: 'none',
    pensionLimit: shillings(20_000),
    smallBenefits: shillings(3_000),
    freeMeals: shillings(4_000),
  },
  {
    month: '2024-05',
    bands: bandsOf2023,
    nssf: { lower: shillings(7_000), upper: shillings(36_000) },
    health: 'NHIF',
    levy: 'with relief',
    pensionLimit: shillings(20_000),
    smallBenefits: shillings(3_000),
    freeMeals: shillings(4_000),
  },
  {
    month: '2026-05',
    bands: bandsOf2023,
    nssf: { lower: shillings(9_000), upper: shillings(108_000) },
    health: 'SHIF',
    levy: 'before tax',
    pensionLimit: shillings(30_000),
    smallBenefits: shillings(5_000),
    freeMeals: shillings(5_000),
  },
]

const nhifSteps: [below: number, amount: number][] = [
  [6_000, 150],
  [8_000, 300],
  [12_000, 400],
  [15_000, 500],
  [20_000, 600],
  [25_000, 750],
  [30_000, 850],
  [35_000, 900],
  [40_000, 950],
  [45_000, 1_000],
  [50_000, 1_100],
  [60_000, 1_200],
  [70_000, 1_300],
  [80_000, 1_400],
  [90_000, 1_500],
  [100_000, 1_600],
]
const nhif = (pay: Cents) =>
  shillings((nhifSteps.find(([below]) => pay < shillings(below)) ?? [0, 1_700])[1])

/** Up to so many cc, a month. */
const carSteps: Record<'saloon' | 'van' | 'cruiser', [cc: number, amount: number][]> = {
  saloon: [
    [1_200, 3_600],
    [1_500, 4_200],
    [1_750, 5_800],
    [2_000, 7_200],
    [3_000, 8_600],
    [Number.POSITIVE_INFINITY, 14_400],
  ],
  van: [
    [1_750, 3_600],
    [Number.POSITIVE_INFINITY, 4_200],
  ],
  cruiser: [[Number.POSITIVE_INFINITY, 7_200]],
}

interface Has {
  car?: { cost: Cents; body: 'saloon' | 'van' | 'cruiser'; cc: number }
  hire?: Cents
  furniture?: Cents
  telephone?: Cents
  power?: 'town' | 'farm'
  water?: 'town' | 'farm'
  meals?: Cents
  fees?: Cents
  other?: { cost: Cents; market: Cents }
  house?: Quarters
}

interface Person {
  salary: Cents
  bonus: Cents
  pension: Cents
  premium: Cents
  has: Has
}

function carsOf({ car, hire = 0n }: Has): Cents {
  if (!car) return hire
  const scale = carSteps[car.body].find(([cc]) => car.cc <= cc)?.[1] ?? 0
  return hire + highest(share(car.cost, 2n, 100n), shillings(scale))
}

function smallOf({ furniture = 0n, telephone = 0n, power, water, other }: Has): Cents {
  const lamp = { town: 1_500, farm: 900 }
  const tap = { town: 500, farm: 200 }
  return (
    share(furniture, 1n, 100n) +
    share(telephone, 30n, 100n) +
    shillings(power ? lamp[power] : 0) +
    shillings(water ? tap[water] : 0) +
    (other ? highest(other.cost, other.market) : 0n)
  )
}

function houseOf(house: Quarters | undefined, gains: Cents): Cents {
  if (!house) return 0n
  const [rent, market] = [BigInt(house.rent ?? 0), BigInt(house.market ?? 0)]
  const worth = {
    employee: {
      own: market,
      rented: highest(share(gains, 15n, 100n), rent),
      connected: highest(rent, market),
    }[house.house],
    farm: share(gains, 10n, 100n),
    director: highest(share(gains, 15n, 100n), rent, market),
  }[house.occupant]
  return notBelowZero(worth - BigInt(house.recovered ?? 0))
}

function benefitsOf(has: Has, law: Law, cash: Cents): Cents {
  const small = smallOf(has)
  const taxed =
    carsOf(has) +
    (has.fees ?? 0n) +
    (small >= law.smallBenefits ? small : 0n) +
    notBelowZero((has.meals ?? 0n) - law.freeMeals)
  return taxed + houseOf(has.house, cash + taxed)
}

function taxOn(pay: Cents, bands: Law['bands']): Cents {
  let [left, tax] = [pay, 0n]
  for (const [width, rate] of bands) {
    const within = width === null ? left : lowest(left, width)
    tax += within * rate
    left -= within
  }
  return share(tax, 1n, 100_000n)
}

function ownAnswer({ salary, bonus, pension, premium, has }: Person, law: Law) {
  const cash = salary + bonus
  const tierOne = share(lowest(cash, law.nssf.lower), 6n, 100n)
  const tierTwo = share(notBelowZero(lowest(cash, law.nssf.upper) - law.nssf.lower), 6n, 100n)
  const nssf = tierOne + tierTwo
  const health =
    law.health === 'NHIF' ? nhif(cash) : highest(share(salary, 275n, 10_000n), shillings(300))
  const levy = law.levy === 'none' ? 0n : share(salary, 15n, 1_000n)
  const beforeTax =
    lowest(share(cash, 30n, 100n), nssf + pension, law.pensionLimit) +
    (law.levy === 'before tax' ? levy + health : 0n)
  const taxable = notBelowZero(cash + benefitsOf(has, law, cash) - beforeTax)
  const insured = premium + (law.health === 'NHIF' ? health : 0n)
  const relief =
    shillings(2_400) +
    lowest(share(insured, 15n, 100n), shillings(5_000)) +
    (law.levy === 'with relief' ? lowest(share(levy, 15n, 100n), shillings(9_000)) : 0n)
  const paye = notBelowZero(taxOn(taxable, law.bands) - relief)
  return { taxable, paye, nssf, health, levy, net: cash - paye - nssf - health - levy - pension }
}

function engineBenefits(has: Has): Benefit[] {
  const list: (Benefit | false | undefined)[] = [
    has.car && { ...has.car, kind: 'car', amount: Number(has.car.cost) },
    has.hire !== undefined && { kind: 'leased car', amount: Number(has.hire) },
    has.furniture !== undefined && { kind: 'furniture', amount: Number(has.furniture) },
    has.telephone !== undefined && { kind: 'telephone', amount: Number(has.telephone) },
    has.power && { kind: 'electricity', farm: has.power === 'farm' },
    has.water && { kind: 'water', farm: has.water === 'farm' },
    has.meals !== undefined && { kind: 'meals', amount: Number(has.meals) },
    has.fees !== undefined && { kind: 'school fees', amount: Number(has.fees) },
    has.other && {
      kind: 'other',
      amount: Number(has.other.cost),
      market: Number(has.other.market),
    },
  ]
  return list.filter((one) => one !== false && one !== undefined)
}

function engineAnswer({ salary, bonus, pension, premium, has }: Person, { month }: Law) {
  const slip = payslip(
    {
      salary: Number(salary),
      incomes: [{ amount: Number(bonus), oneOff: true }],
      pension: Number(pension),
      insurancePremium: Number(premium),
      benefits: engineBenefits(has).map((benefit) => valueBenefit(benefit, month)),
      ...(has.house && { quarters: [has.house] }),
    },
    month,
  )
  const [nssf, levy] = [BigInt(slip.nssfEmployee), BigInt(slip.ahlEmployee)]
  const health = BigInt(slip.nhif + slip.shif)
  const [taxable, paye, net] = [BigInt(slip.taxablePay), BigInt(slip.paye), BigInt(slip.netPay)]
  return { taxable, paye, nssf, health, levy, net }
}

/** Numbers that a failure brings again. */
function chance(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const upTo = (most: number) => shillings(Math.floor(next() * most * 100) / 100)
  const oneOf = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T
  return { upTo, oneOf, maybe: (odds: number) => next() < odds }
}

function somebody({ upTo, oneOf, maybe }: ReturnType<typeof chance>): Person {
  const cost = upTo(6_000)
  const has: Has = {
    ...(maybe(0.3) && {
      car: {
        cost: upTo(oneOf([400_000, 9_000_000])),
        body: oneOf(['saloon', 'van', 'cruiser'] as const),
        cc: oneOf([1_000, 1_200, 1_201, 1_500, 1_501, 1_750, 1_751, 2_000, 2_001, 3_000, 3_001]),
      },
    }),
    ...(maybe(0.1) && { hire: upTo(120_000) }),
    ...(maybe(0.2) && { furniture: upTo(500_000) }),
    ...(maybe(0.3) && { telephone: upTo(15_000) }),
    ...(maybe(0.2) && { power: oneOf(['town', 'farm'] as const) }),
    ...(maybe(0.2) && { water: oneOf(['town', 'farm'] as const) }),
    ...(maybe(0.3) && { meals: upTo(9_000) }),
    ...(maybe(0.1) && { fees: upTo(80_000) }),
    ...(maybe(0.3) && { other: { cost, market: oneOf([cost, upTo(6_000)]) } }),
    ...(maybe(0.3) && { house: somehouse({ upTo, oneOf, maybe }) }),
  }
  return {
    salary: upTo(oneOf([30_000, 120_000, 900_000])) + shillings(10_000),
    bonus: maybe(0.2) ? upTo(200_000) : 0n,
    pension: maybe(0.3) ? upTo(9_000) : 0n,
    premium: maybe(0.3) ? upTo(40_000) : 0n,
    has,
  }
}

function somehouse({ upTo, oneOf, maybe }: ReturnType<typeof chance>): Quarters {
  const [rent, market] = [Number(upTo(90_000)) + 1, Number(upTo(90_000)) + 1]
  return {
    occupant: oneOf(['employee', 'director', 'farm'] as const),
    house: oneOf(['own', 'rented', 'connected'] as const),
    rent,
    market,
    ...(maybe(0.3) && { recovered: Number(upTo(20_000)) }),
  }
}

describe('people with benefits, worked out by another program', () => {
  test.each(laws)('agree to the cent under the law of $month', (law) => {
    const dice = chance(Number(law.month.replace('-', '')))
    for (let count = 0; count < 2_000; count += 1) {
      const person = somebody(dice)
      expect(engineAnswer(person, law), JSON.stringify(person, asText)).toEqual(
        ownAnswer(person, law),
      )
    }
  })

  test.each([
    ['2024-11', 2_999.99, 0],
    ['2024-11', 3_000, 3_000],
    ['2024-12', 4_999.99, 0],
    ['2024-12', 5_000, 5_000],
  ])('in %s small benefits of %d count as %d', (month, worth, counts) => {
    const pay = { salary: 100_000_00 }
    const benefit = valueBenefit({ kind: 'other', amount: Math.round(worth * 100) }, month)
    const more = payslip({ ...pay, benefits: [benefit] }, month).taxablePay
    expect(more - payslip(pay, month).taxablePay).toBe(Number(shillings(counts)))
  })
})

const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
