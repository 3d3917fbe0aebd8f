import { describe, expect, test } from 'vitest'
import { type Column, convert, type ReadCell } from './columns.ts'

const of = (kind: Column['kind'], cell: ReadCell, more: Partial<Column> = {}) => {
  const column: Column = { key: 'x', title: 'X', kind, examples: ['', ''], ...more }
  const converted = convert(column, cell)
  return 'value' in converted ? converted.value : new Error(converted.fault)
}

describe('a date', () => {
  test.each<[ReadCell, string]>([
    [46_081, '2026-02-28'],
    [46_081.75, '2026-02-28'],
    [20_260_228, '2026-02-28'],
    ['2026-02-28', '2026-02-28'],
    ['2026/2/8', '2026-02-08'],
    ['2026-02-28T00:00:00', '2026-02-28'],
    ['28/02/2026', '2026-02-28'],
    ['8.2.2026', '2026-02-08'],
    ['28 February 2026', '2026-02-28'],
    ['28th Feb, 2026', '2026-02-28'],
    ['28-Feb-2026', '2026-02-28'],
    ['February 28, 2026', '2026-02-28'],
    ['29/02/2024', '2024-02-29'],
  ])('%j is %s', (cell, day) => expect(of('date', cell)).toBe(day))

  test.each<[ReadCell, string?]>([
    ['30/02/2026', 'There is no such day. '],
    ['29/02/2026', 'There is no such day. '],
    ['02/28/2026', 'The day comes before the month. '],
    ['28/02/26', 'The year needs four digits. '],
    ['31 Foo 2026', 'There is no such day. '],
    ['soon'],
    [1990],
    [-5],
    [99_999_999],
    [true],
  ])('%j is none, and it is said why', (cell, why = '') =>
    expect(of('date', cell)).toEqual(new Error(`${why}Please give a date, such as 2026-02-28.`)),
  )
})

describe('a number', () => {
  test.each<[ReadCell, number]>([
    [50_000.5, 50_000.5],
    ['50000', 50_000],
    ['50,000.50', 50_000.5],
    ['1 250 000', 1_250_000],
    ['Ksh 50,000/=', 50_000],
    ['KES50000', 50_000],
    ['-5', -5],
  ])('%j is %s', (cell, value) => expect(of('number', cell)).toBe(value))

  test.each(['5,00', '1.234,50', '12.500', '12.500,00', '50k', 'fifty', '5-10'])(
    '%j is left to be refused',
    (text) => expect(of('number', text)).toBe(text),
  )
})

describe('text that Excel took for a number', () => {
  test('comes back with all its digits', () => {
    expect(of('text', 23_456_789)).toBe('23456789')
    expect(of('text', 100_200_300_400)).toBe('100200300400')
  })
  test('is refused when Excel has lost some', () => {
    expect(of('text', 1_234_567_890_123_456)).toMatchObject({ message: /rounded/ })
  })
  test('a phone gets its zero back, and others stay', () => {
    expect(of('phone', 712_345_678)).toBe('0712345678')
    expect(of('phone', 110_345_678)).toBe('0110345678')
    expect(of('phone', 254_712_345_678)).toBe('254712345678')
    expect(of('phone', '+44 20 7946 0000')).toBe('+44 20 7946 0000')
  })
})

describe('a choice', () => {
  const choices = ['Permanent', 'Sales & Marketing', 'C', 'C++']
  test.each([
    ['PERMANENT', 'Permanent'],
    ['sales and marketing', 'sales and marketing'],
    ['Sales&Marketing', 'Sales & Marketing'],
    ['c++', 'C++'],
    ['C#', 'C#'],
    ['研究', '研究'],
  ])('%s is taken as %s', (given, value) => expect(of('choice', given, { choices })).toBe(value))

  test('yes and no in every spelling, and nothing else', () => {
    for (const yes of ['Yes', 'y', 'TRUE', true, 1, '1']) expect(of('yes-no', yes)).toBe(true)
    for (const no of ['No', 'n', 'False', false, 0, '0']) expect(of('yes-no', no)).toBe(false)
    expect(of('yes-no', 'maybe')).toEqual(new Error('Please write Yes or No.'))
  })
})

test('an empty cell is not given; a formula and an error are faults in any column', () => {
  for (const kind of ['text', 'phone', 'number', 'date', 'choice', 'yes-no'] as const) {
    expect(of(kind, null)).toBeUndefined()
    expect(of(kind, { formula: '=1' })).toMatchObject({ message: /formula/ })
    expect(of(kind, { error: '#REF!' })).toMatchObject({ message: /error/ })
  }
})
