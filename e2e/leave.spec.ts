import { contract } from '@mshahara/contract'
import { monthNames } from '@mshahara/contract/months'
import sharp from 'sharp'
import { check, open, phone } from './axe.ts'
import { call } from './calls.ts'
import { found, join, newPerson, signInFirst } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** Leave from the phone that asks for it to the payslip that shows it. */

const { departments, leaveApprovers, leaveTypes, leaveRequests } = contract

const inNairobi = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' })
const month = inNairobi.format(new Date()).slice(0, 7)
/** A working day of this month that is no holiday. */
const workday = ['02', '03', '04', '05', '06', '07', '08', '09', '10', '11']
  .map((day) => `${month}-${day}`)
  .find((day) => ![0, 6].includes(new Date(day).getUTCDay())) as string
const asTyped = workday.split('-').reverse().join('/')

async function office(page: Page) {
  await found(page.request)
  const unit = await call(page.request, departments.create, { body: { name: 'Sales' } })
  const own = { ...newPerson('Chebet', 'Kiprono'), id_number: `4${Date.now()}`.slice(0, 8) }
  const { password: _, ...contact } = own
  const employee = await addEmployee(page.request, {
    ...{ ...contact, ...complete, salary: 60_000, department_id: unit.id },
  })
  // Their day may be some weeks ago.
  const types = await call(page.request, leaveTypes.list)
  const unpaid = types.find(({ name }) => name === 'Unpaid Leave') as (typeof types)[number]
  await call(page.request, leaveTypes.update, {
    params: { id: unpaid.id },
    body: { ...unpaid, backdate_days: 31 },
  })
  return { own, employee, department_id: unit.id }
}

