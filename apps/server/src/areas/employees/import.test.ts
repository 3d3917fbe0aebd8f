// @tests long
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { employ } from '../../test/office.ts'
import { bomb, dataUrl, encrypted, filledIn, rowsOf, xls, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** "Upload Employees", from the template to the records. */

const { employees, departments, designations, workStations, auth } = contract

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)
await primary.call(departments.create, { body: { name: 'Bakery' } })
await primary.call(designations.create, { body: { name: '=Chief @Baker' } })
await primary.call(workStations.create, { body: { name: 'Nakuru & Town' } })

let number = 100_000
const nextId = () => {
  number += 1
  return String(number)
}
const headings = ['First Name', 'Last Name', 'ID Number', 'Salary', 'Employment Date']
const person = (first = 'Amani') => [first, 'Njoroge', nextId(), 50_000, '2026-01-05']

const send = (caller: Caller, bytes: Uint8Array, dry = false) =>
  caller.call(employees.upload, {
    ...(dry ? { query: { dry: '1' } } : {}),
    body: { file: dataUrl(bytes) },
  })
const sheet = (rows: unknown[][], more: string[] = []) => xlsx([[...headings, ...more], ...rows])
const count = async (organization_id = home) =>
  (
    await world.rows('select count(*) as n from employees where organization_id = $1', [
      organization_id,
    ])
  )[0].n
const byId = async (id_number: unknown) =>
  (
    await world.rows(
      `select e.*, s.amount, s.month from employees e
       join salaries s on s.employee_id = e.id where id_number = $1`,
      [String(id_number)],
    )
  )[0]
/** A dry run's faults as "row, column: reason". */
const faultsOf = async (bytes: Uint8Array, caller: Caller = primary) => {
  const before = await count()
  const { status, body } = await send(caller, bytes, true)
  expect([status, await count()]).toEqual([200, before])
  return body.faults.map(({ row, column, reason }) => `${row}, ${column}: ${reason}`)
}

describe('a good sheet', () => {
  test('is shown first, changing nothing, then taken whole', async () => {
    const rows = [person('Amani'), person('Baraka')]
    const before = await count()
    const dry = await send(primary, sheet(rows), true)
    expect(dry).toMatchObject({
      status: 200,
      body: {
        message: '2 employees will be added.',
        rows: 2,
        created: 2,
        fault_count: 0,
        job_id: null,
        columns: headings,
      },
    })
    expect(dry.body.preview[0]).toEqual({
      row: 2,
      cells: ['Amani', 'Njoroge', rows[0]?.[2], '50,000.00', '5 January 2026'],
    })
    expect(await count()).toBe(before)
    const reply = await send(primary, sheet(rows))
    expect(reply).toMatchObject({
      status: 200,
      body: { message: 'Employees created successfully', created: 2 },
    })
    expect(await count()).toBe(before + 2)
    expect(await byId(rows[0]?.[2])).toMatchObject({
      first_name: 'Amani',
      tos: 'Permanent',
      status: 'active',
      paye: true,
      amount: '50000.00',
      month: '2026-01',
    })
  })

  test('as .xls, with headings of its own, dates and numbers as Excel keeps them', async () => {
    const id = Number(nextId())
    const bytes = xls([
      ['Staff of Home Ltd'],
      ['SURNAME', 'forename', 'National ID', 'basic pay', 'Date Joined', 'DOB', 'Mobile', 'Shoes'],
      ['Otieno', 'Brian', id, '81,250.50', 46_027, '02/11/1988', 712_345_678, 43],
    ])
    const dry = await send(primary, bytes, true)
    expect(dry.body.message).toBe('1 employee will be added. Not recognised and left out: Shoes.')
    expect((await send(primary, bytes)).status).toBe(200)
    expect(await byId(id)).toMatchObject({
      last_name: 'Otieno',
      amount: '81250.50',
      employment_date: '2026-01-05',
      dob: '1988-11-02',
      phone: '0712345678',
    })
  })

  test('says departments by name, and lets the terms decide what it does not say', async () => {
    const more = ['Department', 'Designation', 'Work Station', 'Employment Terms', 'Deduct PAYE']
    const rows = [
      [...person(), 'BAKERY', '=chief @baker', 'nakuru & town', 'consultant', null],
      [...person(), 'Bakery', null, null, 'Consultant', 'Yes'],
    ]
    expect((await send(primary, sheet(rows, more))).status).toBe(200)
    const first = await byId(rows[0]?.[2])
    expect(first).toMatchObject({
      tos: 'Consultant',
      paye: false,
      nssf: false,
      email_payslip: true,
    })
    expect(first.department_id && first.designation_id && first.work_station_id).toBeTruthy()
    expect(await byId(rows[1]?.[2])).toMatchObject({ paye: true, nssf: false })
  })

  test('gives numbers to those without, past the numbers that were chosen', async () => {
    const organization_id = await world.addOrganization()
    const boss = await world.as('primary', organization_id)
    const rows = [
      [...person('Without'), null],
      [...person('Chosen'), 'TC-0001'],
      [...person('Own'), 'X/7'],
    ]
    expect((await send(boss, sheet(rows, ['Employee No']))).status).toBe(200)
    const stored = await world.rows(
      'select first_name, employee_no from employees where organization_id = $1 order by 1',
      [organization_id],
    )
    expect(stored).toEqual([
      { first_name: 'Chosen', employee_no: 'TC-0001' },
      { first_name: 'Own', employee_no: 'X/7' },
      { first_name: 'Without', employee_no: 'TC-0002' },
    ])
  })

  test('opens a sign-in for people with an email', async () => {
    const row = [...person(), 'Pendo@Example.test']
    expect((await send(primary, sheet([row], ['Email']))).status).toBe(200)
    const login = await world.rows(
      `select m.role from users u join memberships m on m.user_id = u.id where u.email = $1`,
      ['pendo@example.test'],
    )
    expect(login).toEqual([{ role: 'employee' }])
  })
})

