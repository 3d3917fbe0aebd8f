import { contract } from '@mshahara/contract'
import { dataUrl, xlsx } from '../apps/server/src/test/spreadsheets.ts'
import { call } from './calls.ts'
import { found, invite, newPerson, signInFirst, signUp } from './people.ts'
import { addCasual, addEmployee, addRate, complete, draftCasuals, runMonth } from './staff.ts'
import { type Page, test } from './test.ts'
import { addressOf, fits, type Ids, lonePath, publicPaths, staffPaths } from './widths.ts'

/** The operator's screens are looked at in operator.spec.ts. */

test.describe.configure({ mode: 'parallel' })
test.beforeEach(() => test.slow())

const ownLeave = ['/my-leaves', '/leave-approvals', '/team-calendar']
const loanPaths = ['/my-loans', '/loan/$id', '/guarantor-requests']
const ownPaths = [
  '/dashboard',
  '/employee/$id',
  '/my-details',
  '/my-payslips',
  '/payslip/$id',
  '/profile',
  ...loanPaths,
  ...ownLeave,
]
const longest = { first_name: 'Wilhelmina-Alexandria', last_name: 'Nyakundi Omwoyo Barasa' }

/** A small office with a long name and amounts in the millions in every list. */
async function office(page: Page) {
  await found(page.request, 'The Lake Victoria Fish Processing and Cold Storage Company Limited')
  const { request } = page
  const text = 'Paid on what the shop sold above its target'
  await addRate(request, { description: text })
  const own = { ...longest, ...newPerson(), ...longest, id_number: `3${Date.now()}`.slice(0, 8) }
  const { password: _, ...contact } = own
  const year = new Date().getFullYear()
  const salary = 87_654_321.99
  const { id, employee_no } = await addEmployee(request, { ...contact, ...complete, salary })
  await runMonth(request, 'December', year - 1)
  await call(request, contract.employees.update, { params: { id }, body: { salary: 98_765_432.1 } })
  const run = await runMonth(request, 'January', year)
  const [slip, older] = await call(request, contract.payslips.ofEmployee, { params: { id } })
  const extra = await call(request, contract.offCycle.create, {
    body: {
      ...{ title: 'Bonus for the whole of last year', month: 'January', year },
      ...{ pay_on: `${year}-01-20`, employees: [id] },
      items: [{ name: 'Bonus for the whole of last year', kind: 'one-off' }],
    },
  })
  const correction = await call(request, contract.corrections.create, {
    params: { id: older?.id ?? '' },
    body: {
      lines: [{ side: 'salary', key: 'salary', due: 98_765_432.1 }],
      ...{ reason: 'The raise of December was missed', pay_on: `${year}-01-31` },
    },
  })
  const { items, month } = await call(request, contract.remittances.list, {})
  const [paye] = items
  await call(request, contract.remittances.pay, {
    params: { month: month ?? '' },
    body: {
      ...{ authority: paye?.authority ?? '', amount: 12_345_678.9, paid: 0 },
      ...{ paid_on: `${month}-28`, reference: 'FT26037XK2-OF-THE-HEAD-OFFICE' },
      note: 'The rest follows once the portal is open again',
    },
  })
  const user = await invite(request, 'finance', { ...newPerson(), ...longest })
  const payslip = slip?.id ?? ''
  await splitCosts(request, id, `${year}-01`)
  const casuals = await casualOffice(request)
  const ids: Ids = {
    ...casuals,
    '/edit-employee/$id': id,
    '/final-dues/$id': id,
    '/employee/$id': id,
    '/payroll/$id': run.id,
    '/payrollVariance/$id': run.id,
    '/payrollRegister/$id': run.id,
    '/extraPayroll/$id': extra.id,
    '/correctPayslip/$id': payslip,
    '/correction/$id': correction.id,
    '/journal-entry/$id': await journalOf(request, `${year}-01`),
    '/openingBalance/$id': await openYear(request, employee_no, year - 1),
    '/pension-scheme/$id': await joinScheme(request, id, `${year}-02`),
    '/payrollPayouts/$id': run.id,
    '/payslip/$id': payslip,
    '/verifyPayslip/$id': payslip,
    '/user/$id': user.id,
    // None was paid, and nobody has applied or proposed: the pages say so.
    '/receipt/$id': user.id,
    '/invoice/$id': user.id,
    '/loan/$id': user.id,
    [proposalPath]: user.id,
    '/approval/$id': user.id,
    '/preview/$id': 'banner',
    '/update-password/$email': own.email,
    '/unsubscribe/$token': 'unknown',
  }
  return { ids, own }
}

