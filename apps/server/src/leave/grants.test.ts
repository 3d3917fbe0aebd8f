import { describe, expect, test } from 'vitest'
import { type GrantTerms, grantsMissing } from './grants.ts'

const terms: GrantTerms = {
  ...{ year: 2026, accrual: 'monthly', default_days: 2100, joiners: 'pro rata' },
  ...{ joined: '2024-01-01', left: null },
}
const missing = (change: Partial<GrantTerms>, keys: string[], accrued = 0, today = '2026-04-05') =>
  grantsMissing(today, { ...terms, ...change }, { keys, accrued }).map(({ key, days }) => [
    key,
    days,
  ])

describe('a balance is given what is missing', () => {
  test('by the month', () => {
    expect(missing({}, ['accrual 2026-01'], 175)).toEqual([
      ['accrual 2026-02', 175],
      ['accrual 2026-03', 175],
    ])
  })
  test('in one, once', () => {
    expect(missing({ accrual: 'upfront' }, [])).toEqual([['entitlement', 2100]])
    expect(missing({ accrual: 'upfront' }, ['entitlement'])).toEqual([])
  })
  test('and nothing beside days of its own', () => {
    expect(missing({}, ['opened'])).toEqual([])
    expect(missing({ accrual: 'upfront' }, ['opened'])).toEqual([])
  })
})

describe('a type that changes within the year', () => {
  test('to upfront gives the rest of the year', () => {
    const keys = ['accrual 2026-01', 'accrual 2026-02']
    expect(missing({ accrual: 'upfront' }, keys, 350)).toEqual([['entitlement', 1750]])
    expect(missing({ accrual: 'upfront', default_days: 300 }, keys, 350)).toEqual([])
  })
  test('to monthly gives no month to whoever has the year', () => {
    expect(missing({}, ['entitlement'])).toEqual([])
  })
})
