import { describe, expect, test } from 'vitest'
import { type DatedTerms, earnedUntil, type GrantTerms, grantsMissing } from './grants.ts'

const terms: GrantTerms = {
  ...{ year: 2026, accrual: 'monthly', default_days: 2100, joiners: 'pro rata' },
  ...{ joined: '2024-01-01', left: null, away: [] },
}
const missing = (change: Partial<GrantTerms>, keys: string[], today = '2026-04-05') =>
  grantsMissing(today, { ...terms, ...change }, keys).map(({ key, days }) => [key, days])

describe('a balance is given what is missing', () => {
  test('by the month', () => {
    expect(missing({}, ['accrual 2026-01'])).toEqual([
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
  test('goes on by the month where the year began so, with what a month comes to now', () => {
    const keys = ['accrual 2026-01', 'accrual 2026-02']
    const more = { accrual: 'upfront', default_days: 36_600 } as const
    expect(missing(more, keys)).toEqual([['accrual 2026-03', 3050]])
    expect(missing({ ...more, accrual: 'anniversary' }, keys)).toEqual([['accrual 2026-03', 3050]])
  })
  test('to monthly gives no month to whoever has the year', () => {
    expect(missing({}, ['entitlement'])).toEqual([])
  })
})

describe('what a year has earned', () => {
  const always = '2000-01-01'
  const rule = (since: string, change: Partial<DatedTerms> = {}): DatedTerms => ({
    ...{ since, accrual: 'monthly', default_days: 2100, encashable: true },
    ...change,
  })
  const earned = (last: string, rules: DatedTerms[], change: Partial<GrantTerms> = {}) =>
    earnedUntil(last, { ...terms, ...change }, rules)

  test('is by the completed month, also where the days were given ahead', () => {
    expect(earned('2026-03-31', [rule(always)])).toBe(525)
    expect(earned('2026-01-31', [rule(always, { accrual: 'upfront' })])).toBe(175)
    expect(earned('2026-01-30', [rule(always, { accrual: 'upfront' })])).toBe(0)
    expect(earned('2026-12-31', [rule(always, { accrual: 'upfront' })])).toBe(2100)
  })
  test('is by the rule that was in force when each month began, where that gave less', () => {
    const less = rule('2026-03-02', { accrual: 'upfront', default_days: 1200 })
    expect(earned('2026-03-31', [less, rule(always)])).toBe(525)
    expect(earned('2026-04-30', [less, rule(always)])).toBe(525 + 100)
  })
  test('is no more than by the rule that the year began with', () => {
    const more = rule('2026-03-02', { accrual: 'upfront', default_days: 36_600 })
    expect(earned('2026-04-30', [more, rule(always)])).toBe(700)
    expect(earned('2026-02-28', [{ ...more, since: '2026-01-01' }, rule(always)])).toBe(6100)
    expect(earned('2026-12-31', [{ ...more, since: '2025-12-31' }, rule(always)])).toBe(36_600)
  })
  test('is nothing of what is not paid out, or was not when the year began', () => {
    const kept = rule(always, { encashable: false })
    expect(earned('2026-12-31', [kept])).toBe(0)
    expect(earned('2026-12-31', [rule('2026-01-02'), kept])).toBe(0)
    expect(earned('2026-12-31', [rule('2026-01-01'), kept])).toBe(2100)
    expect(earned('2026-03-31', [rule('2026-03-02', { encashable: false }), rule(always)])).toBe(
      525,
    )
  })
  test('is nothing before a type was made', () => {
    expect(earned('2026-03-31', [rule('2026-03-10', { default_days: 36_600 })])).toBe(0)
  })
  test('is the year of service that an anniversary completes', () => {
    const rules = [rule(always, { accrual: 'anniversary' })]
    expect(earned('2026-06-30', rules, { joined: '2020-07-01' })).toBe(0)
    expect(earned('2026-07-31', rules, { joined: '2020-07-01' })).toBe(2100)
    expect(earned('2026-07-31', rules, { joined: '2020-07-01', left: '2026-06-30' })).toBe(0)
    const since = [...rules.map((one) => ({ ...one, since: '2026-06-01' })), rule(always)]
    expect(earned('2026-07-31', since, { joined: '2020-07-01' })).toBe(875)
  })
})
