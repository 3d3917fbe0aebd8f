import { contract } from '@mshahara/contract'
import { describe, expect, test, vi } from 'vitest'
import { employ, employeeBody } from '../../test/office.ts'
import { queriesOf } from '../../test/queries.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { holdEmployees } from './add.ts'

const { employees, departments, subscriptions } = contract

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)
const finance = await world.as('finance', home)
const user = await world.as('user', home)
const stranger = await world.as('primary', await world.addOrganization('Abroad Ltd'))

const one = (id: string) => ({ params: { id } })
const fieldsOf = (reply: { body: { errors?: Record<string, string[]> } }) => reply.body.errors ?? {}

describe('adding', () => {
  test('stores what was sent, fills in codes and switches, and says what is missing', async () => {
    const { body: department } = await primary.call(departments.create, {
      body: { name: 'Bakery' },
    })
    const reply = await finance.call(employees.create, {
      body: employeeBody({
        first_name: ' Akinyi ',
        email: 'Akinyi@Example.test',
        phone: '+254 712 000 111',
        dob: '1990-05-06',
        gender: 'Female',
        pin_no: 'a001234567z',
        department_id: department.id,
        bank_name: 'Kenya Commercial Bank Limited',
        branch_name: 'Eastleigh',
        account_no: '1100 2200',
        kin: { name: 'Otieno', relationship: 'Brother', phone: '0722000111' },
        salary: 81_250.5,
      }),
    })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      employee_no: 'TC-0001',
      first_name: 'Akinyi',
      email: 'akinyi@example.test',
      phone: '0712000111',
      disability: 0,
      tos: 'Permanent',
      status: 'active',
      salary: 81_250.5,
      paye: true,
      email_payslip: true,
      department: { name: 'Bakery' },
      station: null,
      kin: { name: 'Otieno', relationship: 'Brother', phone: '0722000111' },
      details: { pin_no: 'A001234567Z', bank_code: '01', account_no: '11002200' },
      salaries: [{ month: '2024-02', amount: 81_250.5, state: 'current' }],
      sign_in: { status: 'invited', email: 'akinyi@example.test' },
    })
    expect(reply.body.details.branch_code).toBeTruthy()
    expect(reply.body.warnings).toEqual([
      'No NSSF number: contributions cannot be credited.',
      'No SHIF number: contributions cannot be credited.',
    ])
    const bank = { bank_name: 'KCB', account_no: '11002200' }
    const second = await primary.call(employees.create, { body: employeeBody(bank) })
    expect(second.body.warnings).toContainEqual(
      expect.stringMatching(/^Akinyi \S+ \(TC-\d+\) has the same account number\.$/),
    )
    const pin = { pin_no: 'A001234567Z', bank_name: 'Village Bank', account_no: '5' }
    const third = await primary.call(employees.create, { body: employeeBody(pin) })
    const page = await primary.call(employees.get, { params: { id: third.body.id } })
    for (const { warnings } of [third.body, page.body]) {
      expect(warnings).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^This bank is not in the list\./),
          expect.stringMatching(/^Akinyi \S+ \(TC-\d+\) has the same KRA PIN\.$/),
        ]),
      )
      expect(warnings.join()).not.toContain('account number')
    }
    const [entry] = await world.rows(
      `select description, properties from activity_log
       where log_name = 'employees' and event = 'created' and subject_id = $1`,
      [reply.body.id],
    )
    expect(entry.properties.new.first_name).toBe('Akinyi')
  })

  test('refuses at the field, in words, and stores nothing', async () => {
    const before = await world.rows('select count(*) as n from employees')
    const cases: [object, string, RegExp][] = [
      [{ first_name: '' }, 'first_name', /First Name is required/],
      [{ id_number: '12' }, 'id_number', /5 to 20 digits or letters/],
      [{ pin_no: 'A12' }, 'pin_no', /letter, nine digits and a letter/],
      [{ salary: -1 }, 'salary', /cannot be negative/],
      [{ salary: 10.005 }, 'salary', /at most two decimals/],
      [{ salary: '12.500,00' }, 'salary', /must be a number\. Please write it like 12,500\.50/],
      [{ salary: '-5' }, 'salary', /cannot be negative/],
      [{ dob: '2024-03-01' }, 'dob', /before the Employment Date/],
      [{ dob: '2008-02-02' }, 'dob', /at least 16/],
      [{ termination_date: '2024-01-31' }, 'termination_date', /before the Employment Date/],
      [{ employment_date: '2024-02-30' }, 'employment_date', /Employment Date is required/],
      [{ account_no: '12A' }, 'account_no', /digits only/],
      [{ phone: '12345' }, 'phone', /valid phone number/],
      [{ email: 'nobody' }, 'email', /valid email/],
      [{ tos: 'Casual' }, 'tos', /Permanent, Contract, Consultant/],
      [{ kin: { phone: '1' } }, 'kin.phone', /valid phone number/],
    ]
    for (const [given, field, sentence] of cases) {
      const reply = await primary.call(employees.create, { body: employeeBody(given as never) })
      expect({ field, status: reply.status }).toEqual({ field, status: 422 })
      expect(fieldsOf(reply)[field]?.join(' ')).toMatch(sentence)
    }
    expect(await world.rows('select count(*) as n from employees')).toEqual(before)
  })

  test('a salary is taken as forms take it', async () => {
    const { body } = await primary.call(employees.create, {
      body: employeeBody({ salary: '12,500' }),
    })
    expect(body.salary).toBe(12_500)
  })

  test('sixteen on the day of employment is old enough', async () => {
    const body = employeeBody({ dob: '2008-02-01' })
    expect((await primary.call(employees.create, { body })).status).toBe(201)
  })

  test('numbers, ID numbers and emails are taken once per organisation', async () => {
    const first = await employ(primary, { email: 'once@example.test', employee_no: 'HQ-1' })
    const again = async (given: object) =>
      fieldsOf(await primary.call(employees.create, { body: employeeBody(given as never) }))
    expect(await again({ employee_no: 'hq-1' })).toHaveProperty('employee_no')
    expect(await again({ id_number: first.id_number })).toHaveProperty('id_number')
    expect(await again({ email: 'ONCE@example.test' })).toHaveProperty('email')
    const elsewhere = await stranger.call(employees.create, {
      body: employeeBody({ id_number: first.id_number, employee_no: 'HQ-1' }),
    })
    expect(elsewhere.status).toBe(201)
  })

  test('an ID number is one however it is written', async () => {
    const first = await employ(primary, { id_number: '31-445-566' })
    expect(first.id_number).toBe('31445566')
    for (const id_number of ['31445566', '31 445 566', ' 31-445 566']) {
      const body = employeeBody({ id_number })
      const refused = fieldsOf(await primary.call(employees.create, { body }))
      expect(refused).toHaveProperty('id_number')
    }
  })

  test('a foreign department is refused at its field', async () => {
    const { body } = await stranger.call(departments.create, { body: { name: 'Theirs' } })
    const reply = await primary.call(employees.create, {
      body: employeeBody({ department_id: body.id }),
    })
    expect(reply.status).toBe(422)
    expect(fieldsOf(reply)).toHaveProperty('department_id')
  })

  test('two people who saw the same number both succeed', async () => {
    const { body: preview } = await primary.call(employees.nextNo)
    const save = (caller: Caller) =>
      caller.call(employees.create, { body: employeeBody({ employee_no: preview.next }) })
    // Somebody else is just adding people: all three have asked before any of them is served.
    const saved = await world.platform(async (tx) => {
      await holdEmployees(tx, home)
      const waiting = [primary, finance, primary].map(save)
      await vi.waitFor(async () => {
        const { rows } = await tx.$client.query(
          `select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
           where d.datname = current_database() and locktype = 'advisory' and not granted`,
        )
        expect(rows[0].n).toBe(3)
      }, 10_000)
      return waiting
    })
    const replies = await Promise.all(saved)
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(replies.map(({ body }) => body.employee_no)).size).toBe(3)
    const late = await primary.call(employees.create, {
      body: employeeBody({ employee_no: preview.next }),
    })
    expect(late.status).toBe(422)
  })

  test('a number somebody chose is stepped over', async () => {
    const { body: preview } = await primary.call(employees.nextNo)
    const number = Number(preview.next.split('-')[1])
    const chosen = `TC-${String(number + 1).padStart(4, '0')}`
    await employ(primary, { employee_no: chosen })
    expect((await employ(primary)).employee_no).toBe(preview.next)
    const { body: after } = await primary.call(employees.nextNo)
    expect(after.next).toBe(`TC-${String(number + 2).padStart(4, '0')}`)
    expect((await employ(primary)).employee_no).toBe(after.next)
  })

  test('is for those who may', async () => {
    expect((await user.call(employees.create, { body: employeeBody() })).status).toBe(403)
    expect((await user.call(employees.list)).status).toBe(403)
  })
})

