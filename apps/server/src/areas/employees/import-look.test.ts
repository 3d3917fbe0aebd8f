// @tests story
import { contract } from '@mshahara/contract'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { employ } from '../../test/office.ts'
import { dataUrl, rowsOf, xlsx } from '../../test/spreadsheets.ts'
import { openWorld } from '../../test/world.ts'

/** Sheets as people have them, and what the dry run says before anything is stored (B20). */

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)
const { employees, allowances } = contract

const dry = async (bytes: Uint8Array) => {
  const body = { file: dataUrl(bytes) }
  const reply = await primary.call(employees.upload, { query: { dry: '1' }, body })
  expect(reply.status).toBe(200)
  return reply.body
}
const headings = ['Full Name', 'Sex', 'ID Number', 'Salary', 'Employment Date']
const told = (list: { row: number; column: string; reason: string }[]) =>
  list.map(({ row, column, reason }) => `${row}, ${column}: ${reason}`)

test('one column of names, M and F, and days as people write them are understood', async () => {
  const rows = [
    ['Wanjiku Njeri Kamau', 'F', '100001', 50_000.1, '03/04/2026'],
    ['OTIENO, Brian', 'm', '100002', 40_000.2, '2026-04-03'],
  ]
  const answer = await dry(xlsx([headings, ...rows]))
  expect(answer.fault_count).toBe(0)
  const at = (title: string) => answer.columns.indexOf(title)
  const cells = answer.preview.map(({ cells }) =>
    ['First Name', 'Middle Name', 'Last Name', 'Gender', 'Employment Date'].map(
      (t) => cells[at(t)],
    ),
  )
  expect(cells).toEqual([
    ['Wanjiku', 'Njeri', 'Kamau', 'Female', '3 April 2026'],
    ['Brian', '', 'OTIENO', 'Male', '3 April 2026'],
  ])
  expect(answer.totals).toEqual([{ column: 'Salary', sum: 90_000.3, rows: 2 }])
  expect(answer.assumed).toContain('Permanent: Employment Terms')
  expect(answer.assumed.join()).toMatch(/Yes, for consultants No: Deduct PAYE, Deduct SHIF/)
  const { fault_count, faults } = await dry(
    xlsx([headings, ['Cher', 'F', '1000', 1, '2026-01-01']]),
  )
  expect([fault_count, told(faults)[0]]).toEqual([2, '2, Full Name: Last Name is required.'])
})

test('in a first sheet of some length, a salary is measured by the others', async () => {
  const rows = Array.from({ length: 6 }, (_, n) => [
    ...['Asha Juma', 'F', `15000${n}`, n === 2 ? 4_000_000 : 40_000 + n, '2026-01-01'],
  ])
  const { warnings } = await dry(xlsx([headings, ...rows]))
  expect(told(warnings)).toEqual(['4, Salary: This is far from 40,003, the usual salary here.'])
  expect((await dry(xlsx([headings, ...rows.slice(1, 4)]))).warning_count).toBe(0)
})

test('a formula that was never worked out is a fault, not an empty cell', async () => {
  const more = ['First Name', 'Last Name', 'ID Number', 'Salary', 'Employment Date', 'KRA PIN']
  const row = ['Amani', 'Njoroge', '100003', 50_000, '2026-01-05', 1]
  const parts = unzipSync(xlsx([more, row], { formulas: { F2: 'A9' } }))
  const part = 'xl/worksheets/sheet1.xml'
  const xml = strFromU8(parts[part] as Uint8Array)
  const bare = xml.replace(/(<f>A9<\/f>)<v>[^<]*<\/v>/, '$1')
  expect(bare).not.toBe(xml)
  const answer = await dry(zipSync({ ...parts, [part]: strToU8(bare) }))
  expect(told(answer.faults)).toEqual([
    '2, PIN No: This cell holds a formula. Please paste its value instead.',
  ])
})

