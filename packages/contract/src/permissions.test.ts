import { describe, expect, test } from 'vitest'
import {
  effective,
  grants,
  type Permission,
  permissionNames,
  permissions,
  type Role,
  roleDescriptions,
  roles,
  staffRoles,
} from './permissions.ts'

/**
 * The grants by role (A11), written out by hand: `x` is granted. The columns are
 * primary, admin, finance, user; the super-admin holds all, the employee none.
 */
const table = `
view organization          x x x x
create organization        x x . .
edit organization          x . . .
delete organization        x x . .
view employees             x x x .
create employees           x x x .
edit employees             x x x .
delete employees           x x . .
view casuals               x x x .
create casuals             x x . .
edit casuals               x x . .
delete casuals             x x . .
view departments           x x x x
create departments         x . x .
edit departments           x . x .
delete departments         x x . .
view designations          x x x x
create designations        x . x .
edit designations          x . x .
delete designations        x x . .
view work-stations         x x x x
create work-stations       x . x .
edit work-stations         x . x .
delete work-stations       x x . .
view commission-rates      x x x .
create commission-rates    x . x .
edit commission-rates      x . x .
delete commission-rates    x x . .
view payrolls              x x x .
create payrolls            x x x .
edit payrolls              x x x .
delete payrolls            x x x .
approve payrolls           x . x .
pay payrolls               x . x .
export payrolls            x x x .
view leaves                x x x x
create leaves              x x x x
edit leaves                x x . .
delete leaves              x x . .
view loans                 x x x .
create loans               x x . .
edit loans                 x x . .
delete loans               x x . .
view users                 x x . .
create users               x . . .
edit users                 x x . .
delete users               x x . .
view annual-analytics      x x x .
view monthly-analytics     x x x .
view logs                  x . . .
view billing               x . . .
edit templates             x . . .
view integrations          x . . .
`
const rows = table
  .trim()
  .split('\n')
  .map((line) => {
    const [verb = '', subject = '', ...marks] = line.split(/\s+/)
    return { name: `${verb} ${subject}` as Permission, marks }
  })
const columns = ['primary', 'admin', 'finance', 'user'] as const

describe('the grants of each role (A11)', () => {
  test('the table names every permission, and no other exists', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual([...permissionNames].sort())
    expect(new Set(permissionNames).size).toBe(permissionNames.length)
  })

  test.each(rows)('$name', ({ name, marks }) => {
    expect(marks).toHaveLength(columns.length)
    const given = columns.map((role) => (grants[role].has(name) ? 'x' : '.'))
    expect(given).toEqual(marks)
    expect(grants['super-admin'].has(name)).toBe(true)
    expect(grants.employee.has(name)).toBe(false)
  })

  test('nothing is granted that is not a permission', () => {
    for (const role of roles) {
      const unknown = [...grants[role]].filter((name) => !permissionNames.includes(name))
      expect([role, unknown]).toEqual([role, []])
    }
  })
})

describe('how a permission is shown', () => {
  test('has a name of its own, a category and an id', () => {
    for (const { id, name, display_name, category } of permissions) {
      expect(id).toBe(name.replaceAll(' ', '-'))
      expect(display_name).toMatch(/^[A-Z]/)
      expect(category).not.toBe('')
    }
    const shown = permissions.map(({ display_name }) => display_name)
    expect(new Set(shown).size).toBe(shown.length)
  })

  test('every staff role has a description', () => {
    expect(Object.keys(roleDescriptions)).toEqual([...staffRoles])
    expect(roleDescriptions.primary[0]).toBe('Has all permissions')
  })
})

describe('what a person may do', () => {
  test('is the role’s grants and the extra ones, each once', () => {
    const held = effective('user', ['view logs', 'view leaves'])
    expect([...held].sort()).toEqual([...grants.user, 'view logs'].sort())
  })

  test('is nothing for an employee without extra permissions', () => {
    expect(effective('employee', []).size).toBe(0)
  })

  test('does not change what others of the role may do', () => {
    const before = grants.user.size
    effective('user', [...permissionNames])
    expect(grants.user.size).toBe(before)
  })

  test('grows from user to primary', () => {
    const within = (inner: Role, outer: Role) =>
      [...grants[inner]].every((name) => grants[outer].has(name))
    expect(within('user', 'admin')).toBe(true)
    expect(within('user', 'finance')).toBe(true)
    expect(within('admin', 'primary')).toBe(true)
    expect(within('finance', 'primary')).toBe(true)
    expect(within('finance', 'admin')).toBe(false)
  })
})