/** As large as a phone takes it. */
const photo = async () => {
  const size = { width: 3000, height: 2200 }
  const noise = {
    ...size,
    channels: 3 as const,
    noise: { type: 'gaussian' as const, mean: 128, sigma: 40 },
  }
  return sharp({ create: { ...noise, background: '#fff' } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

test('asked for on a phone, approved on two levels, seen in the calendar and in pay', async ({
  page,
  visitor,
}) => {
  test.slow()
  const { own } = await office(page)
  const third = await visitor()
  const first = await visitor()
  const teamLead = await join(page.request, third.request, 'user', newPerson('Otieno', 'Okello'))
  const manager = await join(page.request, first.request, 'admin', newPerson('Asha', 'Mohamed'))
  const appoint = (user_id: string, level: number) =>
    call(page.request, leaveApprovers.create, { body: { user_id, level } })
  await appoint(teamLead.id, 3)
  await appoint(manager.id, 1)

  const mine = await visitor()
  await signInFirst(mine.request, own)
  await mine.setViewportSize(phone)
  await open(mine, '/my-leaves')
  // Every type there is a right to, before anything was asked for.
  await expect(mine.getByRole('region', { name: 'Sick Leave' })).toContainText('14 days')
  await mine.getByRole('button', { name: 'New Leave Request' }).first().click()
  const form = mine.getByRole('dialog', { name: 'New Leave Request' })
  await form.getByRole('combobox', { name: 'Leave Type' }).click()
  await mine.getByRole('option', { name: 'Unpaid Leave' }).click()
  await form.getByRole('textbox', { name: 'Start Date' }).fill(asTyped)
  await form.getByRole('textbox', { name: 'Start Date' }).press('Tab')
  await form.getByRole('textbox', { name: 'End Date' }).fill(asTyped)
  await form.getByRole('textbox', { name: 'End Date' }).press('Tab')
  await expect(form.getByLabel('Days', { exact: true })).toHaveValue('1')
  await form.getByText('How the days are counted').click()
  await expect(form.getByText('counts', { exact: true })).toBeVisible()
  await form.getByLabel('Reason').fill('Child in hospital')
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'note.jpg', mimeType: 'image/jpeg', buffer: await photo() })
  await expect(form.getByText('note.jpg')).toBeVisible()
  await check(mine, 'new leave request', [phone])
  await mine.setViewportSize(phone)
  await form.getByRole('button', { name: 'Submit' }).click()
  await expectToast(mine, 'Leave request created successfully')
  await check(mine, '/my-leaves')

  // The team lead decides without a mouse.
  await open(third, '/leave-approvals')
  const ask = third.getByRole('button', { name: /^Approve the leave request/ })
  await expect(ask).toBeVisible()
  await check(third, '/leave-approvals')
  await ask.focus()
  await third.keyboard.press('Enter')
  await expect(third.getByLabel('Comments (Optional)')).toBeFocused()
  await third.keyboard.type('Fine with me')
  await third.keyboard.press('Tab')
  await third.keyboard.press('Tab')
  await third.keyboard.press('Enter')
  await expectToast(third, 'Leave request approved successfully')
  await expect(third.getByText('No Pending Approvals')).toBeVisible()

  await open(first, '/leave-requests')
  await first.getByRole('button', { name: /^View the leave request/ }).click()
  const details = first.getByRole('dialog', { name: 'Leave Request Details' })
  await expect(details.getByText('Fine with me')).toBeVisible()
  await expect(details.getByRole('link', { name: 'View Attachment' })).toBeVisible()
  await details.getByRole('button', { name: 'Approve' }).click()
  await first
    .getByRole('dialog', { name: 'Approve Leave Request' })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expectToast(first, 'Leave request approved successfully')

  await open(page, '/leave-calendar')
  const table = page.getByRole('table', { name: 'Who is away' })
  await expect(table.getByRole('img', { name: /^Unpaid Leave/ })).toHaveCount(1)
  await check(page, '/leave-calendar')
  await open(mine, '/team-calendar')
  await expect(mine.getByRole('table', { name: 'Who is away' })).toBeVisible()
  await check(mine, '/team-calendar')

  const year = Number(month.slice(0, 4))
  const name = new Date(`${month}-01`).toLocaleString('en', { month: 'long', timeZone: 'UTC' })
  const run = await runMonth(page.request, name as 'March', year, false)
  await open(page, `/payroll/${run.id}`)
  await page.getByTitle('How this Unpaid Leave was worked out').first().click()
  const working = page.getByRole('dialog', { name: /How the pay of/ })
  await expect(working.getByText('Unpaid Leave (1 day)')).toBeVisible()
  await expect(working.getByText(/1 calendar day unpaid/)).toBeVisible()
})

test('a link in an e-mail leads through the sign-in to the request', async ({ page, visitor }) => {
  const { own } = await office(page)
  const boss = await visitor()
  const lead = await join(page.request, boss.request, 'user')
  await call(page.request, leaveApprovers.create, { body: { user_id: lead.id, level: 2 } })
  const mine = await visitor()
  await signInFirst(mine.request, own)
  const types = await call(mine.request, leaveTypes.list)
  const leave_type_id = types.find(({ name }) => name === 'Unpaid Leave')?.id ?? ''
  await call(mine.request, leaveRequests.create, {
    body: { leave_type_id, start_date: workday, end_date: workday },
  })
  const mails = await (
    await boss.request.get('/dev/mail.json', { params: { to: lead.email } })
  ).json()
  const letter = mails.find(({ subject }: { subject: string }) =>
    subject.includes('waiting for you'),
  )
  const path = /(\/leave-approvals\?link=[\w-]+)/.exec(letter.text)?.[1] ?? ''
  const nobody = await visitor()
  await nobody.goto(path)
  await expect(nobody).toHaveURL(/login/)
  await boss.goto(path)
  const dialog = boss.getByRole('dialog', { name: 'Leave Request Details' })
  await expect(dialog.getByText('Chebet')).toBeVisible()
  await check(boss, 'leave request from an e-mail')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expectToast(boss, 'Leave request approved successfully')
  await boss.goto(path)
  await expect(boss.getByText('This link cannot be used')).toBeVisible()
})

test('staff: types, balances with their entries, approvers, holidays, analytics', async ({
  page,
}) => {
  test.slow()
  const { employee } = await office(page)
  await open(page, '/leave-types')
  await page.getByRole('button', { name: 'Add Leave Type' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Name is required.').first()).toBeVisible()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Birthday')
  await check(page, 'add leave type')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Leave type created successfully')
  await page.getByRole('button', { name: 'Delete Birthday' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'Leave type deleted successfully')
  await check(page, '/leave-types')

  await open(page, '/leave-balances')
  await expect(page.getByText('No Leave Balances Found')).toBeVisible()
  await page.getByRole('button', { name: 'Add Leave Balance' }).first().click()
  await page.getByRole('combobox', { name: 'Employee' }).last().fill('Chebet')
  await page.getByRole('option', { name: /Chebet Kiprono/ }).click()
  await page.getByRole('combobox', { name: 'Leave Type' }).click()
  await page.getByRole('option', { name: 'Sick Leave' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Leave balance created successfully')
  await page.getByRole('button', { name: /^Edit Sick Leave/ }).click()
  await page.getByLabel('Entitled Days').fill('16.5')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('Reason is required.').first()).toBeVisible()
  await page.getByLabel('Reason').fill('Agreed')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expectToast(page, 'Leave balance updated successfully')
  await expect(page.getByText('16.5 days')).toBeVisible()
  await page.getByRole('button', { name: /^Entries of Sick Leave/ }).click()
  const ledger = page.getByRole('dialog', { name: 'Balance and its Entries' })
  await expect(ledger.getByText('Adjustment')).toBeVisible()
  await expect(ledger.getByText('Agreed')).toBeVisible()
  await check(page, 'entries of a balance')
  await page.keyboard.press('Escape')

  await open(page, '/leave-approvers')
  await expect(page.getByText('No Leave Approvers Found')).toBeVisible()
  await page.getByRole('button', { name: 'Add Leave Approver' }).first().click()
  await page.getByRole('combobox', { name: 'User' }).fill('Zawadi')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Level' }).click()
  await page.getByRole('option', { name: 'Level 2 (Third approvers)' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expectToast(page, 'Leave approver created successfully')
  await expect(page.getByRole('heading', { name: 'Level 2: Third approvers (1)' })).toBeVisible()
  await expect(page.getByText('No approvers in this level')).toHaveCount(3)
  await check(page, '/leave-approvers')
  for (const path of ['/leave-requests', '/leave-holidays', '/leave-analytics']) {
    await open(page, path)
    await check(page, path)
  }
  await open(page, `/employee/${employee.id}`)
  await page.getByRole('tab', { name: 'Leave' }).click()
  await expect(
    page.getByRole('region', { name: 'Sick Leave' }).getByText('16.5').first(),
  ).toBeVisible()
  await check(page, "the employee's leave")
})

test('what a last pay cannot bear of unpaid leave is a claim, closed with a reason', async ({
  page,
}) => {
  const { employee } = await office(page)
  const [year = 0, number = 1] = month.split('-').map(Number)
  const named = monthNames[number - 1] as (typeof monthNames)[number]
  const next = number === 12 ? 1 : number + 1
  const nextYear = number === 12 ? year + 1 : year
  await runMonth(page.request, named, year)
  const types = await call(page.request, leaveTypes.list)
  const asked = await call(page.request, leaveRequests.create, {
    body: {
      employee_id: employee.id,
      leave_type_id: types.find(({ name }) => name === 'Unpaid Leave')?.id ?? '',
      start_date: `${month}-03`,
      end_date: `${month}-28`,
    },
  })
  await call(page.request, leaveRequests.approve, { params: { id: asked.id }, body: {} })
  await call(page.request, contract.employees.status, {
    params: { id: employee.id },
    body: {
      status: 'terminated',
      termination_date: `${nextYear}-${String(next).padStart(2, '0')}-10`,
    },
  })
  await runMonth(page.request, monthNames[next - 1] as (typeof monthNames)[number], nextYear)

  await open(page, `/employee/${employee.id}`)
  await page.getByRole('tab', { name: 'Leave' }).click()
  const claims = page.getByRole('table', { name: 'Claims for Unpaid Leave' })
  await expect(claims.getByText('Open')).toBeVisible()
  await check(page, 'claims for unpaid leave')
  await page.getByRole('button', { name: `Close Claim for ${named} ${year}` }).click()
  const form = page.getByRole('dialog', { name: 'Close Claim' })
  await form.getByRole('button', { name: 'Close Claim' }).click()
  await expect(form.getByText('Reason is required.')).toBeVisible()
  await check(page, 'closing a claim', [phone])
  await form.getByLabel('Waived: it will not be collected').check()
  await form.getByLabel('Reason').fill('Not worth a letter')
  await form.getByRole('button', { name: 'Close Claim' }).click()
  await expectToast(page, 'Claim closed successfully')
  await expect(claims.getByText('Waived')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Close Claim/ })).toHaveCount(0)
})

test('the office calls somebody back from leave that has begun', async ({ page, visitor }) => {
  const { own, employee } = await office(page)
  const dayIn = (days: number) => inNairobi.format(Date.now() + days * 86_400_000)
  const types = await call(page.request, leaveTypes.list)
  const leave_type_id = types.find(({ name }) => name === 'Compassionate Leave')?.id ?? ''
  const { id } = await call(page.request, leaveRequests.create, {
    body: { employee_id: employee.id, leave_type_id, start_date: dayIn(-1), end_date: dayIn(4) },
  })
  await call(page.request, leaveRequests.approve, { params: { id }, body: {} })
  await open(page, '/leave-requests')
  await page.getByRole('button', { name: /^View the leave request/ }).click()
  await page.getByRole('button', { name: 'Shorten Leave' }).click()
  const recall = page.getByRole('dialog', { name: 'Shorten Leave' })
  await expect(recall.getByText('Chebet Kiprono')).toBeVisible()
  const lastDay = recall.getByRole('textbox', { name: 'Last day of leave' })
  // Today they work: yesterday was the last day.
  await lastDay.fill(dayIn(-1).split('-').reverse().join('/'))
  await lastDay.press('Tab')
  await check(page, 'calling somebody back')
  await recall.getByRole('button', { name: 'Shorten Leave' }).click()
  await expectToast(page, 'Leave shortened successfully')
  const request = await call(page.request, leaveRequests.get, { params: { id } })
  expect(request.end_date).toBe(dayIn(-1))
  const called = await visitor()
  await signInFirst(called.request, own)
  await open(called, '/my-leaves')
  await called.getByRole('button', { name: /^Notifications/ }).click()
  await expect(called.getByText('Leave shortened')).toBeVisible()
})