describe('the template', () => {
  test('filled in, is taken without a fault', async () => {
    const { body } = await primary.call(employees.template)
    expect(body.name).toBe('employees-template.xlsx')
    const id = nextId()
    const bytes = filledIn(body.file, [
      {
        'First Name': 'Zawadi',
        'Last Name': 'Kiprop',
        'ID Number': id,
        Salary: 61_000,
        'Employment Date': '2025-11-01',
        Department: 'Bakery',
        Designation: '=Chief @Baker',
        'Work Station': 'Nakuru & Town',
        'Bank Name': 'Equity Bank Limited',
        'Deduct NITA': 'No',
        'Kin Phone': '0722000111',
      },
    ])
    expect(await faultsOf(bytes)).toEqual([])
    expect((await send(primary, bytes)).status).toBe(200)
    expect(await byId(id)).toMatchObject({ nita: false, kin_phone: '0722000111', bank_code: '68' })
  })

  test('has examples that follow its own rules', async () => {
    const { body } = await primary.call(employees.template)
    expect(await faultsOf(xlsx(rowsOf(body.file, 'Examples')))).toEqual([])
    expect(rowsOf(body.file, 'Lists')[1]).toEqual(
      expect.arrayContaining(['Bakery', '=Chief @Baker', 'Nakuru & Town']),
    )
  })

  test('as it is, has no rows: its examples are never taken for people', async () => {
    const { body } = await primary.call(employees.template)
    const reply = await primary.call(employees.upload, { body: { file: body.file } })
    expect(reply).toMatchObject({
      status: 422,
      body: { errors: { file: ['The sheet "Employees" has no rows below its headings.'] } },
    })
  })
})

describe('faults are told by row, column and reason', () => {
  const full = [...headings, 'Email', 'Date of Birth', 'Department', 'Gender', 'PIN No', 'Phone']
  const fullSheet = (rows: unknown[][], formulas = {}) => xlsx([full, ...rows], { formulas })

  test('each with the sentence of the form, all of them at once', async () => {
    const rows = [
      person(),
      ['', 'Njoroge', '12', -5, '2026-02-30', 'nobody', '2015-01-01', 'Bakkery', 'X', 'P1', '5'],
      [...person().slice(0, 3), 'lots', null],
      [...person(), null, '2012-01-01'],
    ]
    expect(await faultsOf(fullSheet(rows))).toEqual([
      '3, Employment Date: Please give a date, such as 28 February, 2026.',
      '3, Department: There is no department with this name. The departments are: Bakery.',
      '3, First Name: First Name is required.',
      '3, ID Number: An ID number has 5 to 20 digits or letters.',
      '3, Phone: Please enter a valid phone number, such as 0712 345 678.',
      '3, Email: Please enter a valid email address.',
      '3, Gender: Gender is Male or Female.',
      '3, Salary: Salary cannot be negative.',
      '3, PIN No: A KRA PIN is a letter, nine digits and a letter, such as P051234567A.',
      '4, Salary: Salary must be a number.',
      '4, Employment Date: Employment Date is required, such as 28 February, 2026.',
      '5, Date of Birth: An employee must be at least 16 when employed.',
    ])
  })

  test('a formula is shown as what it is', async () => {
    const { body } = await send(primary, fullSheet([person()], { D2: 'B2*2' }), true)
    expect(body.faults).toEqual([
      {
        row: 2,
        column: 'Salary',
        value: '=B2*2',
        reason: 'This cell holds a formula. Please paste its value instead.',
      },
    ])
  })

  test('the same person twice, in the sheet or on record', async () => {
    const known = await employ(primary, { email: 'known@example.test' })
    const twice = person()
    const rows = [
      twice,
      [...twice, 'a@example.test'],
      [...person(), 'A@example.test'],
      [...person(), 'a@example.test'],
      ['Zuri', 'Njoroge', known.id_number, 1, '2026-01-05', 'known@example.test'],
    ]
    const who = `${known.employee_no} ${known.first_name} ${known.last_name}`
    expect(await faultsOf(fullSheet(rows))).toEqual([
      '3, ID Number: Row 2 has the same ID Number.',
      '4, Email: Row 3 has the same Email.',
      '5, Email: Row 3 has the same Email.',
      `6, ID Number: An employee with this ID number already exists: ${who}.`,
      `6, Email: An employee with this email address already exists: ${who}.`,
    ])
    const numbered = sheet([[...person(), known.employee_no.toLowerCase()]], ['Employee No'])
    expect(await faultsOf(numbered)).toEqual([
      `2, Employee No: This employee number is already in use: ${who}.`,
    ])
  })

  test("another organisation's department does not exist here", async () => {
    const abroad = await world.as('primary', await world.addOrganization('Abroad Ltd'))
    await abroad.call(departments.create, { body: { name: 'Secret Lab' } })
    const faults = await faultsOf(sheet([[...person(), 'Secret Lab']], ['Department']))
    expect(faults).toEqual([
      '2, Department: There is no department with this name. The departments are: Bakery.',
    ])
  })

  test('and not one row is taken then', async () => {
    const before = await count()
    const bad = Array.from({ length: 8 }, () => ['', ...person().slice(1)])
    const reply = await send(primary, sheet([person(), ...bad]))
    expect(reply).toMatchObject({
      status: 422,
      body: { message: '8 problems were found, so nothing was changed.' },
    })
    expect(reply.body.errors?.file).toHaveLength(6)
    expect(reply.body.errors?.file?.[0]).toBe('Row 3, First Name: First Name is required.')
    expect(reply.body.errors?.file?.[5]).toBe('And 3 more.')
    expect(await count()).toBe(before)
  })
})

