import { expect, test } from 'vitest'
import { type DueFor, dueOn } from './due-dates.ts'

/** Days looked up in a calendar by hand. */
const cases: [DueFor, string, string, string][] = [
  ['paye', '2026-10', '2026-11-09', 'a Monday'],
  ['nssf', '2026-10', '2026-11-09', 'with PAYE'],
  ['health', '2026-10', '2026-11-09', 'with PAYE'],
  ['nita', '2026-10', '2026-11-09', 'with PAYE'],
  ['paye', '2026-07', '2026-08-07', 'the 9th is a Sunday: the Friday before'],
  ['paye', '2026-04', '2026-05-08', 'the 9th is a Saturday: the Friday before'],
  ['paye', '2026-12', '2027-01-08', 'over the end of the year'],
  ['housing', '2026-10', '2026-11-12', 'November 2026 begins on a Sunday'],
  ['housing', '2026-02', '2026-03-12', 'February ends on a Saturday'],
  ['helb', '2026-10', '2026-11-13', 'the 15th is a Sunday'],
  ['withholding', '2026-10', '2026-11-06', 'five working days'],
  ['withholding', '2023-06', '2023-07-20', 'the law before July 2023'],
  ['withholding', '2023-07', '2023-08-07', 'and after'],
]

test.each(cases)('%s of %s is due on %s: %s', (what, month, day) => {
  expect(dueOn(what, month)).toBe(day)
})

test('whoever knows the public holidays can say so', () => {
  const holidays = ['2026-12-25', '2026-12-26', '2027-01-01']
  const isWorkingDay = (day: string) =>
    !holidays.includes(day) && ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
  expect(dueOn('withholding', '2026-12')).toBe('2027-01-07')
  expect(dueOn('withholding', '2026-12', isWorkingDay)).toBe('2027-01-08')
  expect(dueOn('paye', '2026-12', (day) => isWorkingDay(day) && day !== '2027-01-08')).toBe(
    '2027-01-07',
  )
})

test('what is no month is refused', () => {
  expect(() => dueOn('paye', '2026-13')).toThrow('is not a month')
})
