import type { Role } from '@mshahara/contract/permissions'

/** What each role should see in the sidebar, for the tests of the menu and those in a browser. */

/** A link, or a group with the links in it. */
export type Line = string | { group: string; links: string[] }

const dashboard = 'Dashboard'
const structure = ['Organization Info', 'Departments', 'Designations', 'Work Stations']
const office: Line[] = [
  { group: 'Organization', links: [...structure, 'Commission Rates'] },
  { group: 'Employees', links: ['All Employees', 'Add Employee'] },
  { group: 'Payrolls', links: ['Employees', 'Variable Pay', 'Returns'] },
]
const account: Line = {
  group: 'Account',
  links: ['Payslip Templates', 'Subscription Plan', 'Billing', 'Bank Integration', 'System Logs'],
}
const reports: Line = {
  group: 'Analytic Reports',
  links: ['Annual Payroll Report', 'Monthly Payroll Report'],
}
const loans: Line = { group: 'Loans', links: ['My Loans', 'Guarantor Requests'] }
/** All an operator sees who has opened no organisation. */
export const platform: Line[] = ['Desk', 'All Organizations', 'System Settings']

const menusWith = (...own: Line[]): Record<Role, Line[]> => ({
  'super-admin': [dashboard, ...office, 'Loans', ...own, account, 'Users', reports, ...platform],
  primary: [dashboard, ...office, 'Loans', ...own, account, 'Users', reports],
  admin: [dashboard, ...office, 'Loans', ...own, 'Users', reports],
  finance: [dashboard, ...office, 'Loans', ...own, reports],
  user: [dashboard, { group: 'Organization', links: structure }, ...own],
  employee: [dashboard, 'My Details', 'My Payslips', loans],
})
export const menus = menusWith()
/** Of those who are on the payroll themselves. */
export const paidMenus = menusWith('My Payslips')

/** The links in sight, from top to bottom, when these groups are unfolded. */
export const linksOf = (menu: Line[], unfolded: readonly string[] = []): string[] =>
  menu.flatMap((line) => {
    if (typeof line === 'string') return [line]
    return unfolded.includes(line.group) ? line.links : []
  })

export const groupsOf = (menu: Line[]): string[] =>
  menu.flatMap((line) => (typeof line === 'string' ? [] : [line.group]))
