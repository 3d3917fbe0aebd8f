import { contract } from '@mshahara/contract'
import { call } from './calls.ts'
import { codeIn, found, join, mailTo, newPerson } from './people.ts'
import { enterCode, fillLogin, openLogin } from './sign-in.ts'
import { addEmployee } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** A login belongs to its person: nobody is made a member unasked, or kept one. */

const organization = (page: Page) => page.getByRole('region', { name: 'Organization' })

test('a person leaves an organisation, after a question, and may found one', async ({
  page,
  visitor,
}) => {
  const owner = await visitor()
  await found(owner.request, 'Pwani Traders')
  await join(owner.request, page.request, 'admin', newPerson('Mwende', 'Kilonzo'))
  await page.goto('/profile')
  await expect(organization(page)).toContainText('Pwani Traders, Admin')
  await organization(page).getByRole('button', { name: 'Leave Organization' }).click()
  const question = page.getByRole('dialog', { name: 'Leave organization' })
  await expect(question).toContainText('Your employee record stays there.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(organization(page)).toContainText('Pwani Traders')
  await organization(page).getByRole('button', { name: 'Leave Organization' }).click()
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await expectToast(page, 'You have left Pwani Traders.')
  await expect(page).toHaveURL('/create-organization')
  const left = await call(owner.request, contract.users.list)
  expect(left).toHaveLength(1)
})

test('the last primary user stays', async ({ page }) => {
  await found(page.request, 'Peke Yake Ltd')
  await page.goto('/profile')
  await organization(page).getByRole('button', { name: 'Leave Organization' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()
  await expectToast(page, 'This is the last active primary user. Make another user primary first.')
  await expect(organization(page)).toContainText('Peke Yake Ltd')
})

test('somebody whose address a stranger entered signs up, and finds an invitation', async ({
  page,
  visitor,
}) => {
  const stranger = await visitor()
  await found(stranger.request, 'Mgeni Ltd')
  const me = newPerson('Zuhura', 'Salim')
  await addEmployee(stranger.request, { first_name: 'Wrong', last_name: 'Name', email: me.email })
  await page.goto('/signup')
  await page.getByLabel('First Name').fill(me.first_name)
  await page.getByLabel('Last Name').fill(me.last_name)
  await page.getByLabel('Email address').fill(me.email)
  await page.getByLabel('Phone').fill(me.phone)
  await page.getByLabel('Password', { exact: true }).fill(me.password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await enterCode(page, me.email)
  await expect(page).toHaveURL('/create-organization')
  await expect(page.getByText('Mgeni Ltd')).toBeVisible()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Mgeni Ltd')).toBeHidden()
})

test('suspended in one organisation, a person signs in and may found another', async ({
  page,
  visitor,
}) => {
  const owner = await visitor()
  await found(owner.request, 'Zamani Ltd')
  const me = newPerson('Tabitha', 'Wafula')
  const { first_name, last_name, email } = me
  const hired = { first_name, last_name, email, id_number: '30405060' }
  const { id } = await addEmployee(owner.request, hired)
  await openLogin(page, '/employee-login')
  await fillLogin(page, { email: me.email, password: '30405060' })
  await expectToast(page, 'First time login. Your password has been sent to your email.')
  const letter = await mailTo(page.request, me.email, { subject: 'Your first password' })
  await fillLogin(page, { email: me.email, password: codeIn(letter) })
  await enterCode(page, me.email, letter)
  await expect(page).toHaveURL('/change-password')
  await page.getByLabel('New Password').fill(me.password)
  await page.getByLabel('Confirm Password').fill(me.password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'Password updated successfully')
  const { status } = contract.employees
  await call(owner.request, status, { params: { id }, body: { status: 'suspended' } })
  await page.goto('/login')
  await openLogin(page)
  await fillLogin(page, me)
  await enterCode(page, me.email, letter)
  await expect(page).toHaveURL('/create-organization')
})
