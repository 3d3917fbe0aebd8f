import { contract } from '@mshahara/contract'
import { check, open, phone } from './axe.ts'
import { attempt, call } from './calls.ts'
import { mainMenu } from './menu.ts'
import { found, join, newPerson } from './people.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** Departments, designations, work stations and commission rates. */

const { departments, commissionRates } = contract

interface Unit {
  path: string
  calls: typeof contract.departments
  one: string
  many: string
  code: string
  notice: string
  field: string
}
const units: Unit[] = [
  {
    path: '/departments',
    calls: contract.departments,
    one: 'Department',
    many: 'Departments',
    code: 'DEP',
    notice: 'Department',
    field: 'department_id',
  },
  {
    path: '/designations',
    calls: contract.designations,
    one: 'Designation',
    many: 'Designations',
    code: 'DES',
    notice: 'Designation',
    field: 'designation_id',
  },
  {
    path: '/work-stations',
    calls: contract.workStations,
    one: 'Work Station',
    many: 'Work Stations',
    code: 'WS',
    notice: 'Station',
    field: 'work_station_id',
  },
]

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

for (const { path, calls, one, many, code, notice, field } of units) {
  test.describe(many, () => {
    test('from the empty list to the first entry, and its change', async ({ page }) => {
      await found(page.request)
      await page.goto(path)
      await expect(page.getByRole('heading', { name: `${many} Management` })).toBeVisible()
      await expect(page).toHaveTitle(`${many} Management · Mshahara`)
      await expect(page.getByText(`${many} (0)`)).toBeVisible()
      await expect(page.getByText(`No ${many} Found`)).toBeVisible()
      await expect(page.getByText(`Start by adding your first ${one.toLowerCase()}`)).toBeVisible()
      await page
        .getByRole('button', { name: `Add ${one}` })
        .last()
        .click()
      const adding = page.getByRole('dialog', { name: `Add ${one}` })
      const number = adding.getByLabel(`${one} Code`)
      await expect(number).toHaveValue(`${code}-001`)
      await expect(number).not.toBeEditable()
      await expect(adding.getByText('Code is automatically generated')).toBeVisible()
      const input = adding.getByPlaceholder(`Enter ${one.toLowerCase()} name`)
      await expect(input).toBeFocused()
      await adding.getByRole('button', { name: `Save ${one}` }).click()
      await expect(adding.getByText(`${one} Name is required.`)).toBeVisible()
      await input.fill('Head Office')
      await input.press('Enter')
      await expectToast(page, `${notice} created successfully`)
      await expect(adding).toBeHidden()
      await expect(rows(page)).toHaveText(
        new RegExp(`${code}-001.*Head Office.*Not specified`, 's'),
      )
      await expect(page.getByRole('columnheader')).toHaveText([
        'Code',
        'Name',
        'Description',
        'Created',
        'Actions',
      ])

      await page.getByRole('button', { name: 'Edit Head Office' }).click()
      const editing = page.getByRole('dialog', { name: `Edit ${one}` })
      await expect(editing.getByLabel(`${one} Code`)).toHaveValue(`${code}-001`)
      await expect(editing.getByLabel(`${one} Name`)).toHaveValue('Head Office')
      await editing.getByLabel(`${one} Name`).fill('Main Office')
      await editing.getByLabel('Description').fill('Where it all began')
      await editing.getByRole('button', { name: `Update ${one}` }).click()
      await expectToast(page, `${notice} updated successfully`)
      await expect(rows(page)).toContainText('Where it all began')

      // Closing throws away what was typed, and the next number moves on.
      await page.getByRole('button', { name: `Add ${one}` }).click()
      await adding.getByLabel(`${one} Name`).fill('Half a thought')
      await adding.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: `Add ${one}` }).click()
      await expect(adding.getByLabel(`${one} Name`)).toHaveValue('')
      await expect(number).toHaveValue(`${code}-002`)
    })

    test('a taken name is refused in words, and nothing typed is lost', async ({ page }) => {
      await found(page.request)
      await call(page.request, calls.create, { body: { name: 'Nakuru' } })
      await page.goto(`${path}?add=true`)
      const modal = page.getByRole('dialog', { name: `Add ${one}` })
      await modal.getByLabel(`${one} Name`).fill('NAKURU')
      await modal.getByLabel('Description').fill('The second')
      await modal.getByRole('button', { name: `Save ${one}` }).click()
      const sentence = `A ${one.toLowerCase()} with this name already exists.`
      await expectToast(page, sentence)
      await expect(modal.getByText(sentence)).toBeVisible()
      await expect(modal.getByLabel('Description')).toHaveValue('The second')
      await modal.getByLabel(`${one} Name`).fill('Naivasha')
      await modal.getByRole('button', { name: `Save ${one}` }).click()
      await expectToast(page, `${notice} created successfully`)
      await expect(page).toHaveURL(path)
      await expect(rows(page)).toHaveCount(2)
    })

    test('a form elsewhere sends for a new one and gets its id back', async ({ page }) => {
      await found(page.request)
      const next = '/profile?from=form'
      await page.goto('/profile')
      await page.goto(`${path}?add=true&next=${encodeURIComponent(next)}`)
      const modal = page.getByRole('dialog', { name: `Add ${one}` })
      await modal.getByRole('button', { name: 'Cancel' }).click()
      await expect(page).toHaveURL(next)
      await page.goto(`${path}?add=true&next=${encodeURIComponent(next)}`)
      await modal.getByLabel(`${one} Name`).fill('Made on the way')
      await modal.getByRole('button', { name: `Save ${one}` }).click()
      await expectToast(page, `${notice} created successfully`)
      await expect(page).toHaveURL(new RegExp(`/profile\\?from=form&${field}=[0-9a-f-]{36}$`))
      const [made] = await call(page.request, calls.list)
      expect(page.url()).toContain(`${field}=${made?.id}`)
      // Never to another site.
      await page.goto(`${path}?add=true&next=${encodeURIComponent('//evil.test/x')}`)
      await modal.getByRole('button', { name: 'Cancel' }).click()
      await expect(page).toHaveURL(path)
    })
  })
}

