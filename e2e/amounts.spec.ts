import { contract } from '@mshahara/contract'
import { call } from './calls.ts'
import { found } from './people.ts'
import { addEmployee } from './staff.ts'
import { expect, expectToast, type Locator, type Page, test } from './test.ts'

/** Amounts as people write them, in every field that takes one (B27). */

const typed = [['Ksh 12,500', '12,500']] as const
const pasted = [
  ['KES 1,234,567.89', '1,234,567.89'],
  ['80000.00', '80,000'],
] as const
// Further spellings are in the table of the reader itself, amounts.test.ts.
const refused = ['12.500,00'] as const
const hint = /^Please write it like .* with /
const belowZero = /cannot be negative\.$/

interface Form {
  path: (employee: string) => string
  /** What leads from the page to the form. */
  through?: readonly ['tab' | 'button', string][]
  fields: readonly string[]
}

const inTab = (tab: string, button: string): Form => ({
  path: (id) => `/employee/${id}`,
  through: [
    ['tab', tab],
    ['button', button],
  ],
  fields: ['Amount'],
})

const forms: Form[] = [
  inTab('Allowances', 'Add Allowance'),
  inTab('Recurrent Incomes', 'Add Recurrent Income'),
  inTab('Recurrent Deductions', 'Add Recurrent Deduction'),
  inTab('Commission / Revenues', 'Add Revenue'),
  { path: () => '/add-employee', fields: ['Salary'] },
  { path: (id) => `/edit-employee/${id}`, fields: ['Salary'] },
  { path: () => '/commission-rates?add', fields: ['From Amount', 'Rate (%)'] },
  { path: () => '/calculator', fields: ['Gross Income'] },
]

async function openForm(page: Page, { path, through = [] }: Form, employee: string) {
  await page.goto(path(employee))
  for (const [role, name] of through) await page.getByRole(role, { name, exact: true }).click()
  const fields = page.locator('input[data-figure]')
  await expect(fields.first()).toBeVisible()
  return fields
}

async function paste(page: Page, field: Locator, text: string) {
  await page.evaluate((given) => navigator.clipboard.writeText(given), text)
  await field.selectText()
  await field.press('ControlOrMeta+v')
}

test('typed and pasted, with groups and currency, in each form', async ({ page, context }) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await found(page.request)
  const { id } = await addEmployee(page.request)
  for (const form of forms) {
    const fields = await openForm(page, form, id)
    const labels = fields.evaluateAll((all) =>
      all.map((one) => (one as HTMLInputElement).labels?.[0]?.textContent?.trim()),
    )
    expect(await labels, form.path('id')).toEqual(form.fields)
    for (const field of await fields.all()) {
      for (const [text, shown] of typed) {
        await field.selectText()
        await field.pressSequentially(text)
        await expect(field).toHaveValue(text)
        await field.blur()
        await expect(field).toHaveValue(shown)
      }
      for (const [text, shown] of pasted) {
        await paste(page, field, text)
        await field.blur()
        await expect(field).toHaveValue(shown)
      }
      for (const text of refused) {
        await paste(page, field, text)
        await field.blur()
        await expect(field).toHaveValue(text)
        await expect(page.getByText(hint)).toBeVisible()
      }
      await field.fill('-5')
      await field.blur()
      await expect(field, form.path('id')).toHaveValue('-5')
      const isAmount = (await field.getAttribute('data-amount')) !== null
      await expect(page.getByText(belowZero)).toHaveCount(isAmount ? 1 : 0)
      await field.fill('10')
      await expect(page.getByText(hint)).toBeHidden()
      await expect(page.getByText(belowZero)).toBeHidden()
    }
  }
})

test('what was typed is what is saved', async ({ page }) => {
  await found(page.request)
  const { id } = await addEmployee(page.request)
  const [allowance] = forms as [Form]
  const amount = (await openForm(page, allowance, id)).first()
  const modal = page.getByRole('dialog', { name: 'Add Allowance' })
  await modal.getByLabel('Allowance Name').fill('Risk')
  const add = modal.getByRole('button', { name: 'Add', exact: true })
  await amount.pressSequentially('12.500,00')
  await amount.press('Enter')
  await expect(modal.getByText(hint)).toBeVisible()
  await amount.fill('')
  await amount.pressSequentially('Ksh 12,500')
  await add.click()
  await expectToast(page, 'Allowance created successfully')
  const saved = await call(page.request, contract.allowances.list, { params: { id } })
  expect(saved.map((one) => one.amount)).toEqual([12_500])
  await page.goto('/calculator')
  await page.getByLabel('Gross Income').fill('80000.00')
  await expect(page.getByRole('table', { name: 'Result' })).toContainText('80,000.00')
})

test('an amount far from the usual is asked about once', async ({ page }) => {
  await found(page.request)
  const { id } = await addEmployee(page.request, { salary: 85_000 })
  await page.goto(`/edit-employee/${id}`)
  const salary = page.getByLabel('Salary', { exact: true })
  const question = page.getByRole('dialog', { name: 'Is this amount right?' })
  const submit = page.getByRole('button', { name: 'Submit' })
  await salary.fill('85')
  await submit.click()
  await expect(question).toContainText('Ksh 85.00 is far from Ksh 85,000.00, the amount so far.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(salary).toHaveValue('85')
  await salary.fill('95,000')
  await submit.click()
  await expectToast(page, 'Employee updated successfully')
  await page.getByRole('tab', { name: 'Recurrent Incomes' }).click()
  await page.getByRole('button', { name: 'Add Recurrent Income' }).click()
  const modal = page.getByRole('dialog', { name: 'Add Recurrent Income' })
  await modal.getByLabel('Income Name').fill('Bonus')
  await modal.getByLabel('Amount').fill('1,000,000')
  await modal.getByRole('textbox', { name: 'From Date' }).fill('1 March, 2026')
  await modal.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(question).toContainText(
    "Ksh 1,000,000.00 is far from Ksh 95,000.00, this person's salary.",
  )
  // Refused for another reason, the same amount is not asked about again.
  await page.route('**/api/recur-income', (route) =>
    route.fulfill({ status: 422, json: { message: 'Not today.' } }),
  )
  await question.getByRole('button', { name: 'Yes, save' }).click()
  await expectToast(page, 'Not today.')
  await page.unroute('**/api/recur-income')
  await modal.getByRole('button', { name: 'Add', exact: true }).click()
  await expectToast(page, 'Income created successfully')
})
