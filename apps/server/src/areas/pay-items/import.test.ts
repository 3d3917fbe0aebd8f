// @tests story
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { employ } from '../../test/office.ts'
import { dataUrl, encrypted, filledIn, xls, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** "Upload Allowances", for many employees at once. */

const { allowances } = contract

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)
const finance = await world.as('finance', home)
const amani = await employ(primary, { first_name: 'Amani', id_number: '11111111' })
const baraka = await employ(primary, { first_name: 'Baraka', id_number: '22222222' })

const headings = ['Employee No', 'Employee Name', 'Allowance Name', 'Amount', 'Taxable', 'Type']
const send = (caller: Caller, bytes: Uint8Array, dry = false) =>
  caller.call(allowances.upload, {
    ...(dry ? { query: { dry: '1' } } : {}),
    body: { file: dataUrl(bytes) },
  })
const stored = async ({ id }: { id: string }) =>
  (await primary.call(allowances.list, { params: { id } })).body.map(
    ({ name, amount, taxable, type }) => [name, amount, taxable, type],
  )
const logged = async () =>
  (await world.rows("select count(*) as n from activity_log where log_name = 'pay-items'"))[0].n
const faultsOf = async (rows: unknown[][], top = headings) => {
  const { body } = await send(finance, xlsx([top, ...rows]), true)
  return body.faults.map(({ row, column, reason }) => `${row}, ${column}: ${reason}`)
}

describe('a good sheet', () => {
  const rows = () => [
    [amani.employee_no, 'whoever', 'House', 15_000, 'Yes', 'House'],
    [amani.employee_no, '', 'Lunch', '2,500.50', 'No', ''],
    [baraka.employee_no.toLowerCase(), '', 'House', 0, '', ''],
  ]

  test('adds allowances, and uploaded again changes nothing', async () => {
    const dry = await send(finance, xlsx([headings, ...rows()]), true)
    expect(dry.body).toMatchObject({ message: '3 allowances to add.', created: 3, rows: 3 })
    expect(await stored(amani)).toEqual([])
    const reply = await send(finance, xls([headings, ...rows()]))
    expect(reply).toMatchObject({
      status: 200,
      body: { message: 'Allowances uploaded successfully', created: 3, updated: 0 },
    })
    const after = [
      ['House', 15_000, 1, 'house'],
      ['Lunch', 2500.5, 0, 'other'],
    ]
    expect(await stored(amani)).toEqual(after)
    expect(await stored(baraka)).toEqual([['House', 0, 1, 'other']])
    const entries = await logged()
    const again = await send(finance, xlsx([headings, ...rows()]))
    expect(again.body).toMatchObject({ created: 0, updated: 0, unchanged: 3 })
    expect(await stored(amani)).toEqual(after)
    expect(await logged()).toBe(entries)
  })

  test('changes what is there, by name in any case, and leaves what it does not say', async () => {
    const top = ['National ID', 'Allowance', 'Amount']
    const sheet = xlsx([top, [11_111_111, 'LUNCH', 3000], ['22-222 222', 'Airtime', 500]])
    const dry = await send(finance, sheet, true)
    expect(dry.body.message).toBe('1 allowance to add, 1 allowance to change.')
    expect((await send(finance, sheet)).body).toMatchObject({ created: 1, updated: 1 })
    expect(await stored(amani)).toContainEqual(['Lunch', 3000, 0, 'other'])
    expect(await stored(baraka)).toContainEqual(['Airtime', 500, 1, 'other'])
  })

  test('is what the template becomes when filled in', async () => {
    const { body } = await finance.call(allowances.template)
    expect(body.name).toBe('allowances-template.xlsx')
    const bytes = filledIn(body.file, [
      { 'Employee No': amani.employee_no, 'Allowance Name': 'Risk', Amount: 700, Type: 'overtime' },
    ])
    expect((await send(finance, bytes)).body).toMatchObject({ created: 1 })
    expect(await stored(amani)).toContainEqual(['Risk', 700, 1, 'overtime'])
  })
})