describe('what is no sheet of employees changes nothing', () => {
  test.each<[string, () => Uint8Array]>([
    ['a text file', () => new TextEncoder().encode('First Name,Last Name\nAmani,Njoroge\n')],
    ['a protected file', encrypted],
    ['a zip bomb', () => bomb(13, { lying: true })],
    [
      'a sheet of allowances',
      () =>
        xlsx([
          ['Employee No', 'Allowance Name'],
          ['TC-0001', 'House'],
        ]),
    ],
    ['an empty sheet', () => xlsx([])],
  ])('%s', async (_, make) => {
    const before = await count()
    for (const dry of [true, false]) {
      const reply = await send(primary, make(), dry)
      expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, ['file']])
    }
    expect(await count()).toBe(before)
  })

  test('something that is not even a file', async () => {
    for (const file of ['', 'hello', 'data:;base64,', 'data:text/plain,hello']) {
      const reply = await primary.call(employees.upload, { body: { file } })
      expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, ['file']])
    }
    const none = await primary.call(employees.upload, { body: {} as never })
    expect(none.status).toBe(422)
  })
})

describe('who may', () => {
  test.each(['admin', 'finance', 'user', 'employee'] as const)('not %s', async (role) => {
    const before = await count()
    const colleague = await world.as(role, home, ['create employees'])
    const replies = [
      await send(colleague, sheet([person()])),
      await send(colleague, sheet([person()]), true),
      await colleague.call(employees.template),
    ]
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403])
    expect(await count()).toBe(before)
  })

  test('an operator who has switched in', async () => {
    const operator = await world.as('super-admin', home)
    const { body } = await operator.call(auth.switch, { params: { id: home } })
    const inside = world.caller(body.token)
    expect((await send(inside, sheet([person()]))).status).toBe(200)
    expect((await inside.call(employees.template)).status).toBe(200)
  })
})

describe('the subscription', () => {
  test('that allows fewer refuses the whole sheet, and says so in the dry run', async () => {
    const organization_id = await world.addOrganization()
    const boss = await world.as('primary', organization_id)
    await world.rows('update subscriptions set employees = 3 where organization_id = $1', [
      organization_id,
    ])
    const four = sheet([person(), person(), person(), person()])
    const dry = await send(boss, four, true)
    expect(dry.body.faults).toEqual([
      { row: 0, column: '', value: '', reason: expect.stringContaining('allows 3 employees') },
    ])
    const reply = await send(boss, four)
    expect(reply.status).toBe(422)
    expect(reply.body.errors?.file?.[0]).toMatch(/allows 3 employees/)
    expect(await count(organization_id)).toBe(0)
    expect((await send(boss, sheet([person(), person(), person()]))).status).toBe(200)
  })
})

describe('twice', () => {
  test('the same sheet again is refused, row by row', async () => {
    const bytes = sheet([person(), person()])
    expect((await send(primary, bytes)).status).toBe(200)
    expect((await send(primary, bytes)).body.message).toMatch(/^2 problems/)
  })

  test('the same sheet at the same time adds its people once', async () => {
    const before = await count()
    const bytes = sheet([person(), person(), person()])
    const replies = await Promise.all([send(primary, bytes), send(primary, bytes)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await count()).toBe(before + 3)
  })

  test('a double click with one key gets one answer', async () => {
    const before = await count()
    const call = { body: { file: dataUrl(sheet([person()])) } }
    const key = { 'idempotency-key': 'upload-12345678' }
    const replies = await Promise.all([
      primary.call(employees.upload, call, key),
      primary.call(employees.upload, call, key),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 409])
    expect((await primary.call(employees.upload, call, key)).body).toEqual(replies[0]?.body)
    expect(await count()).toBe(before + 1)
  })
})
