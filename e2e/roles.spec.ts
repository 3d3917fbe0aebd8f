import { paidMenus, seesWholeMenu } from './menu.ts'
import { demo } from './people.ts'
import { signInByForm } from './sign-in.ts'
import { expect, expectToast, test } from './test.ts'

/** Each role signs in and sees exactly its menu; a screen it may not open says so. */

const refusal = 'You do not have permission to access this page.'

const staff = [
  {
    role: 'primary',
    name: 'Wanjiku',
    links: ['Run payroll', 'Add Employee', 'Add Casual', 'My Profile', 'Add User'],
    closed: ['/organizations', '/settings'],
  },
  {
    role: 'admin',
    name: 'Otieno',
    links: ['Run payroll', 'Add Employee', 'Add Casual', 'My Profile'],
    closed: ['/logs', '/settings'],
  },
  {
    role: 'finance',
    name: 'Achieng',
    links: ['Run payroll', 'Add Employee', 'My Profile'],
    closed: ['/logs', '/users', '/user/00000000-0000-4000-8000-000000000000'],
  },
  {
    role: 'user',
    name: 'Mutua',
    links: ['My Profile'],
    closed: ['/users', '/commission-rates', '/employees', '/settings', '/annual-report'],
  },
  {
    role: 'employee',
    name: 'Chebet',
    links: ['My Profile'],
    closed: ['/organization', '/employees', '/logs', '/users', '/organizations', '/monthly-report'],
  },
] as const

for (const { role, name, links, closed } of staff) {
  test(`${role} signs in and sees exactly its menu`, async ({ page }) => {
    await signInByForm(page, demo(`${role}@baraka.test`))
    await expectToast(page, 'Login Successful')
    await expect(page).toHaveURL('/dashboard')
    await expect(
      page.getByRole('heading', { name: new RegExp(`^Welcome( back)?, ${name}$`) }),
    ).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('Baraka Foods Ltd')
    // They are all on the payroll, too.
    await seesWholeMenu(page, paidMenus[role])
    const quick = page.getByRole('region', { name: 'Quick Links' }).getByRole('link')
    await expect(quick).toHaveText(links.map((link) => new RegExp(`^${link}`)))
    for (const path of closed) {
      await page.goto(path)
      await expectToast(page, refusal)
      await expect(page).toHaveURL('/dashboard')
    }
    await page.getByRole('button', { name: /user menu/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expectToast(page, 'Logout Successful')
    await expect(page).toHaveURL(role === 'employee' ? '/employee-login' : '/login')
  })
}
