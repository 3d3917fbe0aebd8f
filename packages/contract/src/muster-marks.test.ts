import { expect, test } from 'vitest'
import { dayHint, markIn, markText, pieceHint } from './muster-marks.ts'

const full = { present: 1, overtime_hours: 0, pieces: 0 }

test.each([
  ['', null],
  ['  ', null],
  ['F', full],
  ['f', full],
  ['1', full],
  ['P', full],
  ['x', full],
  ['✓', full],
  ['✔', full],
  ['✔\ufe0f', full],
  ['☑', full],
  ['√', full],
  ['H', { ...full, present: 0.5 }],
  ['0.5', { ...full, present: 0.5 }],
  ['½', { ...full, present: 0.5 }],
  ['A', { ...full, present: 0 }],
  ['0', { ...full, present: 0 }],
  ['-', { ...full, present: 0 }],
  ['F+2', { ...full, overtime_hours: 2 }],
  ['1 + 2.25h', { ...full, overtime_hours: 2.25 }],
  ['h+1 hour', { present: 0.5, overtime_hours: 1, pieces: 0 }],
  ['F+0', full],
  ['2', { fault: dayHint }],
  ['F+', { fault: dayHint }],
  ['F+2+3', { fault: dayHint }],
  ['F+-2', { fault: dayHint }],
  ['+2', { fault: dayHint }],
  ['=1+1', { fault: dayHint }],
  ['constructor', { fault: dayHint }],
  ['F+17', { fault: 'At most 16 hours of overtime a day.' }],
  ['A+2', { fault: 'Overtime needs a full or half day.' }],
])('a day "%s"', (text, mark) => expect(markIn(text, 'day')).toEqual(mark))

test.each([
  ['', null],
  ['40', { ...full, pieces: 40 }],
  ['1,250', { ...full, pieces: 1250 }],
  ['37.5', { ...full, pieces: 37.5 }],
  ['0', { ...full, present: 0 }],
  ['a', { ...full, present: 0 }],
  ['-4', { fault: pieceHint }],
  ['4.125', { fault: pieceHint }],
  ['F', { fault: pieceHint }],
  ['1e3', { fault: pieceHint }],
  ['10001', { fault: 'At most 10,000 a day.' }],
])('pieces "%s"', (text, mark) => expect(markIn(text, 'piece')).toEqual(mark))

test.each(['F', 'H', 'A', 'F+2.5', 'H+1', ''])('"%s" is written as it is read', (text) => {
  const mark = markIn(text, 'day')
  if (mark && 'fault' in mark) throw new Error(mark.fault)
  expect(markText(mark, 'day')).toBe(text)
})

test('pieces are written as a number', () => {
  expect(markText({ ...full, pieces: 37.5 }, 'piece')).toBe('37.5')
  expect(markText({ ...full, present: 0 }, 'piece')).toBe('A')
})
