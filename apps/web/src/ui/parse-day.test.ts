import { expect, test } from 'vitest'
import { parseDay } from './parse-day.ts'

test.each([
  ['2026-02-28', '2026-02-28'],
  ['28/2/2026', '2026-02-28'],
  ['28 February, 2026', '2026-02-28'],
  ['28 feb 2026', '2026-02-28'],
  ['5 Mac 2026', '2026-03-05'],
  ['05 Machi, 2026', '2026-03-05'],
  ['05 Mei, 2026', '2026-05-05'],
  ['05 Agosti, 2026', '2026-08-05'],
  ['05 Oktoba, 2026', '2026-10-05'],
  ['05 desemba 2026', '2026-12-05'],
  ['05 Tarehe, 2026', null],
  ['', null],
])('a day typed as "%s"', (typed, day) => {
  expect(parseDay(typed)).toBe(day)
})
