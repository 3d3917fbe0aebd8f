/** Every permission, its words on the Edit User screen, and what each role is granted (A11). */

const subjects = {
  organization: 'Organization',
  employees: 'Employees',
  casuals: 'Casuals',
  departments: 'Departments',
  designations: 'Designations',
  'work-stations': 'Work Stations',
  'commission-rates': 'Commission Rates',
  payrolls: 'Payrolls',
  leaves: 'Leaves',
  loans: 'Loans',
  users: 'Users',
} as const
const verbs = { view: 'View', create: 'Create', edit: 'Edit', delete: 'Delete' } as const

export type Subject = keyof typeof subjects
export type Verb = keyof typeof verbs

const further = {
  'approve payrolls': ['Approve Payrolls', 'Payrolls'],
  'pay payrolls': ['Pay Payrolls', 'Payrolls'],
  'export payrolls': ['Export Payrolls', 'Payrolls'],
  'view annual-analytics': ['View Annual Report', 'Analytic Reports'],
  'view monthly-analytics': ['View Monthly Report', 'Analytic Reports'],
  'view logs': ['View System Logs', 'Account'],
  'view billing': ['View Billing', 'Account'],
  'edit templates': ['Edit Payslip Templates', 'Account'],
  'view integrations': ['View Integrations', 'Account'],
} as const

export type Permission = `${Verb} ${Subject}` | keyof typeof further

export interface PermissionInfo {
  id: string
  name: Permission
  display_name: string
  category: string
}

export const permissions: PermissionInfo[] = [
  ...(Object.keys(subjects) as Subject[]).flatMap((subject) =>
    (Object.keys(verbs) as Verb[]).map((verb) => ({
      name: `${verb} ${subject}` as Permission,
      display_name: `${verbs[verb]} ${subjects[subject]}`,
      category: subjects[subject],
    })),
  ),
  ...(Object.keys(further) as (keyof typeof further)[]).map((name) => ({
    name: name as Permission,
    display_name: further[name][0],
    category: further[name][1],
  })),
].map((permission) => ({ id: permission.name.replace(/ /g, '-'), ...permission }))

export const permissionNames: Permission[] = permissions.map(({ name }) => name)

export const roles = ['super-admin', 'primary', 'admin', 'finance', 'user', 'employee'] as const
export type Role = (typeof roles)[number]
/** The roles that staff can be given on the Users screens. */
export const staffRoles = ['primary', 'admin', 'finance', 'user'] as const
export type StaffRole = (typeof staffRoles)[number]

const crud = (...names: Subject[]) =>
  names.flatMap((name) =>
    (['view', 'create', 'edit', 'delete'] as const).map((verb): Permission => `${verb} ${name}`),
  )
const some = (verbsGiven: Verb[], ...names: Subject[]) =>
  names.flatMap((name) => verbsGiven.map((verb): Permission => `${verb} ${name}`))

const notForAdmin = new Set<Permission>([
  'edit organization',
  ...some(['create', 'edit'], 'departments', 'designations', 'work-stations', 'commission-rates'),
  'approve payrolls',
  'pay payrolls',
  'create users',
  'view logs',
  'view billing',
  'edit templates',
  'view integrations',
])

export const grants: Record<Role, ReadonlySet<Permission>> = {
  'super-admin': new Set(permissionNames),
  primary: new Set(permissionNames),
  admin: new Set(permissionNames.filter((name) => !notForAdmin.has(name))),
  finance: new Set<Permission>([
    ...some(['view'], 'organization', 'casuals', 'loans'),
    ...some(['view', 'create'], 'leaves'),
    ...some(
      ['view', 'create', 'edit'],
      'employees',
      'departments',
      'designations',
      'work-stations',
      'commission-rates',
    ),
    ...crud('payrolls'),
    'approve payrolls',
    'pay payrolls',
    'export payrolls',
    'view annual-analytics',
    'view monthly-analytics',
  ]),
  user: new Set<Permission>([
    ...some(['view'], 'organization', 'departments', 'designations', 'work-stations'),
    ...some(['view', 'create'], 'leaves'),
  ]),
  employee: new Set<Permission>(),
}

/** What the description card of Edit User says. */
export const roleDescriptions: Record<StaffRole, string[]> = {
  primary: [
    'Has all permissions',
    'Can access all modules and pages',
    'Can create, update, and remove data in all modules',
    'Can manage users, roles, and permissions',
    'Can approve the final payroll',
  ],
  admin: [
    'Has most permissions except for some super-admin specific ones',
    'Can access most modules and pages',
    'Can create, update, and remove data in most modules',
    'Can manage users and roles',
    'Can approve the payroll',
  ],
  finance: [
    'Has permissions related to payroll management',
    'Can view, create, edit, delete, and approve payrolls',
    'Limited access to other modules',
  ],
  user: [
    'Has basic permissions for viewing and creating leave requests',
    'Can view own profile and payslips',
    'Can create and view own leave requests',
    'Limited access to other modules',
  ],
}

/** Role grants plus what was given to the person. */
export function effective(role: Role, extra: readonly Permission[]): Set<Permission> {
  return new Set([...grants[role], ...extra])
}
