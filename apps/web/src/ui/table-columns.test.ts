import { expect, test } from 'vitest'
import { mustGo } from './table-columns.ts'

const columns = [
  { key: 'index', yields: 1 },
  { key: 'name' },
  { key: 'email', yields: 2 },
  { key: 'phone', yields: 2 },
  { key: 'created', yields: 1 },
  { key: 'actions' },
]
const widths = [40, 150, 200, 120, 140, 100]

test.each([
  [750, []],
  [749, ['created']],
  [600, ['created', 'index']],
  [500, ['created', 'index', 'phone']],
  [100, ['created', 'index', 'phone', 'email']],
])('in %i px these give way: %j', (room, gone) => {
  expect(mustGo(columns, widths, room)).toEqual(gone)
})
