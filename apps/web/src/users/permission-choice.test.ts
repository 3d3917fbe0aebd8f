import { expect, test } from 'vitest'
import { changeRole, choiceOf, differences, type RoleInfo, toggle } from './permission-choice.ts'

const roles: RoleInfo[] = [
  { name: 'user', permissions: ['view leaves'] },
  { name: 'admin', permissions: ['view leaves', 'view users'] },
]
const held = ['view leaves', 'view logs'] as const
const start = choiceOf(held, 'user', roles)

test('what comes from the role is locked', () => {
  expect([...start.locked]).toEqual(['view leaves'])
  expect(toggle(start, 'view leaves')).toBe(start)
})

test('anything else toggles, and only differences are told', () => {
  const without = toggle(start, 'view logs')
  expect(differences(held, without)).toEqual({ added: [], removed: ['view logs'] })
  expect(differences(held, toggle(without, 'view logs'))).toEqual({ added: [], removed: [] })
  expect(differences(held, toggle(start, 'view billing'))).toEqual({
    added: ['view billing'],
    removed: [],
  })
})

test('another role replaces the selection and locks it', () => {
  const admin = changeRole(start, 'admin', roles)
  expect([...admin.chosen]).toEqual(['view leaves', 'view users'])
  expect([...admin.locked]).toEqual(['view leaves', 'view users'])
})

test('no role clears both; an unknown one changes nothing', () => {
  expect(changeRole(start, null, roles)).toEqual({ chosen: new Set(), locked: new Set() })
  expect(changeRole(start, 'stranger', roles)).toBe(start)
})
