import { contract } from '@mshahara/contract'
import { phone } from './axe.ts'
import { call } from './calls.ts'
import { codeIn, found, type Mail, mailTo, newPerson, signIn } from './people.ts'
import { enterCode, fillLogin, openLogin } from './sign-in.ts'
import { expect, expectToast, type Page, test } from './test.ts'

const about = (page: Page) => page.getByRole('region', { name: 'About you' })

/** A picture drawn in the browser. */
async function picture(page: Page, type: 'image/png' | 'image/jpeg', side = 64): Promise<Buffer> {
  const url = await page.evaluate(
    ({ type, side }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
      const pen = canvas.getContext('2d')
      if (pen) pen.fillStyle = '#c2410c'
      pen?.fillRect(0, 0, side, side)
      return canvas.toDataURL(type)
    },
    { type, side },
  )
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Change photo' }).click()
  await (await chooser).setFiles(file)
}

test('on a phone a message leaves the buttons free where the page is scrolled too', async ({
  page,
}) => {
  await found(page.request)
  await page.setViewportSize(phone)
  await page.goto('/profile')
  const edit = page.getByRole('button', { name: 'Edit Profile' })
  await edit.evaluate((button) => {
    window.scrollTo({ top: button.getBoundingClientRect().top - 64, behavior: 'instant' })
  })
  const seenAt = (await edit.boundingBox())?.y ?? 0
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await edit.click()
  const modal = page.getByRole('dialog', { name: 'Edit Profile' })
  await modal.getByLabel('First Name').fill('Subira')
  await modal.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Profile updated successfully')
  const message = await page.locator('.mantine-Notification-root').boundingBox()
  const bottom = (message?.y ?? 0) + (message?.height ?? 0)
  await expect.poll(async () => (await edit.boundingBox())?.y).toBeGreaterThanOrEqual(bottom)
  expect(seenAt).toBeLessThan(bottom)

  // Its going slides nothing under a finger.
  await page.mouse.wheel(0, 200)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
  const movedTo = (await edit.boundingBox())?.y
  await page.getByRole('alert').getByRole('button').click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect((await edit.boundingBox())?.y).toBe(movedTo)
})

test('names and phone are edited in place', async ({ page }) => {
  const { person } = await found(page.request, 'Jua Kali Works', newPerson('Auma', 'Were'))
  await page.goto('/profile')
  await expect(about(page)).toContainText('Auma Were')
  await expect(about(page)).toContainText('Primary')
  await expect(about(page)).toContainText(person.email)
  await expect(about(page)).toContainText(/Joined\s*\d\d [A-Z][a-z]+, \d{4}/)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const modal = page.getByRole('dialog', { name: 'Edit Profile' })
  await modal.getByLabel('First Name').fill('')
  await modal.getByRole('button', { name: 'Save Changes' }).click()
  await expect(modal.getByText('First Name is required.')).toBeVisible()
  await modal.getByLabel('First Name').fill('Adhiambo')
  await modal.getByLabel('Phone').fill('0733 111 222')
  await modal.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Profile updated successfully')
  await expect(modal).toBeHidden()
  await expect(about(page)).toContainText('Adhiambo Were')
  await expect(about(page)).toContainText('0733111222')
  await expect(page.getByRole('button', { name: /user menu/ })).toContainText('Adhiambo')
})

test('a new email is used once its code came back, and the old address is told', async ({
  page,
}) => {
  const { person } = await found(page.request)
  const { email } = newPerson('Moraa')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const modal = page.getByRole('dialog', { name: 'Edit Profile' })
  await expect(modal.getByLabel('Current Password')).toBeHidden()
  await modal.getByLabel('Email').fill(email)
  await modal.getByRole('button', { name: 'Save Changes' }).click()
  await expect(modal.getByText('Please enter your current password.')).toBeVisible()
  await modal.getByLabel('Current Password').fill(person.password)
  await modal.getByRole('button', { name: 'Save Changes' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm your new email' })
  await expect(question).toContainText(email)
  const letter: Mail = await mailTo(page.request, email)
  await mailTo(page.request, person.email, { subject: 'Your email address is being changed' })
  await question.getByLabel('OTP Code').fill('000000')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question.getByText('The code is not valid or has expired.')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(about(page)).toContainText(`${email} has not been confirmed yet.`)
  await expect(about(page)).toContainText(person.email)
  await page.getByRole('button', { name: 'Enter the code' }).click()
  await question.getByLabel('OTP Code').fill(codeIn(letter))
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question).toBeHidden()
  await expect(about(page)).toContainText(email)
  await expect(about(page)).not.toContainText(person.email)
  await mailTo(page.request, person.email, { subject: 'Your email address was changed' })
})

test('a photo is taken, and what is no photo is refused', async ({ page }) => {
  await found(page.request)
  await page.goto('/profile')
  await expect(about(page).locator('img')).toHaveCount(0)
  await choose(page, {
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await picture(page, 'image/png'),
  })
  await expectToast(page, 'Profile picture updated successfully')
  const photo = about(page).locator('img')
  await expect(photo).toHaveAttribute('src', /^\/storage\/user\/.+\.webp$/)
  await expect(photo).toHaveJSProperty('naturalWidth', 64)
  expect(await photo.boundingBox()).toMatchObject({ width: 150, height: 150 })
  const before = await photo.getAttribute('src')

  await choose(page, { name: 'me.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') })
  await expectToast(page, 'Please choose a file: JPEG, JPG, PNG (Max: 2MB).')
  const large = Buffer.alloc(2 * 1024 * 1024 + 1)
  await choose(page, { name: 'me.png', mimeType: 'image/png', buffer: large })
  await expectToast(page, 'The file is too large: JPEG, JPG, PNG (Max: 2MB).')
  // Called an image, but not one: the server looks inside.
  const lie = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const answer = page.waitForResponse(/api\/profile\/avatar$/)
  await choose(page, { name: 'me.png', mimeType: 'image/png', buffer: lie })
  expect((await answer).status()).toBe(422)
  await expect(photo).toHaveAttribute('src', before ?? '')
})

