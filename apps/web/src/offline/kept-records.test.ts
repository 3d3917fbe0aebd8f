import { expect, test } from 'vitest'
import { isNarrowed } from './kept-records.ts'

test.each([
  [undefined, false],
  [{ offset: 0, limit: 10, search: '' }, false],
  [{ offset: 0, limit: 10, search: '', status: undefined }, false],
  [{ offset: 10, limit: 10, search: '' }, true],
  [{ offset: 0, limit: 10, search: 'school' }, true],
  [{ offset: 0, limit: 10, search: '', status: 'rejected' }, true],
])('%o is part of a list: %s', (query, narrowed) => {
  expect(isNarrowed(query)).toBe(narrowed)
})
