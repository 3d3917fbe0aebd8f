import { expect, test } from 'vitest'
import { withId } from './round-trip.ts'

const origin = 'https://pay.test'

test.each([
  ['/add-employee', '/add-employee?department_id=7'],
  ['/add-employee?tos=Contract', '/add-employee?tos=Contract&department_id=7'],
  ['/add-employee?department_id=3', '/add-employee?department_id=7'],
  ['/edit-employee/5#work', '/edit-employee/5?department_id=7#work'],
])('%s is returned to as %s', (next, expected) => {
  expect(withId(next, 'department_id', '7', origin)).toBe(expected)
})
