import { expect, test } from 'vitest'
import { humanised, metaOf, passwordNote } from './shown.ts'

test.each([
  ['company_code', 'Company code'],
  ['shortCode', 'Short code'],
  ['initiator_name', 'Initiator name'],
])('%s reads "%s"', (key, words) => {
  expect(humanised(key)).toBe(words)
})

test('days are written out', () => {
  expect(metaOf({ meta: { password_expires_on: '2026-06-08', per_second: 2 } })).toEqual([
    ['Password expires on', '08 June, 2026'],
    ['Per second', '2'],
  ])
})

test('a password’s end is told while it counts', () => {
  const meta = { password_expires_on: '2001-01-05' }
  expect(passwordNote({ meta, status: 'active' })).toMatch(/expired on 05 January, 2001/)
  expect(passwordNote({ meta, status: 'inactive' })).toBeUndefined()
  const later = { password_expires_on: '2999-01-05' }
  expect(passwordNote({ meta: later, status: 'active' })).toMatch(/expires on 05 January, 2999/)
  expect(passwordNote({ meta: {}, status: 'active' })).toBeUndefined()
})
