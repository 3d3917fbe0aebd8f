import type { MusterPerson } from '@mshahara/contract/muster-roll'
import { expect, test } from 'vitest'
import {
  beyond,
  filledDown,
  keyOf,
  mondayOf,
  onSheet,
  pasted,
  readyOf,
  type Typed,
  textAt,
  typedAt,
} from './unsaved-marks.ts'

const full = { present: 1, overtime_hours: 0, pieces: 0 }
const person = (casual_id: string, given: Partial<MusterPerson> = {}): MusterPerson => ({
  casual_id,
  casual_no: `C-${casual_id}`,
  name: casual_id,
  station: null,
  status: 'active',
  pay_basis: 'day',
  piece: null,
  marks: [null, null, null],
  closed: [null, null, null],
  ...given,
})
const days = ['2026-03-02', '2026-03-03', '2026-03-04'].map((day) => ({ day, on_roll: false }))
const sheet = {
  days,
  people: [
    person('one', { marks: [full, null, null] }),
    person('two', { closed: [null, 'paid', null] }),
    person('sacks', { pay_basis: 'piece' }),
    person('four'),
  ],
}
const none: Typed = new Map()
const texts = (typed: Typed) =>
  sheet.people.map((_, row) => days.map((__, column) => textAt(sheet, typed, row, column)))

test('a cell that says what is saved is not typed', () => {
  expect(typedAt(sheet, none, 0, 0, 'F').size).toBe(0)
  const half = typedAt(sheet, none, 0, 0, 'H')
  expect(half.get(keyOf('one', '2026-03-02'))).toMatchObject({ text: 'H', basis: 'day' })
  expect(typedAt(sheet, half, 0, 0, 'F').size).toBe(0)
  expect(typedAt(sheet, none, 0, 0, '').get(keyOf('one', '2026-03-02'))?.text).toBe('')
})

test('a block is pasted to the right and downwards, past what is closed or beyond', () => {
  const typed = pasted(sheet, none, { row: 0, column: 1 }, 'F\tH\tA\r\nF\t H+1 \n40\tA\n')
  expect(texts(typed)).toEqual([
    ['F', 'F', 'H'],
    ['', '', 'H+1'],
    ['', '40', 'A'],
    ['', '', ''],
  ])
})

test('a pasted tick is seen as what it counts, and what is no mark stays', () => {
  const typed = pasted(sheet, none, { row: 0, column: 1 }, '✔️\tQ\n')
  expect(texts(typed)[0]).toEqual(['F', 'F', 'Q'])
  expect([...readyOf(onSheet(typed, days)).faults.keys()]).toEqual([keyOf('one', '2026-03-04')])
})

test.each([
  ['F\tF\nF\tF\n', { row: 0, column: 0 }, ''],
  ['F\nF\nF\r\n', { row: 2, column: 2 }, 'Pasted without 1 row beyond this page.'],
  ['F\tF\tF\n', { row: 0, column: 1 }, 'Pasted without 1 column beyond this page.'],
  ['F\tF\nF\nF\nF', { row: 2, column: 2 }, 'Pasted without 2 rows and 1 column beyond this page.'],
])('what of a pasted block found no place is told', (block, at, told) => {
  expect(beyond(sheet, at, block)).toBe(told)
})

test('a cell is filled down into what is empty, for people paid alike', () => {
  const typed = typedAt(sheet, none, 0, 2, 'H')
  expect(texts(filledDown(sheet, typed, { row: 0, column: 2 })).map((row) => row[2])).toEqual([
    'H',
    'H',
    '',
    'H',
  ])
  expect(texts(filledDown(sheet, none, { row: 0, column: 0 }, 'F')).map((row) => row[0])).toEqual([
    'F',
    'F',
    '',
    'F',
  ])
})

test('what cannot be understood is kept and named; the rest can be sent', () => {
  const typed = pasted(sheet, none, { row: 0, column: 1 }, 'F\t7\n\tH')
  const { marks, faults } = readyOf(onSheet(typed, days))
  expect(marks.map(({ casual_id, mark }) => [casual_id, mark?.present])).toEqual([
    ['one', 1],
    ['two', 0.5],
  ])
  expect([...faults.keys()]).toEqual([keyOf('one', '2026-03-04')])
  expect(onSheet(typed, [{ day: '2026-03-09' }])).toEqual([])
})

test.each([
  ['2026-03-02', '2026-03-02'],
  ['2026-03-08', '2026-03-02'],
  ['2026-03-09', '2026-03-09'],
  ['2026-01-01', '2025-12-29'],
])('the week of %s begins on %s', (day, monday) => expect(mondayOf(day)).toBe(monday))
