import { codeIn, found, mailTo, newPerson } from './people.ts'
import { expect, type Locator, type Page, test } from './test.ts'

/** Presses Tab until the element has the focus, as somebody without a mouse would. */
async function tabTo(page: Page, target: Locator, most = 40) {
  for (let steps = 0; steps < most; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** The focus can be seen: an outline or a shadow is drawn. */
async function expectRing(target: Locator) {
  const { outline, width } = await target.evaluate((element) => {
    const style = getComputedStyle(element)
    return { outline: style.outlineStyle, width: Number.parseFloat(style.outlineWidth) }
  })
  expect(outline).not.toBe('none')
  expect(width).toBeGreaterThanOrEqual(2)
}

test('signing in and opening the user menu without a mouse', async ({ page, visitor }) => {
  const { person } = await found((await visitor()).request, undefined, newPerson('Kibodi'))
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Got it' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await tabTo(page, page.getByLabel('Email address'))
  await page.keyboard.type(person.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('OTP Code')).toBeFocused()
  await page.keyboard.type(codeIn(await mailTo(page.request, person.email)))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')

  const user = page.getByRole('button', { name: /user menu/ })
  await expect(user).toBeVisible()
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await tabTo(page, user)
  await expectRing(user)
  await page.keyboard.press('Enter')
  const profile = page.getByRole('menuitem', { name: 'My Profile' })
  await expect(profile).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(profile).toBeHidden()
  await expect(user).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(profile).toBeVisible()
  for (let steps = 0; steps < 5; steps++) {
    if (await profile.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await expect(profile).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/profile')
})

test('a modal keeps the focus inside and gives it back', async ({ page }) => {
  await found(page.request)
  await page.goto('/users')
  const add = page.getByRole('button', { name: 'Add User' })
  await add.focus()
  await page.keyboard.press('Enter')
  const modal = page.getByRole('dialog', { name: 'Add User' })
  await expect(modal.getByLabel('First Name')).toBeFocused()
  const seen = new Set<string>()
  for (let steps = 0; steps < 12; steps++) {
    await page.keyboard.press('Tab')
    const inside = await modal.evaluate((element) => element.contains(document.activeElement))
    expect(inside).toBe(true)
    seen.add(await page.evaluate(() => document.activeElement?.outerHTML ?? ''))
  }
  // First and last name, email, phone, role, Cancel, Send Invitation, Close.
  expect(seen.size).toBe(8)
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await expect(add).toBeFocused()
})

test('the content is one step away, and takes the focus when the screen changes', async ({
  page,
}) => {
  await found(page.request)
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: /^Move in/ })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const first = page.getByRole('main').getByRole('link').first()
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/organization')
  await expect(page.getByRole('main')).toBeFocused()
})
