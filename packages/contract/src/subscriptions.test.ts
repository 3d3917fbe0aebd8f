import { describe, expect, test } from 'vitest'
import { isUnlimited, limitReached, subscriptionStatus } from './subscriptions.ts'

const status = (name: string, to: string, today = '2026-03-10') =>
  subscriptionStatus({ package: { name }, to }, today)

describe('the status of a subscription', () => {
  test.each([
    ['2025-03-10', 'expired'],
    ['2026-03-09', 'expired'],
    ['2026-03-10', 'expired'],
    ['2026-03-11', 'expiring'],
    ['2026-03-12', 'expiring'],
    ['2026-03-13', 'expiring'],
    ['2026-03-14', 'active'],
    ['2027-03-10', 'active'],
  ])('that ends on %s is %s on 10 March', (to, expected) => {
    expect(status('Basic', to)).toBe(expected)
    expect(status('Trial', to)).toBe(expected)
    expect(status('Enterprise', to)).toBe(expected)
  })

  test('of the free plan is always active', () => {
    expect(status('Free', '2020-01-01')).toBe('active')
    expect(status('Free', '2026-03-10')).toBe('active')
  })

  test('counts days over the ends of months and years, and leap days', () => {
    expect(status('Basic', '2026-03-02', '2026-02-27')).toBe('expiring')
    expect(status('Basic', '2026-03-03', '2026-02-27')).toBe('active')
    expect(status('Basic', '2028-03-02', '2028-02-28')).toBe('expiring')
    expect(status('Basic', '2028-03-03', '2028-02-28')).toBe('active')
    expect(status('Basic', '2027-01-01', '2026-12-31')).toBe('expiring')
    expect(status('Basic', '2026-12-31', '2027-01-01')).toBe('expired')
  })
})

describe('limits', () => {
  test.each([
    [5, 4, false],
    [5, 5, true],
    [5, 6, true],
    [900, 900, true],
    [901, 5000, false],
    [1000, 1000, false],
    [0, 0, true],
  ])('of %i with %i in use is reached: %s', (limit, count, reached) => {
    expect(limitReached(limit, count)).toBe(reached)
  })

  test('above 900 are unlimited', () => {
    expect([899, 900, 901, 1000].map(isUnlimited)).toEqual([false, false, true, true])
  })
})