test('the password is changed here; the old one no longer works', async ({ page }) => {
  const { person } = await found(page.request)
  await page.goto('/profile')
  const card = page.getByRole('region', { name: 'Change Password' })
  await card.getByLabel('New Password').fill('fupi')
  await card.getByLabel('Confirm Password').fill('fupi')
  await card.getByRole('button', { name: 'Update Password' }).click()
  await expect(card.getByText('The password must have at least 8 characters.')).toBeVisible()
  const question = page.getByRole('dialog', { name: 'Confirm it is you' })
  const choose = async (password: string, current: string) => {
    await card.getByLabel('New Password').fill(password)
    await card.getByLabel('Confirm Password').fill(password)
    await card.getByRole('button', { name: 'Update Password' }).click()
    await question.getByLabel('Current Password').fill(current)
    await question.getByRole('button', { name: 'Update Password' }).click()
  }
  await choose('Nairobi@2026', person.password)
  await expect(question).toBeHidden()
  const easy = 'This password is too easy to guess. Please choose another one.'
  await expect(card.getByText(easy)).toBeVisible()
  const password = 'ndefu-na-mpya-77'
  await choose(password, 'si-yangu-kabisa-1')
  await expect(question.getByText('This is not your current password.')).toBeVisible()
  await question.getByLabel('Current Password').fill(person.password)
  await question.getByRole('button', { name: 'Update Password' }).click()
  await expectToast(page, 'Password updated successfully')
  await expect(card.getByLabel('New Password')).toHaveValue('')
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  await openLogin(page)
  await fillLogin(page, person)
  await expectToast(page, 'Invalid email or password.')
  await fillLogin(page, { ...person, password })
  await enterCode(page, person.email)
  await expect(page).toHaveURL('/dashboard')
})

test('a session elsewhere is seen, and ended from here', async ({ page, visitor }) => {
  const { person } = await found(page.request)
  const elsewhere = await visitor()
  await signIn(elsewhere.request, person)
  await elsewhere.goto('/profile')
  const cardOn = (at: Page) => at.getByRole('region', { name: 'Where you are signed in' })
  await expect(cardOn(elsewhere).getByRole('listitem')).toHaveCount(2)
  await expect(cardOn(elsewhere).getByText('This one')).toHaveCount(1)
  await expect(cardOn(elsewhere).getByRole('button', { name: 'End all others' })).toBeVisible()
  await page.goto('/profile')
  const card = cardOn(page)
  await expect(card.getByRole('listitem').first()).toContainText(/Chrome on Linux/)
  await card.getByRole('button', { name: 'End this session' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End this session' }).click()
  await expectToast(page, 'The session has ended')
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await expect(card.getByRole('button')).toHaveCount(0)
  // Told by the wire, the other browser leaves by itself.
  await expect(elsewhere).toHaveURL(/\/login/)
})

test('a session ended before its page could hear of it leaves too', async ({ page, visitor }) => {
  const { person } = await found(page.request)
  const elsewhere = await visitor()
  await signIn(elsewhere.request, person)
  let ended = () => {}
  const end = new Promise<void>((resolve) => {
    ended = resolve
  })
  await elsewhere.route('**/api/news', async (route) => {
    await end
    await route.continue()
  })
  const listens = elsewhere.waitForRequest('**/api/news')
  await elsewhere.goto('/profile')
  await listens
  await call(page.request, contract.auth.endOtherSessions)
  ended()
  await expect(elsewhere).toHaveURL(/\/login/)
})

test('Back leads to the previous page', async ({ page }) => {
  await found(page.request)
  await page.goto('/users')
  await page.getByRole('button', { name: /user menu/ }).click()
  await page.getByRole('menuitem', { name: 'My Profile' }).click()
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/users')
})
