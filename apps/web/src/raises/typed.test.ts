import type { RaiseRow } from '@mshahara/contract/raises'
import { describe, expect, test } from 'vitest'
import { askedAgain, askedBy, everybody } from './choice.ts'
import { amountOf, faultIn, isIn, sumsOf, textOf, untouched, withOut, withText } from './typed.ts'

/** The grid of raises by hand, and what is asked for it. */

const row = (given: Partial<RaiseRow> = {}): RaiseRow => ({
  ...{ employee_id: 'a', employee_no: 'TC-1', name: 'Amina Mwangi', department: null },
  ...{ designation: null, terms: 'Permanent', from: '2026-03', before: 30_000, after: 31_500 },
  ...{ net_before: null, net_after: null },
  ...{ arrears: [], doubt: null, seen: 'x' },
  ...given,
})

describe('by hand', () => {
  test('an amount stands as it is typed, until it is worked out', () => {
    const hand = withText(untouched, 'a', '32,000.50')
    expect(textOf(row(), untouched)).toBe('31,500')
    expect([textOf(row(), hand), amountOf(row(), hand)]).toEqual(['32,000.50', 32_000.5])
    expect(amountOf(row(), withText(hand, 'a', 'ten'))).toBe(31_500)
  })

  test.each([
    ['31,500', undefined],
    ['', expect.stringContaining('Please write it like')],
    ['12.345', expect.stringContaining('Please write it like')],
    ['-1', 'A salary cannot be below zero.'],
  ])('"%s"', (text, fault) => {
    expect(faultIn(text)).toEqual(fault)
  })

  test('somebody is left out, and taken in again', () => {
    const out = withOut(untouched, ['a', 'b'], true)
    expect(isIn(row(), out)).toBe(false)
    expect(isIn(row(), withOut(out, ['a'], false))).toBe(true)
  })
})

test('sums are exact, and months in order', () => {
  const late = (month: string, pay: number, net: number) => ({ month, pay, net })
  const sums = sumsOf([
    row({ before: 0.1, after: 0.3, arrears: [late('2026-02', 0.2, 0.1)] }),
    row({
      before: 0.2,
      after: 0.1,
      arrears: [late('2026-01', -0.1, -0.1), late('2026-02', 0.1, 0.2)],
    }),
  ])
  expect(sums).toEqual({
    ...{ people: 2, before: 0.3, after: 0.4, net: 0.2 },
    months: [
      { month: '2026-01', people: 1, pay: -0.1, net: -0.1 },
      { month: '2026-02', people: 2, pay: 0.3, net: 0.3 },
    ],
  })
})

test('nothing chosen is everybody', () => {
  const choice = { ...everybody(), from: '2026-03', percent: 5 }
  const rule = { by: { what: 'percent', percent: 5 }, rounding: 'cent', least: null, floor: null }
  expect(askedBy(choice)).toEqual({ from: '2026-03', whom: {}, rule })
  expect(askedBy({ ...choice, department: 'd', people: ['a'], least: 0 })).toMatchObject({
    whom: { departments: ['d'], employees: ['a'] },
    rule: { least: 0 },
  })
})

test('asked again goes by the rule, but for what was typed, now or before', () => {
  const rows = ['a', 'b', 'c'].map((employee_id) => row({ employee_id }))
  const rule = { by: { what: 'percent' as const, percent: 5 } }
  const own = [
    { employee_id: 'a', from: '2026-03', amount: 1 },
    { employee_id: 'gone', from: '2026-03', amount: 2 },
  ]
  const typed = new Map([['b', 3]])
  expect(askedAgain({ from: '2026-03', rule, own }, rows, typed)).toEqual({
    ...{ from: '2026-03', rule, whom: { employees: ['a', 'b', 'c'] } },
    own: [
      { employee_id: 'a', from: '2026-03', amount: 1 },
      { employee_id: 'b', from: '2026-03', amount: 3 },
    ],
  })
  const sheet = askedAgain({ from: '2026-03', rule: null }, rows, typed)
  expect(sheet.own?.map(({ amount }) => amount)).toEqual([31_500, 3, 31_500])
})
