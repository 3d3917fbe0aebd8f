import type { PayoutSummary } from '@mshahara/contract/payouts'
import { expect, test } from 'vitest'
import { partsOf, progressOf } from './summary.ts'

const none = { count: 0, amount: 0 }
const summary = (given: Partial<PayoutSummary>): PayoutSummary => ({
  payroll: { id: 'p', code: 'PR-1', of: 'employees', title: 'February 2026' },
  net: 0,
  submitted: none,
  processing: none,
  paid: none,
  failed: none,
  review: none,
  cash: none,
  unpaid: none,
  rounding: 0,
  left_out: [],
  left_out_count: 0,
  paused: [],
  request: null,
  warnings: [],
  moving: false,
  ...given,
})

test('the parts add up to the net pay, and parts of nothing are left out', () => {
  const given = summary({
    net: 1_000.55,
    paid: { count: 2, amount: 400 },
    submitted: { count: 1, amount: 100 },
    processing: { count: 1, amount: 200 },
    cash: { count: 3, amount: 100 },
    unpaid: { count: 1, amount: 200 },
    rounding: 0.55,
  })
  const parts = partsOf(given)
  expect(parts.map(({ name, count }) => [name, count])).toEqual([
    ['Paid', 2],
    ['Paid in cash', 3],
    ['Under way', 2],
    ['Not paid', 1],
    ['Rounding', null],
  ])
  expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(given.net, 2)
  expect(progressOf(given)).toBe('5 of 8 people paid, 3 of them in cash, 2 under way, 1 not paid')
})

test('what somebody of nothing is owed is counted, and nobody is "1 people"', () => {
  expect(progressOf(summary({ paid: { count: 1, amount: 5 } }))).toBe('1 of 1 person paid')
  const cash = { count: 1, amount: 5 }
  expect(progressOf(summary({ cash }))).toBe('1 of 1 person paid in cash')
  expect(partsOf(summary({ cash })).map(({ key }) => key)).toEqual(['cash'])
  const failed = summary({ failed: { count: 1, amount: 5 }, review: { count: 2, amount: 3 } })
  expect(progressOf(failed)).toBe('0 of 3 people paid, 1 failed, 2 in review')
  expect(partsOf(summary({ unpaid: { count: 1, amount: 0 } })).map(({ key }) => key)).toEqual([
    'paid',
    'unpaid',
  ])
})
