import { expect, test } from 'vitest'
import { firstMatch } from './first-match.ts'

const months = [
  { value: '2026-11', label: 'November 2026' },
  { value: '2026-10', label: 'October 2026' },
  { value: '2025-10', label: 'October 2025' },
]

test.each([
  ['Oct', '2026-10'],
  [' october 2025 ', '2025-10'],
  ['nov', '2026-11'],
  ['Smarch', undefined],
  ['', undefined],
  ['  ', undefined],
])('of months, %j takes %s', (typed, value) => {
  expect(firstMatch({ data: months }, typed)?.value).toBe(value)
})

test('the order of the list is that of its own search, also in groups', () => {
  const filter = () => [months[2] as (typeof months)[0]]
  expect(firstMatch({ data: months, filter }, 'x')?.value).toBe('2025-10')
  const data = [
    { group: 'Person', items: ['Name', 'PIN'] },
    { group: 'Money', items: ['Net pay'] },
  ]
  expect(firstMatch({ data }, 'net')?.value).toBe('Net pay')
})