describe('reading', () => {
  test('the list is whole without parameters, and a slice with them', async () => {
    const org = await world.addOrganization()
    const caller = await world.as('primary', org)
    for (const first_name of ['Amina', 'Brian', 'Cyrus', 'Diana_%']) {
      await employ(caller, { first_name })
    }
    const whole = await caller.call(employees.list)
    expect(whole.body.map(({ first_name }) => first_name)).toEqual([
      'Diana_%',
      'Cyrus',
      'Brian',
      'Amina',
    ])
    expect(whole.body[0]).not.toHaveProperty('salary')
    const slice = await caller.call(employees.list, { query: { offset: 1, limit: 2 } })
    expect(slice.body.map(({ first_name }) => first_name)).toEqual(['Cyrus', 'Brian'])
    expect(slice.headers['x-total-count']).toBe('4')
    const found = await caller.call(employees.list, { query: { search: 'BRIAN mwan' } })
    expect(found.body).toHaveLength(1)
    expect(found.headers['x-total-count']).toBe('1')
    const literal = await caller.call(employees.list, { query: { search: '_%' } })
    expect(literal.body.map(({ first_name }) => first_name)).toEqual(['Diana_%'])
    const byDay = await caller.call(employees.list, { query: { search: '10 March, 2026' } })
    expect(byDay.body).toHaveLength(4)
    const [{ id } = { id: '' }] = whole.body
    await caller.call(employees.status, { params: { id }, body: { status: 'inactive' } })
    const active = await caller.call(employees.list, { query: { search: 'Active' } })
    expect(active.body.map(({ first_name }) => first_name)).toEqual(['Cyrus', 'Brian', 'Amina'])
    const inactive = await caller.call(employees.list, { query: { search: 'inact' } })
    expect(inactive.body.map(({ first_name }) => first_name)).toEqual(['Diana_%'])
    expect((await caller.call(employees.list, { query: { limit: 1001 } })).status).toBe(422)
  })

  test('another organisation finds nothing by id', async () => {
    const { id } = await employ(primary)
    expect((await stranger.call(employees.get, one(id))).status).toBe(404)
    expect((await stranger.call(employees.update, one(id))).status).toBe(404)
    expect((await stranger.call(employees.status, one(id))).status).toBe(404)
    expect((await stranger.call(employees.files, one(id))).status).toBe(404)
  })

  test('the details take a fixed number of queries', async () => {
    const few = await employ(primary)
    const many = await employ(primary)
    for (let number = 0; number < 6; number += 1) {
      const body = { salary: 60_000 + number, salary_from: `2025-0${number + 1}` }
      await primary.call(employees.update, { ...one(many.id), body })
    }
    const queries = (id: string) => queriesOf(world, () => primary.call(employees.get, one(id)))
    expect(await queries(many.id)).toBe(await queries(few.id))
  })
})

describe('the limit of the subscription', () => {
  const limited = async (employeeLimit: number) => {
    const org = await world.addOrganization()
    await world.rows('update subscriptions set employees = $2 where organization_id = $1', [
      org,
      employeeLimit,
    ])
    return world.as('primary', org)
  }

  test('refuses one too many, also when two come at once', async () => {
    const caller = await limited(2)
    await employ(caller)
    const replies = await Promise.all(
      [1, 2, 3].map(() => caller.call(employees.create, { body: employeeBody() })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    const refused = replies.find(({ status }) => status === 422)
    expect(refused?.body.message).toBe(
      'Your subscription allows 2 employees, and there are 2 already: no more can be added. ' +
        'Please upgrade.',
    )
    const { body } = await caller.call(subscriptions.current)
    expect(body).toMatchObject({ employees: 2, employee_count: 2 })
  })

  test('above 900 never limits', async () => {
    const caller = await limited(901)
    expect((await caller.call(employees.create, { body: employeeBody() })).status).toBe(201)
  })
})
