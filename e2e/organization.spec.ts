import { contract } from '@mshahara/contract'
import { check, open, phone } from './axe.ts'
import { attempt, call } from './calls.ts'
import { found, join, newPerson } from './people.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** One's own organisation: its details, its form and its logo. */

const fact = (page: Page, term: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .locator('dd')
const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true })
const modal = (page: Page) => page.getByRole('dialog', { name: 'Edit Organization' })

/** A single black pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('the details of a new organisation, in words where there is nothing yet', async ({ page }) => {
  const { organization } = await found(page.request, 'Mawingu Dairies Ltd')
  await page.goto('/organization')
  await expect(page).toHaveTitle('Organization Info · Mshahara')
  await expect(page.getByRole('heading', { name: 'Mawingu Dairies Ltd' })).toBeVisible()
  await expect(fact(page, 'Address')).toHaveText('Kenyatta Avenue, Nakuru')
  await expect(fact(page, 'Website')).toHaveText('Not specified')
  await expect(fact(page, 'PIN No.')).toHaveText(organization.pin_no)
  await expect(fact(page, 'SHIF No.')).toHaveText('Not specified')
  await expect(fact(page, 'NSSF No.')).toHaveText('Not specified')
  for (const term of ['Bank Name', 'Branch Name', 'Account Number', 'Bank Code', 'Branch Code']) {
    await expect(fact(page, term)).toHaveText('Not specified')
  }
  for (const term of ['PAYE', 'SHIF', 'NSSF', 'Housing Levy', 'NITA']) {
    await expect(fact(page, term)).toHaveText('On')
  }
  await expect(fact(page, 'Saturday')).toHaveText('Off')
  await expect(fact(page, 'Package')).toHaveText('Trial')
  await expect(fact(page, 'Employees')).toHaveText('Unlimited')
  await expect(fact(page, 'Price')).toHaveText('Ksh 0.00/month')
  await expect(fact(page, 'Period')).toHaveText(/^\d\d \w+, \d{4} - \d\d \w+, \d{4}$/)
  await expect(page.getByText('Allowed: JPEG, JPG, PNG (Max: 2MB)')).toBeVisible()
})

test('editing all of it, with bank and branch from the lists', async ({ page }) => {
  await found(page.request)
  await page.goto('/organization')
  await edit(page).click()
  const form = modal(page)
  for (const section of ['Basic Information', 'Registration', 'Banking', 'Deductions']) {
    await expect(form.getByRole('heading', { name: section })).toBeVisible()
  }
  await form.getByLabel('Organization Name').fill('Umoja Foods Ltd')
  await form.getByLabel('Employee Prefix').fill('uf')
  await expect(form.getByText('Existing numbers stay as they are.')).toBeVisible()
  await form.getByLabel('Phone').fill('020 234 5678')
  await form.getByLabel('Website').fill('umoja')
  await form.getByLabel('NSSF No.').fill('0123456')
  const bank = form.getByRole('combobox', { name: 'Bank Name' })
  const branch = form.getByRole('combobox', { name: 'Branch Name' })
  await expect(bank).toHaveAttribute('placeholder', 'Type to search...')
  await bank.fill('kenya comm')
  await page.getByRole('option', { name: 'KCB Bank Kenya' }).click()
  await expect(form.getByText('Bank code 01')).toBeVisible()
  await branch.fill('eastl')
  await page.getByRole('option', { name: 'Eastleigh', exact: true }).click()
  await expect(form.getByText('Branch code 091')).toBeVisible()
  await form.getByLabel('Account Number').fill('1102938475')
  await form.getByRole('switch', { name: 'Saturday is a working day' }).click()
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByText('Please enter a full web address')).toBeVisible()
  await form.getByLabel('Website').fill('https://umoja.test')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Organization updated successfully')
  await expect(form).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Umoja Foods Ltd' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Umoja Foods Ltd')
  await expect(fact(page, 'Employee Prefix')).toHaveText('UF')
  await expect(fact(page, 'Phone')).toHaveText('0202345678')
  await expect(fact(page, 'Bank Code')).toHaveText('01')
  await expect(fact(page, 'Branch Code')).toHaveText('091')
  await expect(fact(page, 'Saturday')).toHaveText('On')

  await edit(page).click()
  // Banks are picked: one that is not in the list is no choice.
  await bank.fill('Our Village Bank')
  await expect(page.getByText('No bank of this name')).toBeVisible()
  await branch.click()
  await expect(bank).toHaveValue('KCB Bank Kenya')
  await bank.fill('63')
  await page.getByRole('option', { name: 'Diamond Trust Bank Kenya' }).click()
  await expect(branch).toHaveValue('')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(fact(page, 'Bank Name')).toHaveText('Diamond Trust Bank Kenya')
  await expect(fact(page, 'Bank Code')).toHaveText('63')
})

test('a deduction turned off says what it will do before it is saved', async ({ page }) => {
  await found(page.request)
  await page.goto('/organization')
  await edit(page).click()
  const form = modal(page)
  const effect = form.getByText(
    'From the next payroll run no PAYE is deducted for anybody in this organization. ' +
      'Confirmed payrolls stay as they are.',
  )
  const labels = ['PAYE', 'NHIF', 'NSSF', 'Housing Levy', 'NITA'].map((word) => `Deduct ${word}`)
  for (const name of labels) await expect(form.getByRole('switch', { name })).toBeChecked()
  const paye = form.getByRole('switch', { name: 'Deduct PAYE' })
  await paye.click()
  await expect(effect).toBeVisible()
  await paye.click()
  await expect(effect).toBeHidden()
  await paye.click()
  await form.getByRole('button', { name: 'Cancel' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(fact(page, 'PAYE')).toHaveText('On')
  await edit(page).click()
  await expect(paye).toBeChecked()
  await paye.click()
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Organization updated successfully')
  await expect(fact(page, 'PAYE')).toHaveText('Off')
  await edit(page).click()
  await paye.click()
  await expect(
    form.getByText(/PAYE is deducted from everyone who has it switched on/),
  ).toBeVisible()
})

test('a logo is shown here and in the sidebar; anything else is refused', async ({ page }) => {
  await found(page.request)
  await page.goto('/organization')
  const home = page.getByRole('complementary').getByRole('link', { name: 'Mshahara, home' })
  await expect(home.locator('svg')).toBeVisible()
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload Logo' }).click()
    await (await chooser).setFiles({ name, mimeType, buffer })
  }
  await choose('notes.pdf', 'application/pdf', Buffer.from('%PDF-1.4'))
  await expectToast(page, 'Please choose a file: JPEG, JPG, PNG (Max: 2MB).')
  await choose('huge.png', 'image/png', Buffer.alloc(2 * 1024 * 1024 + 1))
  await expectToast(page, 'The file is too large: JPEG, JPG, PNG (Max: 2MB).')
  await choose('liar.png', 'image/png', Buffer.from('<html>'))
  await expectToast(page, 'Please choose a JPEG or PNG picture.')
  await expect(home.locator('svg')).toBeVisible()
  await choose('logo.png', 'image/png', png)
  await expectToast(page, 'Logo updated successfully')
  await expect(home.locator('img')).toHaveAttribute('src', /^\/storage\/organization\/.+\.webp$/)
  const shown = page.getByRole('img', { name: 'Logo' })
  await expect(shown).toBeVisible()
  const width = await shown.evaluate((img: HTMLImageElement) => img.naturalWidth)
  expect(width).toBe(1)
})

test('whoever may not edit can only look, and a stranger finds nothing', async ({
  page,
  visitor,
}) => {
  test.slow()
  const { organization } = await found(page.request, 'Kahawa Growers Ltd')
  const { get, update } = contract.organizations
  const params = { id: organization.id }
  for (const role of ['admin', 'finance', 'user'] as const) {
    const other = await visitor()
    await join(page.request, other.request, role, newPerson(role, 'Person'))
    await other.goto('/organization')
    await expect(other.getByRole('heading', { name: 'Kahawa Growers Ltd' })).toBeVisible()
    await expect(other.getByRole('button', { name: 'Back' })).toBeVisible()
    await expect(other.getByRole('button', { name: 'Upload Logo' })).toBeHidden()
    await expect(edit(other)).toBeHidden()
    await expect(other.getByText(/^Allowed:/)).toBeHidden()
    const switched = await attempt(other.request, update, { params, body: { paye: false } })
    expect(switched.status()).toBe(403)
  }
  const abroad = await visitor()
  await found(abroad.request)
  const renamed = await attempt(abroad.request, update, { params, body: { name: 'Mine' } })
  expect(renamed.status()).toBe(404)
  const { name } = await call(page.request, get)
  expect(name).toBe('Kahawa Growers Ltd')
})

test('on a phone, and for people with impaired sight', async ({ page }) => {
  test.slow()
  await found(page.request)
  await open(page, '/organization')
  await check(page, '/organization')
  await page.setViewportSize(phone)
  const wider = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(wider).toBe(0)
  await edit(page).click()
  // However tall the form, its buttons stay in sight.
  const save = modal(page).getByRole('button', { name: 'Save Changes' })
  await expect(save).toBeInViewport({ ratio: 1 })
  await modal(page).getByRole('switch', { name: 'Deduct NITA' }).click()
  await modal(page).getByLabel('Organization Name').fill('')
  await save.click()
  await expect(modal(page).getByText('Name is required.')).toBeVisible()
  await check(page, 'edit organization')
})
