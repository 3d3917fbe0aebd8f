import { grants, type Permission, type Role, roles } from '@mshahara/contract/permissions'
import { describe, expect, test } from 'vitest'
import { mayOpen, type Screen } from '../lib/screen.ts'
import { screens } from '../routes.tsx'
import { type Line, menus, paidMenus, platform } from './expected-menus.ts'
import { jumpsFor, type MenuItem, menuFor } from './menu.ts'

const person = (role: Role, extra: Permission[] = [], organization_id: string | null = 'o') => ({
  role,
  permissionNames: [...grants[role], ...extra],
  organization_id,
})
const seen = (items: MenuItem[]): Line[] =>
  items.map((item) =>
    'group' in item
      ? { group: item.group, links: item.entries.map(({ label }) => label) }
      : item.label,
  )

const withoutRecord = menus.employee.filter(
  (line) => typeof line === 'string' && line !== 'My Details',
)

describe('the sidebar of each role', () => {
  test.each(roles)('%s', (role) => {
    const own = { ...person(role), employee_id: 'e1', leaver: false }
    expect(seen(menuFor(screens, own))).toEqual(paidMenus[role])
    if (role !== 'employee') expect(seen(menuFor(screens, person(role)))).toEqual(menus[role])
  })

  test('a super-admin without an organisation sees only the platform screens', () => {
    const items = menuFor(screens, person('super-admin', [], null))
    expect(seen(items)).toEqual(platform)
  })
  test('extra permissions show their entries, here those admins have by role', () => {
    const items = menuFor(screens, person('finance', ['view users', 'create casuals']))
    expect(seen(items)).toEqual(menus.admin)
  })
  test('groups for staff are hidden from employees, whatever they may open', () => {
    const employee = person('employee', ['view departments', 'view annual-analytics'])
    expect(seen(menuFor(screens, employee))).toEqual(withoutRecord)
  })
  test('the Account group stays with super-admin and primary', () => {
    const admin = person('admin', ['view logs'])
    expect(seen(menuFor(screens, admin))).toEqual(menus.admin)
    expect(jumpsFor(screens, admin).map(({ path }) => path)).toContain('/logs')
  })
})

test('employees find their own record, unless they have none or have left', () => {
  const employee = { ...person('employee'), employee_id: 'e1', leaver: false }
  const entries = menuFor(screens, employee).map((item) => ('path' in item ? item.path : ''))
  expect(entries).toEqual(['/dashboard', '/employee/e1', '/my-payslips', '', ''])
  expect(seen(menuFor(screens, { ...employee, leaver: true }))).toEqual(withoutRecord)
  expect(seen(menuFor(screens, person('employee')))).toEqual(withoutRecord)
  const paths = jumpsFor(screens, { ...person('finance'), employee_id: 'e1', leaver: false })
  expect(paths.map(({ path }) => path)).not.toContain('/employee/e1')
  expect(paths.map(({ path }) => path)).toContain('/my-payslips')
  expect(jumpsFor(screens, person('finance')).map(({ path }) => path)).not.toContain('/my-payslips')
})

test('an entry can be hidden on a package', () => {
  const [dashboard] = screens.filter(({ path }) => path === '/dashboard')
  if (!dashboard?.menu) throw new Error('no dashboard')
  const billing: Screen = { ...dashboard, menu: { ...dashboard.menu, notOn: ['Free'] } }
  expect(menuFor([billing], person('primary'), 'Free')).toEqual([])
  expect(menuFor([billing], person('primary'), 'Basic')).toHaveLength(1)
})

test('screens without a session are not for opening from inside', () => {
  for (const screen of screens.filter(({ audience }) => audience)) {
    expect(mayOpen(screen, person('super-admin'))).toBe(false)
  }
})
