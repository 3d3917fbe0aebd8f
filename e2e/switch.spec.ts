import { contract } from '@mshahara/contract'
import { call } from './calls.ts'
import { mainMenu, menus, seesMenu } from './menu.ts'
import { found, invite, newPerson, signUp } from './people.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** Two employers, one login: what belongs to one never shows in the other. */

const organizationOf = (page: Page) => page.getByRole('banner')
const openMenu = (page: Page) => page.getByRole('button', { name: /user menu/ }).click()

/** A person with an organisation of their own, invited to a second one. */
async function invited(page: Page, stranger: Page) {
  const { person, organization } = await found(
    page.request,
    'Kwanza Mills',
    newPerson('Wairimu', 'Githae'),
  )
  const second = await found(stranger.request, 'Pili Stores', newPerson('Ouko', 'Omondi'))
  const { first_name, last_name, email, phone } = person
  const body = { first_name, last_name, email, phone, role: 'admin' as const }
  await call(stranger.request, contract.users.invite, { body })
  return { first: organization, second: second.organization }
}

test('an invitation is accepted in the user menu, and the organisation is then offered', async ({
  page,
  visitor,
}) => {
  await invited(page, await visitor())
  await page.goto('/dashboard')
  await openMenu(page)
  await expect(page.getByText('Invitation from Pili Stores')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Accept' }).click()
  await expectToast(page, 'You have joined Pili Stores.')
  await expect(organizationOf(page)).toContainText('Kwanza Mills')
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Pili Stores' }).click()
  await expectToast(page, 'Organization switched successfully')
  await expect(organizationOf(page)).toContainText('Pili Stores')
  await expect(page).toHaveURL('/dashboard')
  await seesMenu(page, menus.admin)
})

test('an invitation can be declined, after a question', async ({ page, visitor }) => {
  await invited(page, await visitor())
  await page.goto('/dashboard')
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Decline' }).click()
  const question = page.getByRole('dialog', { name: 'Decline invitation' })
  await expect(question).toContainText('You will not join Pili Stores.')
  await question.getByRole('button', { name: 'Decline' }).click()
  await expectToast(page, 'Invitation declined.')
  await openMenu(page)
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await expect(page.getByText('Invitation from Pili Stores')).toBeHidden()
})

test('whoever is invited need not register an organisation', async ({ page, visitor }) => {
  const owner = await visitor()
  await found(owner.request, 'Karibu Lodge')
  await invite(owner.request, 'finance', await signUp(page.request))
  await page.goto('/create-organization')
  await expect(page.getByText('has invited you as Finance.')).toBeVisible()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expectToast(page, 'You have joined Karibu Lodge.')
  await expect(page).toHaveURL('/dashboard')
  await expect(organizationOf(page)).toContainText('Karibu Lodge')
})

/** Notes every time one organisation's name is shown above the other's people. */
function noteMixtures() {
  const mixtures: string[] = []
  Object.assign(window, { mixtures })
  const look = () => {
    const name = document.querySelector('header')?.textContent ?? ''
    const list = document.querySelector('table')?.textContent ?? ''
    const first = name.includes('Kwanza Mills') && list.includes('Ouko')
    const second =
      name.includes('Pili Stores') && list.includes('Wairimu') && !list.includes('Ouko')
    if (first || second) mixtures.push(`${name}: ${list}`)
  }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
  })
}

test('a second tab follows into the new organisation and never shows a mixture', async ({
  page,
  context,
  visitor,
}) => {
  const { second } = await invited(page, await visitor())
  await call(page.request, contract.auth.acceptMembership, { params: { id: second.id } })
  const tab = await context.newPage()
  for (const one of [page, tab]) await one.addInitScript(noteMixtures)
  await tab.goto('/users')
  await expect(tab.getByText('Users (1)')).toBeVisible()
  await expect(organizationOf(tab)).toContainText('Kwanza Mills')
  await page.goto('/users')
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Pili Stores' }).click()
  await expectToast(page, 'Organization switched successfully')
  await expect(organizationOf(tab)).toContainText('Pili Stores')
  await expect(tab.getByText('Users (2)')).toBeVisible()
  await expect(tab.getByRole('table')).toContainText('Ouko Omondi')
  for (const one of [page, tab]) {
    expect(await one.evaluate(() => (window as never as { mixtures: string[] }).mixtures)).toEqual(
      [],
    )
  }
})

test('what is fetched before the new profile arrives stands beside nothing old', async ({
  page,
  visitor,
}) => {
  const { second } = await invited(page, await visitor())
  await call(page.request, contract.auth.acceptMembership, { params: { id: second.id } })
  await page.addInitScript(noteMixtures)
  await page.goto('/users')
  await expect(page.getByText('Users (1)')).toBeVisible()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  for (const slow of ['**/api/profile', '**/api/users']) {
    await page.route(slow, async (route) => {
      await held
      await route.fallback()
    })
  }
  await openMenu(page)
  const asked = page.waitForRequest('**/api/profile')
  await page.getByRole('menuitem', { name: 'Pili Stores' }).click()
  await asked
  // Somebody comes back to the window: what is known to be old is fetched again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(organizationOf(page)).not.toContainText('Kwanza Mills')
  letGo()
  await expectToast(page, 'Organization switched successfully')
  await expect(organizationOf(page)).toContainText('Pili Stores')
  expect(await page.evaluate(() => (window as never as { mixtures: string[] }).mixtures)).toEqual(
    [],
  )
})

test('an answer to the session before a switch does not end the one after it', async ({
  page,
  visitor,
}) => {
  const { second } = await invited(page, await visitor())
  await call(page.request, contract.auth.acceptMembership, { params: { id: second.id } })
  await page.goto('/users')
  await expect(page.getByText('Users (1)')).toBeVisible()
  const switched = page.waitForResponse('**/api/switch/*')
  // The next look at the profile goes out before the switch and arrives after it.
  let asked = false
  await page.route(
    '**/api/profile',
    async (route) => {
      asked = true
      await switched
      await route.fulfill({ status: 401, json: { message: 'Unauthenticated.' } })
    },
    { times: 1 },
  )
  // Not while the last look is under way, nor in the second after it.
  await expect(async () => {
    await mainMenu(page).getByRole('link', { name: 'Users' }).click()
    await mainMenu(page).getByRole('link', { name: 'Dashboard' }).click()
    expect(asked).toBe(true)
  }).toPass()
  const late = page.waitForResponse((answer) => answer.status() === 401)
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Pili Stores' }).click()
  await late
  await expectToast(page, 'Organization switched successfully')
  await expect(organizationOf(page)).toContainText('Pili Stores')
  await mainMenu(page).getByRole('link', { name: 'Users' }).click()
  await expect(page.getByText('Users (2)')).toBeVisible()
})

test('a switch the tab has not heard of is noticed at its next call', async ({ page, visitor }) => {
  const { second } = await invited(page, await visitor())
  await call(page.request, contract.auth.acceptMembership, { params: { id: second.id } })
  await page.goto('/dashboard')
  await expect(organizationOf(page)).toContainText('Kwanza Mills')
  await call(page.request, contract.auth.switch, { params: { id: second.id } })
  const refused = page.waitForResponse((answer) => answer.status() === 409)
  await mainMenu(page).getByRole('link', { name: 'Users' }).click()
  await refused
  await expect(organizationOf(page)).toContainText('Pili Stores')
  await expect(page.getByText('Users (2)')).toBeVisible()
})
