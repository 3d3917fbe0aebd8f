import { expect, test } from 'vitest'
import { monthName, monthOptions } from './months.ts'

test('months run from the next one back to January 2021', () => {
  const options = monthOptions('2021-12')
  expect(options[0]).toEqual({ value: '2022-01', label: 'January 2022' })
  expect(options.at(-1)).toEqual({ value: '2021-01', label: 'January 2021' })
  expect(options).toHaveLength(13)
})

test('a month is written out', () => expect(monthName('2026-02')).toBe('February 2026'))
