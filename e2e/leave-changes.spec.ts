import { contract } from '@mshahara/contract'
import { monthNames } from '@mshahara/contract/months'
import { open } from './axe.ts'
import { call } from './calls.ts'
import { found } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** What staff see before leave is counted anew, and before a leaver is paid beyond the year. */

const { leaveTypes, leaveRequests, leaveBalances, leaveSettings, employees } = contract

const inNairobi = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' })
const today = inNairobi.format(new Date())
const year = Number(today.slice(0, 4))
/** A Wednesday of February of the next year: no holiday is near it. */
const wednesday = Array.from({ length: 7 }, (_, at) => `${year + 1}-02-${10 + at}`).find(
  (day) => new Date(day).getUTCDay() === 3,
) as string
const typed = (day: string) => day.split('-').reverse().join('/')

/** Nobody else could decide it here, so that it would wait. */
async function withoutApproval(page: Page, name: string) {
  const types = await call(page.request, leaveTypes.list)
  const type = types.find((one) => one.name === name) as (typeof types)[number]
  const body = { ...type, requires_approval: false }
  await call(page.request, leaveTypes.update, { params: { id: type.id }, body })
  return type.id
}

test('a holiday says whose leave it counts anew, when it is added and when it goes', async ({
  page,
}) => {
  await found(page.request)
  const { id } = await addEmployee(page.request, { ...complete, first_name: 'Akinyi' })
  const unpaid = await withoutApproval(page, 'Unpaid Leave')
  const days = {
    start_date: wednesday,
    end_date: `${wednesday.slice(0, 8)}${Number(wednesday.slice(8)) + 1}`,
  }
  await call(page.request, leaveRequests.create, {
    body: { employee_id: id, leave_type_id: unpaid, ...days },
  })
  await open(page, '/leave-holidays')
  await page.getByRole('button', { name: 'Add Public Holiday' }).click()
  const form = page.getByRole('dialog', { name: 'Add Public Holiday' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Day of mourning')
  await form.getByRole('textbox', { name: 'Date' }).fill(typed(wednesday))
  await form.getByRole('textbox', { name: 'Date' }).press('Tab')
  await expect(form.getByText('1 leave is recounted')).toBeVisible()
  await expect(form.getByText('2 days become 1 day')).toBeVisible()
  await form.getByRole('button', { name: 'Save Public Holiday' }).click()
  await expectToast(page, 'Public holiday created successfully')
  await page.getByLabel('Search public holiday').fill('mourning')
  await page.getByRole('button', { name: 'Delete Day of mourning' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete Public holiday' })
  await expect(asked.getByText('1 day becomes 2 days')).toBeVisible()
  await asked.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('No Public Holidays Found')).toBeVisible()
})

test('other working days say whose leave they count anew before they are saved', async ({
  page,
}) => {
  await found(page.request)
  const { id } = await addEmployee(page.request, { ...complete, first_name: 'Chebet' })
  const unpaid = await withoutApproval(page, 'Unpaid Leave')
  // Wednesday to the next Monday: a Saturday more.
  const until = `${wednesday.slice(0, 8)}${Number(wednesday.slice(8)) + 5}`
  const days = { start_date: wednesday, end_date: until }
  await call(page.request, leaveRequests.create, {
    body: { employee_id: id, leave_type_id: unpaid, ...days },
  })
  await open(page, '/organization')
  const change = async () => {
    await page.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Edit Organization' })
    await form.getByRole('switch', { name: 'Saturday is a working day' }).click()
    await form.getByRole('button', { name: 'Save Changes' }).click()
    return form
  }
  const form = await change()
  const asked = page.getByRole('dialog', { name: 'Change Working Days' })
  await expect(asked.getByText('Chebet')).toContainText('4 days become 5 days')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await asked.getByRole('button', { name: 'Change', exact: true }).click()
  await expectToast(page, 'Organization updated successfully')
})

test('leave pay beyond what was earned is ticked for each person', async ({ page }) => {
  await found(page.request)
  const { id } = await addEmployee(page.request, { ...complete, first_name: 'Barasa' })
  const settings = await call(page.request, leaveSettings.get)
  await call(page.request, leaveSettings.change, { body: { ...settings, pay_leavers: true } })
  const types = await call(page.request, leaveTypes.list)
  const annual = types.find(({ name }) => name === 'Annual Leave')?.id ?? ''
  await call(page.request, leaveBalances.create, {
    body: { employee_id: id, leave_type_id: annual, year, entitled_days: 40 },
  })
  await call(page.request, employees.status, {
    params: { id },
    body: { status: 'terminated', termination_date: today },
  })
  const month = monthNames[Number(today.slice(5, 7)) - 1] as (typeof monthNames)[number]
  const run = await runMonth(page.request, month, year, false)
  await open(page, `/payroll/${run.id}`)
  await expect(page.getByText('asked when confirming')).toBeVisible()
  await page.getByRole('button', { name: 'Actualize Payroll' }).click()
  const asked = page.getByRole('dialog', { name: 'Confirm Payroll' })
  const tick = asked.getByRole('checkbox', { name: /^Barasa/ })
  await expect(asked.getByText(/days of Annual Leave \d+, Ksh [\d,.]+$/)).toBeVisible()
  await expect(tick).not.toBeChecked()
  await expect(asked.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await tick.check()
  await asked.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'Payroll confirmed successfully')
})
