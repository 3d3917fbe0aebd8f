import { describe, expect, test } from 'vitest'
import {
  amount,
  amountToType,
  date,
  dateTime,
  difference,
  fullName,
  ksh,
  signed,
  signedKsh,
  stamp,
  today,
  words,
} from './format.ts'

describe('days and instants', () => {
  test('a calendar day stays the day it is', () => {
    expect(date('2026-03-05')).toBe('05 March, 2026')
    expect(date('2024-02-29')).toBe('29 February, 2024')
  })
  test('an instant is shown in Nairobi', () => {
    expect(date('2026-03-04T21:30:00.000Z')).toBe('05 March, 2026')
    expect(dateTime('2026-03-04T21:30:00.000Z')).toBe('05 March, 2026 00:30')
    expect(stamp('2026-03-05T11:07:09.123Z')).toBe('2026-03-05 14:07:09')
  })
  test('nothing is written as nothing', () => {
    expect(date(null)).toBe('')
    expect(dateTime(undefined)).toBe('')
  })
  test('today turns at midnight in Nairobi', () => {
    expect(today(new Date('2026-12-31T20:59:59Z'))).toBe('2026-12-31')
    expect(today(new Date('2026-12-31T21:00:00Z'))).toBe('2027-01-01')
  })
})

describe('amounts', () => {
  test.each([
    [0, '0.00'],
    [1234.5, '1,234.50'],
    [1_000_000, '1,000,000.00'],
    [-3, '0.00'],
    [Number.NaN, '0.00'],
  ])('%d is %s', (value, expected) => expect(amount(value)).toBe(expected))
  test.each([
    [1234.5, '+1,234.50'],
    [-1234.5, '−1,234.50'],
    [0, ''],
  ])('a difference of %d is "%s"', (value, expected) => expect(difference(value)).toBe(expected))
  test('with the currency', () => expect(ksh(20000)).toBe('Ksh 20,000.00'))
  test.each([
    [1234.5, '1,234.50', 'Ksh 1,234.50'],
    [-1234.5, '−1,234.50', '−Ksh 1,234.50'],
    [0, '0.00', 'Ksh 0.00'],
  ])('%d, where it can be below zero', (value, plain, inKsh) => {
    expect(signed(value)).toBe(plain)
    expect(signedKsh(value)).toBe(inKsh)
  })
})

test('names and keys in words', () => {
  expect(fullName({ first_name: 'Wanjiru', last_name: 'Kamau' })).toBe('Wanjiru Kamau')
  expect(words('super-admin')).toBe('Super Admin')
  expect(words('failed login')).toBe('Failed Login')
})

test.each([
  [80_000, '80,000'],
  [80_000.5, '80,000.50'],
  [0.05, '0.05'],
  [0, '0'],
  [1_234_567.89, '1,234,567.89'],
  [-5, '-5'],
])('in a field, %d is shown as %s', (value, text) => expect(amountToType(value)).toBe(text))
