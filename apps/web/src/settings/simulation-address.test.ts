import { expect, test } from 'vitest'
import { addressOf, wishIn } from './simulation-address.ts'

const start = { amount: 100_000, month: '2026-11' }
const usual = { disability: false, paye: true, nhif: true, nssf: true, housing: true, nita: true }

test('an empty address is the start, and the start an empty address', () => {
  const wish = wishIn({}, start)
  expect(wish).toEqual({ mode: 'gross', ...start, other: null, chosen: usual })
  expect(Object.values(addressOf(wish, start)).every((value) => value === undefined)).toBe(true)
})

test('all of it survives the address', () => {
  const wish = {
    mode: 'net' as const,
    amount: 72_500.5,
    month: '2025-03',
    other: '2022-01',
    chosen: { ...usual, disability: true, nita: false },
  }
  const address = addressOf(wish, start)
  expect(address).toMatchObject({ net: 72_500.5, compare: '2022-01', switched: 'disability nita' })
  const text = Object.fromEntries(
    Object.entries(address).map(([name, value]) => [name, `${value}`]),
  )
  expect(wishIn(text, start)).toEqual(wish)
})

test.each([
  { gross: '12,500', month: 'May', compare: '2019-01', switched: 'everything' },
  { gross: '-1', net: '1e9', month: '2025-13', compare: '', switched: '' },
])('nonsense in the address is left aside: %j', (search) => {
  expect(wishIn(search, start)).toEqual(wishIn({}, start))
})
