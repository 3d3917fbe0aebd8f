import { describe, expect, test } from 'vitest'
import { amountIn, farFrom, isFar } from './amounts.ts'

describe('an amount', () => {
  test.each([
    ['12500', 12_500],
    ['12,500', 12_500],
    ['12,500.00', 12_500],
    ['80000.00', 80_000],
    ['80,000', 80_000],
    ['1,234,567.89', 1_234_567.89],
    ['12,500.5', 12_500.5],
    ['12 500', 12_500],
    ['1\u00a0250\u202f000.25', 1_250_000.25],
    ['Ksh 12,500', 12_500],
    ['Ksh12,500.50', 12_500.5],
    ['Kshs. 12,500', 12_500],
    ['KES 12500', 12_500],
    ['kes12,500/=', 12_500],
    ['12,500 KES', 12_500],
    ['12,500 /=', 12_500],
    ['12,500/-', 12_500],
    ['  12,500\t', 12_500],
    ['0.75', 0.75],
    ['.5', 0.5],
    ['12.', 12],
    ['0', 0],
    ['-5', -5],
  ])('%j is %d', (text, shillings) => expect(amountIn(text)).toBe(shillings))

  test.each([
    '',
    ' ',
    'Ksh',
    '12,5',
    '12,50',
    '1,2500',
    '1,00,000',
    ',500',
    '12.500',
    '12.500,00',
    '12.505',
    '1.234.567',
    '1,234.5,6',
    '1 234.5 6',
    '1,234.,56',
    '1,2345.60',
    '12,500 000',
    '12, 500',
    "12'500",
    '12500k',
    '1e5',
    '5-10',
    '(500)',
    'twelve',
    'USD 12,500',
  ])('%j is none', (text) => expect(amountIn(text)).toBeNull())
})

test.each([
  [800_000, 80_000, true],
  [799_999, 80_000, false],
  [8_000, 80_000, true],
  [8_001, 80_000, false],
  [0, 80_000, false],
  [12.5, 0, false],
])('%d where %d is usual is far: %s', (amount, usual, far) => {
  expect(isFar(amount, usual)).toBe(far)
})

describe('an amount to ask about', () => {
  const usual = [{ amount: 60_000, words: 'the usual salary' }]
  test.each([
    ['the same again', 5, 5, undefined],
    ['a raise', 90_000, 80_000, undefined],
    ['a zero too many', 800_000, 80_000, 80_000],
    ['a comma taken for a point', 80, 80_000, 80_000],
    ['not far from before, far from the others', 700_000, 80_000, 60_000],
    ['a raise of somebody who was far from the others already', 950_000, 900_000, undefined],
    ['somebody new', 6_000, undefined, 60_000],
    ['nothing', 0, 80_000, undefined],
  ])('%s', (_, amount, before, expected) => {
    expect(farFrom(amount, before, usual)?.amount).toBe(expected)
  })
})
