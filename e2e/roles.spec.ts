import { demo } from './people.ts'
import { signInByForm } from './sign-in.ts'
import { expect, type Page, test, told } from './test.ts'

/** Each role signs in and sees exactly its menu; a door it may not open says so. */

const refusal = 'You do not have permission to access this page.'

/** Every group unfolded, then all entries from top to bottom. */
async function menuOf(page: Page): Promise<string[]> {
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible()
  const folded = menu.getByRole('button', { expanded: false })
  for (let left = await folded.count(); left > 0; left--) {
    await folded.first().click()
    await expect(folded).toHaveCount(left - 1)
  }
  return menu.getByRole('link').allInnerTexts()
}

const structure = ['Organization Info', 'Departments', 'Designations', 'Work Stations']
const organization = [...structure, 'Commission Rates']
const employees = ['All Employees', 'Add Employee']
const payrolls = ['Employees']
const reports = ['Annual Payroll Report', 'Monthly Payroll Report']

const staff = [
  {
    role: 'primary',
    name: 'Wanjiku',
    menu: [
      ...['Dashboard', ...organization, ...employees, ...payrolls],
      ...['Payslip Templates', 'System Logs', 'Users', ...reports],
    ],
    links: ['Add Employee', 'My Profile', 'Add User'],
    closed: ['/organizations', '/settings'],
  },
  {
    role: 'admin',
    name: 'Otieno',
    menu: ['Dashboard', ...organization, ...employees, ...payrolls, 'Users', ...reports],
    links: ['Add Employee', 'My Profile'],
    closed: ['/logs', '/settings'],
  },
  {
    role: 'finance',
    name: 'Achieng',
    menu: ['Dashboard', ...organization, ...employees, ...payrolls, ...reports],
    links: ['Add Employee', 'My Profile'],
    closed: ['/logs', '/users', '/user/00000000-0000-4000-8000-000000000000'],
  },
  {
    role: 'user',
    name: 'Mutua',
    menu: ['Dashboard', ...structure],
    links: ['My Profile'],
    closed: ['/users', '/commission-rates', '/employees', '/settings', '/annual-report'],
  },
  {
    role: 'employee',
    name: 'Chebet',
    menu: ['Dashboard', 'My Details', 'My Payslips'],
    links: ['My Profile'],
    closed: ['/organization', '/employees', '/logs', '/users', '/organizations', '/monthly-report'],
  },
]

for (const { role, name, menu, links, closed } of staff) {
  test(`${role} signs in and sees exactly its menu`, async ({ page }) => {
    await signInByForm(page, demo(`${role}@baraka.test`))
    await told(page, 'Login Successful')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { name: `Welcome back, ${name}` })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('Baraka Foods Ltd')
    expect(await menuOf(page)).toEqual(menu)
    const quick = page.getByRole('region', { name: 'Quick Links' }).getByRole('link')
    await expect(quick).toHaveText(links.map((link) => new RegExp(`^${link}`)))
    for (const path of closed) {
      await page.goto(path)
      await told(page, refusal)
      await expect(page).toHaveURL('/dashboard')
    }
    await page.getByRole('button', { name: /user menu/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await told(page, 'Logout Successful')
    await expect(page).toHaveURL(role === 'employee' ? '/employee-login' : '/login')
  })
}