/** Somebody paid by the day, and what they are paid. */
async function casualOffice(request: Page['request']): Promise<Ids> {
  const { data } = await addCasual(request, { ...longest, pay: 98_765.43 })
  const { id } = await draftCasuals(request)
  const { payslips } = await call(request, contract.casualPayrolls.get, { params: { id } })
  return {
    '/casual/$id': data.id,
    '/edit-casual/$id': data.id,
    '/payroll/casual/$id': id,
    '/casualPayrollPayouts/$id': id,
    '/casual-cash/$id': id,
    '/casual-payslip/$id': payslips[0]?.id ?? '',
  }
}

/** The entry of a month, with an account for every line. */
async function journalOf(request: Page['request'], month: string) {
  await call(request, contract.journal.chart)
  const { entries } = await call(request, contract.journal.month, { params: { month } })
  return entries.at(-1)?.id ?? ''
}

/** Eleven months as one sum, in the tens of millions. */
async function openYear(request: Page['request'], employee_no: string, year: number) {
  const { upload, batches } = contract.openingBalances
  const headings = ['Employee No', 'Month', 'Until', 'Where From', 'Basic Salary', 'Chargeable Pay']
  const text = 'The payroll of the Lake Victoria Fish Processing Company until November'
  const sum = [
    employee_no,
    `January ${year}`,
    `November ${year}`,
    text,
    987_654_321.09,
    987_654_321.09,
  ]
  const rows = [
    [...headings, 'Tax Charged', 'PAYE'],
    [...sum, 343_210_987.65, 343_210_987.65],
  ]
  await call(request, upload, { body: { file: dataUrl(xlsx(rows)) } })
  const [batch] = await call(request, batches)
  return batch?.id ?? ''
}

/** Amounts and a member number as long as they come. */
async function joinScheme(request: Page['request'], employee_id: string, from: string) {
  const name = 'The Lake Victoria Fish Processing Company Staff Retirement Benefits Scheme'
  const scheme = await call(request, contract.pensionSchemes.create, {
    body: { name, number: 'RBA/SC/0123456789', own_percent: 7.25, employer_amount: 12_345_678.9 },
  })
  await call(request, contract.pensionMembers.create, {
    body: { scheme_id: scheme.id, employee_id, from, member_no: 'LVFPC/STAFF/000123456789' },
  })
  return scheme.id
}

/** Shares and names as long as they come; their screens have no id. */
async function splitCosts(request: Page['request'], employee_id: string, from: string) {
  const shares = []
  for (const [place, percent] of [33.33, 33.33, 33.34].entries()) {
    const name = `The Lake Victoria Cold Chain and Landing Sites Programme, Phase ${place + 1}`
    const code = `LVFPC/PROGRAMME/00${place + 1}`
    const { id } = await call(request, contract.costCentres.create, { body: { code, name } })
    shares.push({ cost_centre_id: id, percent })
  }
  await call(request, contract.costSplits.create, { body: { employee_id, from, shares } })
}

const proposalPath = '/detail-proposal/$id'

/** An employee's proposal with long values. */
async function propose(request: Page['request']): Promise<string> {
  const address = 'Flat 1234, Lake Victoria Gardens Phase Two, Jomo Kenyatta Highway, Kisumu'
  const bank = { bank_name: complete.bank_name, account_no: '012345678901234567890' }
  const { proposal } = await call(request, contract.myDetails.propose, { body: { address, bank } })
  return proposal?.id ?? ''
}

/** In parts that run side by side: there are some fifty screens, and nine windows. */
for (const part of [0, 1, 2]) {
  test(`the screens of an organisation fit every window, part ${part + 1}`, async ({
    page,
    visitor,
  }) => {
    const { ids, own } = await office(page)
    const paths = staffPaths.filter((_, place) => place % 3 === part)
    if (paths.includes(proposalPath)) {
      const { request } = await visitor()
      await signInFirst(request, own)
      ids[proposalPath] = await propose(request)
    }
    for (const path of paths) await fits(page, addressOf(path, ids))
  })
}

test("an employee's screens and the public ones fit every window", async ({ page, visitor }) => {
  const { ids, own } = await office(await visitor())
  await page.addInitScript(() => localStorage.setItem('mshahara.first-time-hidden', '1'))
  for (const path of publicPaths) await fits(page, addressOf(path, ids))
  await signUp(page.request)
  await fits(page, lonePath)
  await signInFirst(page.request, own)
  const advance = { product_id: 3, amount: 123_456, purpose: 'Relocation', term_months: 1 }
  const loan = await call(page.request, contract.loans.create, { body: advance })
  ids['/loan/$id'] = loan.id
  await propose(page.request)
  // Somebody else sits there now.
  await page.reload()
  for (const path of ownPaths) await fits(page, addressOf(path, ids))
})