test('pages, their sizes and the search', async ({ page }) => {
  await found(page.request)
  for (let number = 1; number <= 33; number++) {
    const description = number === 20 ? 'Only this one bakes' : ''
    const body = { name: `Section ${number}`, description }
    await call(page.request, departments.create, { body })
  }
  await page.goto('/departments')
  await expect(page.getByText('Departments (33)')).toBeVisible()
  await expect(rows(page)).toHaveCount(10)
  const size = pages(page).getByLabel('Rows per page')
  await expect(size.getByRole('option')).toHaveText(['5', '10', '25', '50', '100'])
  await size.selectOption('5')
  await expect(page).toHaveURL('/departments?per_page=5')
  const numbers = pages(page).getByRole('button', { name: /^Page / })
  await expect(numbers).toHaveText(['1', '2', '7'])
  await pages(page).getByRole('button', { name: 'Page 7' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(numbers).toHaveText(['1', '6', '7'])
  await pages(page).getByRole('button', { name: 'Prev' }).click()
  await pages(page).getByRole('button', { name: 'Prev' }).click()
  await expect(numbers).toHaveText(['1', '4', '5', '6', '7'])
  await expect(pages(page).getByRole('button', { name: 'Page 5' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  const search = page.getByRole('searchbox', { name: 'Search department' })
  await search.fill('BAKES')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toHaveText(/DEP-020.*Section 20/s)
  await search.fill('dep-03')
  await expect(rows(page)).toHaveCount(4)
  await search.fill('nothing like it')
  await expect(page.getByText('No Departments Found')).toBeVisible()
  await expect(page.getByText('No departments match your search criteria')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Department' })).toHaveCount(1)
})

test('Back leads to where one came from', async ({ page }) => {
  await found(page.request)
  await page.goto('/profile')
  const menu = mainMenu(page)
  await menu.getByRole('button', { name: 'Organization' }).click()
  await menu.getByRole('link', { name: 'Work Stations' }).click()
  await expect(page).toHaveURL('/work-stations')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/profile')
})

test('somebody else takes the previewed code: both are saved', async ({ page, visitor }) => {
  await found(page.request)
  const other = await visitor()
  await join(page.request, other.request, 'finance')
  await page.goto('/departments?add=true')
  const modal = page.getByRole('dialog', { name: 'Add Department' })
  await expect(modal.getByLabel('Department Code')).toHaveValue('DEP-001')
  await call(other.request, departments.create, { body: { name: 'Quicker' } })
  await modal.getByLabel('Department Name').fill('Slower')
  await modal.getByRole('button', { name: 'Save Department' }).click()
  await expectToast(page, 'Department created successfully')
  await expect(rows(page)).toHaveText([/DEP-001.*Quicker/s, /DEP-002.*Slower/s])
})

test.describe('commission rates', () => {
  test('from the empty list to the first entry, and its change', async ({ page }) => {
    await found(page.request)
    await page.goto('/commission-rates')
    await expect(page.getByText('Commission Rates (0)')).toBeVisible()
    await expect(page.getByText('No Commission Rates Found')).toBeVisible()
    await expect(page.getByText('Start by adding your first commission rate')).toBeVisible()
    await page.getByRole('button', { name: 'Add Commission Rate' }).last().click()
    const modal = page.getByRole('dialog', { name: 'Add Commission Rate' })
    const hint = 'This is the name that will be displayed in the payslip'
    await expect(modal.getByText(hint)).toBeVisible()
    const save = modal.getByRole('button', { name: 'Save Commission Rate' })
    await save.click()
    await expect(modal.getByText('Commission Rate Name is required.')).toBeVisible()
    await expect(modal.getByText('From Amount is required.')).toBeVisible()
    await modal.getByLabel('Commission Rate Name').fill('Wholesale')
    await modal.getByPlaceholder('Enter amount threshold').fill('250000.5')
    await modal.getByPlaceholder('Enter rate percentage (0-100)').fill('101')
    await expect(modal.getByLabel('From Amount')).toHaveValue('250,000.50')
    await save.click()
    await expect(modal.getByText('Rate can be at most 100%.')).toBeVisible()
    await modal.getByLabel('Rate (%)').fill('2.5')
    await save.click()
    await expectToast(page, 'Commission Rate created successfully')
    await expect(page.getByRole('columnheader')).toHaveText([
      'Name',
      'Name(In Payslip)',
      'From Amount',
      'Rate',
      'Description',
      'Created',
      'Actions',
    ])
    const cells = rows(page).getByRole('cell')
    await expect(cells.nth(0)).toHaveText('Wholesale')
    await expect(cells.nth(1)).toHaveText('Wholesale')
    await expect(cells.nth(2)).toHaveText('Ksh 250,000.50')
    await expect(cells.nth(3)).toHaveText('2.5%')
    await expect(cells.nth(4)).toHaveText('Not specified')

    await page.getByRole('button', { name: 'Edit Wholesale' }).click()
    const editing = page.getByRole('dialog', { name: 'Edit Commission Rate' })
    await expect(editing.getByLabel('Rate (%)')).toHaveValue('2.5')
    await editing.getByLabel('Display Name').fill('Sales commission')
    await editing.getByLabel('Description').fill('For whole crates')
    await editing.getByRole('button', { name: 'Update Commission Rate' }).click()
    await expectToast(page, 'Commission Rate updated successfully')
    await expect(cells.nth(1)).toHaveText('Sales commission')
    await expect(cells.nth(4)).toHaveText('For whole crates')
    await page.goto('/commission-rates?add')
    await expect(modal).toBeVisible()
    await modal.getByLabel('Commission Rate Name').fill('wholesale')
    await modal.getByLabel('From Amount').fill('1')
    await modal.getByLabel('Rate (%)').fill('1')
    await save.click()
    await expectToast(page, 'A commission rate with this name already exists.')
    await modal.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL('/commission-rates')
  })
})

test.describe('who sees what', () => {
  test('finance adds and edits; admin and user look', async ({ page, visitor }) => {
    test.slow()
    await found(page.request)
    for (const { calls } of units)
      await call(page.request, calls.create, { body: { name: 'Here' } })
    const rate = { name: 'Here', amount: 1, rate: 1 }
    await call(page.request, commissionRates.create, { body: rate })
    const lists = [...units.map(({ path }) => path), '/commission-rates']
    for (const role of ['finance', 'admin', 'user'] as const) {
      const other = await visitor()
      await join(page.request, other.request, role, newPerson(role, 'Person'))
      const may = role === 'finance' ? 1 : 0
      for (const path of role === 'user' ? lists.slice(0, 3) : lists) {
        await other.goto(`${path}?add=true`)
        await expect(rows(other).filter({ hasText: 'Here' })).toHaveCount(1)
        await expect(other.getByRole('button', { name: 'Edit Here' })).toHaveCount(may)
        await expect(other.getByRole('columnheader', { name: 'Actions' })).toHaveCount(may)
        await expect(other.getByRole('button', { name: /^Add / })).toHaveCount(may)
        await expect(other.getByRole('dialog')).toHaveCount(may)
      }
      const body = { name: `By ${role}` }
      const direct = await attempt(other.request, departments.create, { body })
      expect(direct.status()).toBe(may ? 201 : 403)
    }
  })

  test('a user has no way to the commission rates', async ({ page, visitor }) => {
    const owner = await visitor()
    await found(owner.request)
    await join(owner.request, page.request, 'user')
    await page.goto('/commission-rates')
    await expectToast(page, 'You do not have permission to access this page.')
    await expect(page).toHaveURL('/dashboard')
  })
})

test('on a phone, and for people with impaired sight', async ({ page }) => {
  test.slow()
  await found(page.request)
  await open(page, '/departments')
  await check(page, '/departments, empty')
  const long = 'Wholesale-and-Retail-Distribution-of-Everything '.repeat(2)
  const body = { name: long, description: long.repeat(4) }
  await call(page.request, departments.create, { body })
  const rate = { name: long, amount: 999_999_999.99, rate: 33.33, description: long }
  await call(page.request, commissionRates.create, { body: rate })
  for (const path of ['/departments', '/commission-rates']) {
    await open(page, path)
    await check(page, path)
    await page.setViewportSize(phone)
    // The table turns into cards a moment after the window has changed.
    const wider = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    await expect.poll(wider, path).toBe(0)
    await open(page, `${path}?add=true`)
    await page.getByRole('button', { name: /^Save / }).click()
    await expect(page.getByText(/Name is required\.$/).first()).toBeVisible()
    await check(page, `${path}, adding`)
  }
})
