import { expect, test } from 'vitest'
import { inKindOf, newBenefit, newHouse } from './in-kind-wish.ts'
import { addressOf, wishIn } from './simulation-address.ts'

const start = { amount: 100_000, month: '2026-11' }
const none = { benefits: [], house: null }
const usual = { disability: false, paye: true, nhif: true, nssf: true, housing: true, nita: true }

test('an empty address is the start, and the start an empty address', () => {
  const wish = wishIn({}, start)
  expect(wish).toEqual({ mode: 'gross', ...start, other: null, chosen: usual, kind: none })
  expect(Object.values(addressOf(wish, start)).every((value) => value === undefined)).toBe(true)
})

const kind = {
  benefits: [
    { ...newBenefit(1, 'car'), amount: 2_500_000, cc: 1800, body: 'van' as const, agreed: 900.5 },
    newBenefit(2, 'leased car'),
    { ...newBenefit(3, 'water'), farm: true },
    { ...newBenefit(4, 'other'), amount: 4_000, market: 6_000 },
  ],
  house: { ...newHouse, house: 'connected' as const, rent: 30_000, market: 35_000, recovered: 1 },
}

test('all of it survives the address', () => {
  const wish = {
    mode: 'net' as const,
    amount: 72_500.5,
    month: '2025-03',
    other: '2022-01',
    chosen: { ...usual, disability: true, nita: false },
    kind,
  }
  const address = addressOf(wish, start)
  expect(address).toMatchObject({
    ...{ net: 72_500.5, compare: '2022-01', switched: 'disability nita' },
    benefits: 'car_a2500000_c1800_bvan_g900.5,leased-car,water_f,other_a4000_m6000',
    house: 'employee_hconnected_r30000_m35000_v1',
  })
  const text = Object.fromEntries(
    Object.entries(address).map(([name, value]) => [name, `${value}`]),
  )
  expect(wishIn(text, start)).toEqual(wish)
})

test.each([
  { gross: '12,500', month: 'May', compare: '2019-01', switched: 'everything' },
  { gross: '-1', net: '1e9', month: '2025-13', compare: '', switched: '', benefits: 'yacht_a1' },
])('nonsense in the address is left aside: %j', (search) => {
  expect(wishIn(search, start)).toEqual(wishIn({}, start))
})

test('of benefits only what is complete is asked about', () => {
  expect(inKindOf(none)).toEqual({})
  expect(inKindOf({ benefits: [newBenefit(1, 'car')], house: newHouse })).toEqual({})
  const asked = inKindOf(kind)
  expect(asked.benefits?.map((one) => one.kind)).toEqual(['car', 'water', 'other'])
  expect(asked.quarters).toMatchObject({ house: 'connected', rent: 30_000, market: 35_000 })
  // A farm worker's house is valued by pay alone.
  const farm = inKindOf({ benefits: [], house: { ...newHouse, occupant: 'farm', rent: 5 } })
  expect(farm.quarters).toMatchObject({ occupant: 'farm', rent: undefined })
})
