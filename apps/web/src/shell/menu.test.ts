import { grants, type Permission, type Role } from '@mshahara/contract/permissions'
import { describe, expect, test } from 'vitest'
import type { Screen } from '../lib/screen.ts'
import { screens } from '../routes.tsx'
import { jumpsFor, type MenuItem, mayOpen, menuFor } from './menu.ts'

const person = (role: Role, extra: Permission[] = [], organization_id: string | null = 'o') => ({
  role,
  permissionNames: [...grants[role], ...extra],
  organization_id,
})
const told = (items: MenuItem[]) =>
  items.map((item) =>
    'group' in item
      ? `${item.group}: ${item.entries.map(({ label }) => label).join(', ')}`
      : item.label,
  )

const structure = 'Departments, Designations, Work Stations'
const whole = `Organization: Organization Info, ${structure}, Commission Rates`

const staff = 'Employees: All Employees, Add Employee'
const runs = 'Payrolls: Employees'
const reports = 'Analytic Reports: Annual Payroll Report, Monthly Payroll Report'

describe('the sidebar of each role', () => {
  test.each<[Role, string[]]>([
    [
      'super-admin',
      [
        'Dashboard',
        whole,
        staff,
        runs,
        'Account: Payslip Templates, System Logs',
        'Users',
        reports,
        'All Organizations',
        'System Settings',
      ],
    ],
    [
      'primary',
      [
        'Dashboard',
        whole,
        staff,
        runs,
        'Account: Payslip Templates, System Logs',
        'Users',
        reports,
      ],
    ],
    ['admin', ['Dashboard', whole, staff, runs, 'Users', reports]],
    ['finance', ['Dashboard', whole, staff, runs, reports]],
    ['user', ['Dashboard', `Organization: Organization Info, ${structure}`]],
    ['employee', ['Dashboard', 'My Payslips']],
  ])('%s', (role, expected) => {
    expect(told(menuFor(screens, person(role)))).toEqual(expected)
  })

  test('a super-admin without an organisation sees only the platform screens', () => {
    const items = menuFor(screens, person('super-admin', [], null))
    expect(told(items)).toEqual(['All Organizations', 'System Settings'])
  })
  test('an extra permission shows its entry', () => {
    const items = menuFor(screens, person('finance', ['view users']))
    expect(told(items)).toEqual(['Dashboard', whole, staff, runs, 'Users', reports])
  })
  test('groups for staff are hidden from employees, whatever they may open', () => {
    const employee = person('employee', ['view departments', 'view annual-analytics'])
    expect(told(menuFor(screens, employee))).toEqual(['Dashboard', 'My Payslips'])
  })
  test('the Account group stays with super-admin and primary', () => {
    const admin = person('admin', ['view logs'])
    expect(told(menuFor(screens, admin))).not.toContain('Account: Payslip Templates, System Logs')
    expect(jumpsFor(screens, admin).map(({ path }) => path)).toContain('/logs')
  })
})

test('employees find their own record, unless they have left', () => {
  const employee = { ...person('employee'), employee_id: 'e1', leaver: false }
  const entries = menuFor(screens, employee).map((item) => ('path' in item ? item.path : ''))
  expect(entries).toEqual(['/dashboard', '/employee/e1', '/my-payslips'])
  expect(told(menuFor(screens, { ...employee, leaver: true }))).toEqual([
    'Dashboard',
    'My Payslips',
  ])
  const paths = jumpsFor(screens, { ...person('finance'), employee_id: 'e1', leaver: false })
  expect(paths.map(({ path }) => path)).not.toContain('/employee/e1')
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