test('says what is far from what is usual, and takes it', async () => {
  const staff = []
  for (let n = 0; n < 6; n += 1) staff.push(await employ(primary, { salary: 40_000 }))
  const rows = staff.map(({ employee_no }, n) => [employee_no, '', 'Airport', n ? 3000 : 300])
  const other = [staff[1]?.employee_no, '', 'Car', 450_000]
  const dry = await send(finance, xlsx([headings, ...rows, other]), true)
  expect(dry.body).toMatchObject({ fault_count: 0, warning_count: 2 })
  expect(
    dry.body.warnings.map(({ row, column, reason }) => `${row}, ${column}: ${reason}`),
  ).toEqual([
    '2, Amount: This is far from 3,000, usual here for Airport.',
    "8, Amount: This is far from 40,000, this person's salary.",
  ])
  await send(finance, xlsx([headings, ...rows]))
  // What was agreed to is not asked again; what is new is measured by what there is.
  const again = await send(
    finance,
    xlsx([headings, rows[0] as unknown[], [amani.employee_no, '', 'Airport', 30_000]]),
    true,
  )
  expect(again.body.warnings).toMatchObject([{ row: 3, value: '30000' }])
})

describe('faults', () => {
  test('are told by row, column and reason', async () => {
    const top = [...headings, 'ID Number']
    const { employee_no } = amani
    const rows = [
      ['TC-9999', '', 'House', 1],
      ['', 'Amani', 'House', 1],
      [employee_no, '', '', 'much', 'perhaps', 'luxury'],
      [employee_no, '', 'Meals', -1],
      [employee_no, '', 'Meals', 1, '', '', '22222222'],
      [employee_no, '', 'Phone', 1],
      [employee_no, '', 'PHONE', 2],
      [employee_no, '', 'Fuel', null],
    ]
    expect(await faultsOf(rows, top)).toEqual([
      '2, Employee No: There is no employee with this number.',
      '3, Employee No: Employee No or ID Number is required.',
      '4, Taxable: Please write Yes or No.',
      '4, Allowance Name: Allowance Name is required.',
      '4, Amount: Amount must be a number.',
      '4, Type: Please choose a type.',
      '5, Amount: Amount cannot be negative.',
      '6, ID Number: This ID number belongs to another employee.',
      '8, Allowance Name: Row 7 has the same allowance for this employee.',
      '9, Amount: Amount is required.',
    ])
  })

  test('in one row keep all the others out', async () => {
    const before = await stored(baraka)
    const sheet = xlsx([
      headings,
      [baraka.employee_no, '', 'Good', 10],
      [baraka.employee_no, '', 'Bad', 'x'],
    ])
    const reply = await send(finance, sheet)
    expect(reply).toMatchObject({
      status: 422,
      body: {
        message: '1 problem was found, so nothing was changed.',
        errors: { file: ['Row 3, Amount: Amount must be a number.'] },
      },
    })
    expect(await stored(baraka)).toEqual(before)
  })

  test("another organisation's employee does not exist here", async () => {
    const abroad = await world.as('primary', await world.addOrganization())
    const theirs = await employ(abroad, { employee_no: 'AB-1', id_number: '33333333' })
    expect(await faultsOf([[theirs.employee_no, '', 'House', 1]])).toEqual([
      '2, Employee No: There is no employee with this number.',
    ])
    const top = ['ID Number', 'Allowance Name', 'Amount']
    expect(await faultsOf([['33333333', 'House', 1]], top)).toEqual([
      '2, ID Number: There is no employee with this ID number.',
    ])
  })

  test('a file that is none, or of something else', async () => {
    const wrong = [encrypted(), xlsx([]), xlsx([['First Name'], ['Amani']]), new Uint8Array(9)]
    for (const bytes of wrong) {
      const reply = await send(finance, bytes)
      expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, ['file']])
    }
    const noOne = await send(finance, xlsx([headings.slice(2), ['House', 5]]))
    expect(noOne.status).toBe(422)
    expect(noOne.body.message).toMatch(/^The heading Employee No or ID Number is missing/)
  })
})

test('it takes the right to edit employees', async () => {
  const user = await world.as('user', home)
  const bytes = xlsx([headings, [amani.employee_no, '', 'House', 1]])
  expect((await send(user, bytes)).status).toBe(403)
  expect((await user.call(allowances.template)).status).toBe(403)
  const clerk = await world.as('user', home, ['edit employees'])
  expect((await send(clerk, bytes, true)).status).toBe(200)
})

test('two sheets at once leave each allowance once', async () => {
  const bytes = xlsx([headings, [amani.employee_no, '', 'At once', 1, 'Yes', 'other']])
  const replies = await Promise.all([send(finance, bytes), send(primary, bytes)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(replies.map(({ body }) => body.created).sort()).toEqual([0, 1])
  expect((await stored(amani)).filter(([name]) => name === 'At once')).toHaveLength(1)
})
