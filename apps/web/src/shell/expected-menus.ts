import type { Role } from '@mshahara/contract/permissions'

/** What each role should see in the sidebar, for the tests of the menu and those in a browser. */

/** A link, or a group with the links in it. */
export type Line = string | { group: string; links: string[] }

const dashboard = 'Dashboard'
const structure = ['Organization Info', 'Departments', 'Designations', 'Work Stations']
/** Finance pays casuals, and leaves adding them to others. */
const officeWith = (...casuals: string[]): Line[] => [
  {
    group: 'Organization',
    links: [...structure, 'Commission Rates', 'Pension Schemes', 'Cost Centres'],
  },
  { group: 'Employees', links: ['All Employees', 'Add Employee'] },
  { group: 'Casuals', links: ['All Casuals', ...casuals, 'Muster Roll'] },
]
const office = officeWith('Add Casual')
const payrolls: Line = {
  group: 'Payrolls',
  links: ['Employees', 'Casuals', 'Variable Pay', 'Returns', 'Remittances', 'Approvals'],
}
const accounting: Line = {
  group: 'Accounting',
  links: ['Journal', 'Trial Balance', 'Accounts'],
}
const account: Line = {
  group: 'Account',
  links: ['Payslip Templates', 'Subscription Plan', 'Billing', 'Bank Integration', 'System Logs'],
}
const reports: Line = {
  group: 'Analytic Reports',
  links: ['Annual Payroll Report', 'Monthly Payroll Report', 'Cost of People'],
}
const leave: Line = {
  group: 'Leave',
  links: [
    'Leave Types',
    'Leave Approvers',
    'Leave Requests',
    'Leave Balances',
    'Leave Calendar',
    'Public Holidays',
    'Leave Analytics',
  ],
}
const ownLeaveLinks = ['My Leaves', 'Leave Approvals', 'Team Calendar']
const ownLeave: Line = { group: 'Leaves', links: ownLeaveLinks }
const ownLoans: Line = { group: 'Loans', links: ['My Loans', 'Guarantor Requests'] }
/** All an operator sees who has opened no organisation. */
export const platform: Line[] = [
  'All Organizations',
  'Desk',
  'Payments',
  'Packages',
  'System Settings',
]

/** In the order of the specification; what somebody has as one of those who are paid comes last. */
const menusWith = (own: Line[]): Record<Role, Line[]> => {
  const work = [leave, 'Loans', payrolls, accounting]
  return {
    'super-admin': [dashboard, ...office, ...work, account, 'Users', reports, ...platform, ...own],
    primary: [dashboard, ...office, ...work, account, 'Users', reports, ...own],
    admin: [dashboard, ...office, ...work, 'Users', reports, ...own],
    finance: [dashboard, ...officeWith(), ...work, reports, ...own],
    user: [dashboard, { group: 'Organization', links: structure }, leave, ...own],
    employee: [dashboard, 'My Details', 'My Payslips', ownLeave, ownLoans],
  }
}
export const menus = menusWith([])
/** Of those who are on the payroll themselves. */
export const paidMenus = menusWith(['My Payslips', { group: 'My Leave', links: ownLeaveLinks }])

/** The links in sight, from top to bottom, when these groups are unfolded. */
export const linksOf = (menu: Line[], unfolded: readonly string[] = []): string[] =>
  menu.flatMap((line) => {
    if (typeof line === 'string') return [line]
    return unfolded.includes(line.group) ? line.links : []
  })

export const groupsOf = (menu: Line[]): string[] =>
  menu.flatMap((line) => (typeof line === 'string' ? [] : [line.group]))