describe('ghosts', () => {
  const numbers = ['PIN', 'NSSF No', 'SHIF No', 'Phone', 'Bank', 'Branch', 'Account No']
  const own = ['A001234567X', '2001', 'CR-1', '0712345678', 'KCB', 'Wote', '0011']

  test('warn at the dry run, with the other person, and are taken all the same', async () => {
    await employ(primary, {
      first_name: 'Wanjiru',
      pin_no: 'A001234567X',
      nssf_no: '02001',
      nhif_no: 'cr1',
      phone: '+254712345678',
      bank_name: 'KCB',
      account_no: '11',
    })
    const sheet = xlsx([
      [...headings, ...numbers],
      ['A B', 'F', '200001', 50_000, '2026-01-01', ...own],
      ['C D', 'F', '200002', 50_000, '2026-01-01', 'A009999999X', '', '', '', 'Equty Bnk', '', '9'],
      ['E F', 'F', '200003', 5000, '2026-01-01', 'A009999999X', '', '', '', 'DTB', 'Atlantis', ''],
    ])
    const answer = await dry(sheet)
    expect([answer.fault_count, answer.warning_count]).toEqual([0, 10])
    const who = 'Wanjiru Mwangi (TC-0001) has the same'
    expect(told(answer.warnings)).toEqual([
      `2, PIN No: ${who} KRA PIN.`,
      `2, NSSF No: ${who} NSSF number.`,
      `2, SHIF No: ${who} SHIF number.`,
      `2, Phone: ${who} phone number.`,
      `2, Account Number: ${who} account number.`,
      expect.stringMatching(/^3, Bank Name: .*not in the list. Did you mean .*Equity Bank Kenya/),
      expect.stringMatching(/^4, Branch Name: Diamond Trust Bank Kenya has no such branch/),
      '4, Account Number: A bank without an account number.',
      '4, PIN No: Row 3 has the same KRA PIN.',
      '4, Salary: This is far from 50,000, the usual salary here.',
    ])
    const saved = await primary.call(employees.upload, { body: { file: dataUrl(sheet) } })
    expect(saved.status).toBe(200)
    const rows = await world.rows(
      `select bank_name, branch_name, bank_code, branch_code from employees where id_number = $1`,
      ['200001'],
    )
    expect(rows).toEqual([
      { bank_name: 'KCB Bank Kenya', branch_name: 'Wote', bank_code: '01', branch_code: '095' },
    ])
  })

  test('warn while the form is filled in, those who may see employees only', async () => {
    const body = { pin_no: 'a001234567x', phone: '', bank_name: 'Equity', account_no: '' }
    const { body: found } = await primary.call(employees.check, { body })
    expect(found).toEqual([
      { field: 'account_no', sentence: 'A bank without an account number.' },
      { field: 'pin_no', sentence: 'Wanjiru Mwangi (TC-0001) has the same KRA PIN.' },
    ])
    const noBank = await primary.call(employees.check, { body: { account_no: '778899' } })
    expect(noBank.body).toEqual([
      { field: 'bank_name', sentence: 'An account number without a bank.' },
    ])
    const [{ id } = { id: '' }] = await world.rows(
      `select id from employees where employee_no = 'TC-0001' and organization_id = $1`,
      [home],
    )
    const own = await primary.call(employees.check, { body: { id, nssf_no: '2001' } })
    expect(own.body).toMatchObject([{ sentence: expect.stringMatching(/^A B /) }])
    const stranger = await world.as('primary', await world.addOrganization('Abroad Ltd'))
    expect((await stranger.call(employees.check, { body })).body).toHaveLength(1)
    expect((await (await world.as('user', home)).call(employees.check, { body })).status).toBe(403)
  })
})

test("a PIN of the organisation, or like a company's, warns and is taken all the same", async () => {
  await world.rows('update organizations set pin_no = $2 where id = $1', [home, 'A007654321K'])
  const own = 'This is the KRA PIN of your organisation.'
  const companys = "This looks like a company's KRA PIN: a person's begins with A."
  const of = async (pin_no: string, tos = 'Permanent') =>
    (await primary.call(employees.check, { body: { pin_no, tos } })).body
  expect(await of('a007654321k')).toEqual([{ field: 'pin_no', sentence: own }])
  expect(await of('P051234567B')).toEqual([{ field: 'pin_no', sentence: companys }])
  expect(await of('P051234567B', 'Consultant')).toEqual([])
  expect(await of('A001231231Q')).toEqual([])
  const { id } = await employ(primary, { first_name: 'Director', pin_no: 'A007654321K' })
  const { body } = await primary.call(employees.get, { params: { id } })
  expect(body.warnings).toContain(own)
  const row = ['G H', 'F', '200009', 50_000, '2026-01-01', 'P051234567B']
  const { fault_count, warnings } = await dry(xlsx([[...headings, 'PIN'], row]))
  expect([fault_count, told(warnings)]).toEqual([0, [`2, PIN No: ${companys}`]])
})

test('the rows that were refused come back as a sheet with the reasons, ready to correct', async () => {
  const rows = [
    ['Good One', 'F', '300001', 1000, '2026-01-01'],
    ['Bad', 'X', '300002', 'much', '31/02/2026'],
  ]
  const file = dataUrl(xlsx([headings, ...rows]))
  const { body } = await primary.call(employees.faults, { body: { file } })
  expect(body.name).toBe('employees-to-correct.xlsx')
  const [titles, only, ...none] = rowsOf(body.file, 'Employees')
  expect(titles?.slice(0, 4)).toEqual(['Row', 'Reason', 'Full Name', 'ID Number'])
  expect(only?.slice(0, 4)).toEqual(['3', expect.any(String), 'Bad', '300002'])
  expect(only?.[1]).toMatch(/There is no such day\..* Full Name: Last Name is required\./)
  expect(none).toEqual([])
  const fine = dataUrl(xlsx([headings, rows[0] ?? []]))
  const nothing = await primary.call(employees.faults, { body: { file: fine } })
  expect(nothing.body.errors?.file).toEqual(['Nothing has to be corrected in this file.'])
  const admin = await world.as('admin', home)
  expect((await admin.call(employees.faults, { body: { file } })).status).toBe(403)
  expect((await admin.call(allowances.faults, { body: { file } })).status).toBe(422)
})

test('the template of allowances shows a taxable example with our own numbers', async () => {
  await world.rows(`update organizations set employee_prefix = 'HM' where id = $1`, [home])
  const { body } = await primary.call(allowances.template)
  const [titles = [], example = []] = rowsOf(body.file, 'Examples')
  const cell = (title: string) => example[titles.indexOf(title)]
  expect([cell('Employee No'), cell('Taxable')]).toEqual(['HM-0001', 'Yes'])
})
