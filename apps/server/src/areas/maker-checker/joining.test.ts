// @tests story
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { agreeTo, linesOf, lookAt, proposalIn } from '../../test/approvals.ts'
import { addCasual, casualBody } from '../../test/casuals.ts'
import { asEmployee, employ, employeeBody, runMonth } from '../../test/office.ts'
import { dataUrl, xlsx } from '../../test/spreadsheets.ts'
import { statementsIn } from '../../test/statements.ts'
import { openWorld } from '../../test/world.ts'

/** Nobody is paid who was not, before a second person has agreed (B29): by whatever road. */

const world = await openWorld()
const { makerChecker, employees, casuals, payrolls } = contract
const organization_id = await world.addOrganization()
const primary = await world.as('primary', organization_id)
const second = await world.as('primary', organization_id)
const finance = await world.as('finance', organization_id)
const user = await world.as('user', organization_id)
const there = await employ(primary, { first_name: 'Amani', salary: 40_000 })
const casualThere = await addCasual(primary)
await primary.call(makerChecker.changeSettings, { body: { joining: true } })

const create = (given: Parameters<typeof employeeBody>[0] = {}, by = primary) =>
  by.call(employees.create, { body: employeeBody(given) })
const count = async (table = 'employees') =>
  (
    await world.rows(`select count(*) as n from ${table} where organization_id = $1`, [
      organization_id,
    ])
  )[0].n
const status = (id: string, body: object, by = primary) =>
  by.call(employees.status, { params: { id }, body: body as never })
const headings = ['First Name', 'Last Name', 'ID Number', 'Salary', 'Employment Date']
const sheetOf = (rows: unknown[][]) => dataUrl(xlsx([headings, ...rows]))
const upload = (rows: unknown[][], query = {}) =>
  primary.call(employees.upload, { query, body: { file: sheetOf(rows) } })

describe('a new employee', () => {
  test('waits, is shown, and is there with the salary once somebody else agrees', async () => {
    const before = await count()
    const reply = await create({
      first_name: 'Zawadi',
      salary: 75_000,
      bank_name: 'KCB Bank Kenya',
      branch_name: 'Westlands',
      account_no: '0011223344',
      paye: false,
    })
    const id = proposalIn(reply)
    expect(await count()).toBe(before)
    const seen = await lookAt(second, id)
    expect(seen).toMatchObject({ title: 'Add Zawadi Mwangi', acts: ['joining'], may_check: true })
    const shown = Object.fromEntries(seen.shown.map(({ label, after }) => [label, after]))
    expect(shown).toMatchObject({
      'Basic salary from February 2024': '75,000.00',
      'Not deducted': 'PAYE',
      'Employed from': expect.stringContaining('February, 2024'),
    })
    expect(shown['Pay goes to']).toContain('Westlands, 0011223344')
    expect((await agreeTo(primary, id)).status).toBe(403)
    expect((await user.call(makerChecker.get, { params: { id } })).status).toBe(404)
    expect((await agreeTo(second, id)).status).toBe(200)
    const [row] = await world.rows(
      `select e.paye, s.amount from employees e join salaries s on s.employee_id = e.id
       where e.first_name = 'Zawadi'`,
    )
    expect(row).toEqual({ paye: false, amount: '75000.00' })
    expect((await agreeTo(second, id)).status).toBe(409)
    expect(await world.rows('select * from acts_due')).toEqual([])
  })

  test('is added once, though twenty agree at the same moment', async () => {
    const id = proposalIn(await create({ first_name: 'Tumaini' }))
    const { digest } = await lookAt(second, id)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        second.call(makerChecker.agree, { params: { id }, body: { digest } }),
      ),
    )
    expect(replies.filter((one) => one.status === 200)).toHaveLength(1)
    const found = await world.rows(`select 1 from employees where first_name = 'Tumaini'`)
    expect(found).toHaveLength(1)
  })

  test('what the form refuses is refused at once, and what is taken meanwhile when it is agreed to', async () => {
    const taken = await create({ id_number: there.id_number })
    expect([taken.status, Object.keys(taken.body.errors ?? {})]).toEqual([422, ['id_number']])
    const [one, other] = [
      proposalIn(await create({ id_number: '30303030' })),
      proposalIn(await create({ id_number: '30303030' })),
    ]
    expect((await agreeTo(second, one)).status).toBe(200)
    const late = await agreeTo(second, other)
    expect([late.status, Object.keys(late.body.errors ?? {})]).toEqual([422, ['id_number']])
  })

  test('a number that nobody chose is assigned when it is agreed to', async () => {
    const { next } = (await primary.call(employees.nextNo)).body
    const [one, other] = [
      proposalIn(await create({ employee_no: next })),
      proposalIn(await create({ employee_no: next })),
    ]
    expect((await agreeTo(second, one)).status).toBe(200)
    expect((await agreeTo(second, other)).status).toBe(200)
  })

  test('by whoever may not, and from another organisation', async () => {
    const employee = await asEmployee(world, organization_id, there.id)
    expect((await create({}, employee)).status).toBe(403)
    const abroad = await world.as('primary', await world.addOrganization())
    const id = proposalIn(await create())
    for (const call of [makerChecker.get, makerChecker.lines]) {
      expect((await abroad.call(call, { params: { id } })).status).toBe(404)
    }
    const body = { digest: (await lookAt(second, id)).digest }
    expect((await abroad.call(makerChecker.agree, { params: { id }, body })).status).toBe(404)
  })
})

test('an upload is one proposal, of which the whole list is shown', async () => {
  const before = await count()
  const rows = Array.from({ length: 30 }, (_, n) => [
    'Upendo',
    `Number${n}`,
    `5550${String(n).padStart(3, '0')}`,
    50_000 + n,
    '2026-01-05',
  ])
  expect((await upload(rows, { dry: '1' })).status).toBe(200)
  const id = proposalIn(await upload(rows))
  expect(await count()).toBe(before)
  const seen = await lookAt(second, id)
  expect(seen).toMatchObject({ title: 'Add 30 people to be paid', listed: 30 })
  // The count stands beside it: a list of what waits reads no upload.
  expect(await world.rows('select listed from proposals where id = $1', [id])).toEqual([
    { listed: 30 },
  ])
  const { body: waiting } = await second.call(makerChecker.list, { query: {} })
  expect(waiting.find((one) => one.id === id)).toMatchObject({ listed: 30 })
  expect(seen.shown.slice(0, 2)).toMatchObject([
    { label: 'New people', after: '30' },
    { label: 'Basic salaries', after: '1,500,435.00' },
  ])
  expect(await linesOf(second, id, { offset: 28 })).toHaveLength(2)
  expect(await linesOf(second, id, { search: 'number7' })).toHaveLength(1)
  const file = await second.call(makerChecker.sheet, {
    params: { id },
    query: { extension: 'csv' },
  })
  expect(atob(file.body.file.split(',')[1] ?? '')).toContain('Upendo Number29')
  expect((await agreeTo(primary, id)).status).toBe(403)
  expect((await agreeTo(second, id)).status).toBe(200)
  expect(await count()).toBe(before + 30)
})

test('one of the sheet is added meanwhile: nothing of it is taken', async () => {
  const row = (id_number: string) => ['Neema', 'Kiptoo', id_number, 50_000, '2026-01-05']
  const id = proposalIn(await upload([row('6660001'), row('6660002')]))
  expect((await agreeTo(second, proposalIn(await create({ id_number: '6660002' })))).status).toBe(
    200,
  )
  const late = await agreeTo(second, id)
  expect(late.status).toBe(422)
  expect(JSON.stringify(late.body.errors)).toContain('Row 3')
  expect(await world.rows(`select 1 from employees where id_number = '6660001'`)).toEqual([])
})

test('whoever has left, is suspended or has a last day is paid again, or for longer, by two', async () => {
  const gone = { status: 'terminated', termination_date: '2026-02-10' }
  expect((await status(there.id, gone)).status).toBe(200)
  const back = proposalIn(await status(there.id, { status: 'active' }))
  expect((await lookAt(second, back)).shown).toContainEqual({
    label: 'Status',
    before: 'terminated',
    after: 'active',
  })
  expect((await agreeTo(primary, back)).status).toBe(403)
  const later = (by: typeof primary, day: string | null) =>
    by.call(employees.update, {
      params: { id: there.id },
      body: { termination_date: day } as never,
    })
  const longer = proposalIn(await later(primary, '2026-12-31'))
  expect((await lookAt(second, longer)).acts).toEqual(['joining'])
  expect((await agreeTo(second, longer)).status).toBe(200)
  // What was asked before that is about another last day.
  expect((await agreeTo(second, back)).status).toBe(409)
  expect((await status(there.id, { status: 'suspended' })).status).toBe(200)
  const again = proposalIn(await status(there.id, { status: 'active' }))
  // It shows on the record.
  const about = await primary.call(makerChecker.about, { params: { id: there.id } })
  expect(about.body.map((one) => one.id)).toEqual([again])
  expect((await agreeTo(second, again)).status).toBe(200)
  // Less is nobody else's business.
  expect((await later(primary, '2026-11-30')).status).toBe(200)
  const run = await runMonth(finance, 'March', 2026, false)
  await finance.call(payrolls.remove, { params: { id: run.id } })
})

test('of casual workers too: the form, the sheet, and those who are back', async () => {
  const form = await primary.call(casuals.create, { body: casualBody({ first_name: 'Imani' }) })
  const id = proposalIn(form)
  expect((await lookAt(second, id)).shown).toContainEqual({
    label: 'Pay for a day',
    before: null,
    after: '850.00',
  })
  expect((await agreeTo(second, id)).status).toBe(200)
  const sheet = [
    ['First Name', 'Last Name', 'ID Number', 'Phone', 'Pay', 'Employment Date'],
    ['Rehema', 'Otieno', '7770001', '0711000111', 900, '2026-01-05'],
  ]
  const before = await count('casuals')
  const sent = await primary.call(casuals.upload, { body: { file: dataUrl(xlsx(sheet)) } })
  expect((await agreeTo(second, proposalIn(sent))).status).toBe(200)
  expect(await count('casuals')).toBe(before + 1)
  const change = (body: object) =>
    primary.call(casuals.status, { params: { id: casualThere.id }, body: body as never })
  expect((await change({ status: 'inactive' })).status).toBe(200)
  const back = proposalIn(await change({ status: 'active' }))
  expect((await agreeTo(second, back)).status).toBe(200)
})

describe('for somebody who got statements of their own into a request', () => {
  const { inside } = statementsIn(world, primary)
  const add = `insert into employees (employee_no, first_name, last_name, id_number, tos,
    employment_date) values ('X-9', 'Ghost', 'Worker', '999', 'Permanent', '2026-01-01') returning id`
  const committed = (statement: string, values: unknown[] = []) =>
    inside((client) => client.query(statement, values), 'commit').then(
      () => 'kept',
      (error) => error.code as string,
    )

  test('nobody is added, nobody is back, and the list of what is due is not theirs', async () => {
    expect(await committed(add)).toBe('42501')
    expect(await committed('delete from acts_due')).toBe('42501')
    const casual = `insert into casuals (casual_no, first_name, last_name, id_number, phone, pay,
      employment_date) values ('X-9', 'Ghost', 'Worker', '999', '0711', 9, '2026-01-01')`
    expect(await committed(casual)).toBe('42501')
    expect((await status(there.id, { status: 'inactive' })).status).toBe(200)
    const back = `update employees set status = 'active' where id = $1`
    expect(await committed(back, [there.id])).toBe('42501')
    const longer = `update employees set status = 'terminated', termination_date = null where id = $1`
    expect(await committed(longer.replace("'terminated'", "'active'"), [there.id])).toBe('42501')
  })

  test('what was agreed to is written, and nobody else with it, nor another salary', async () => {
    const id = proposalIn(await create({ first_name: 'Faraja', id_number: '8880001' }))
    const agreed = `update proposals set state = 'agreed', checked_by = app_user(), checker = 'x',
      decided_at = app_now() where id = $1`
    const person = `with made as (insert into employees (employee_no, first_name, last_name,
      id_number, tos, employment_date) values ('X-1', $2, 'Mwangi', '8880001', 'Permanent',
      '2024-02-01') returning id)
      insert into salaries (employee_id, month, amount) select id, '2024-02', $1 from made`
    const asAgreed = (amount: number, name: string, also?: string) =>
      inside(
        async (client) => {
          await client.query(agreed, [id])
          await client.query(person, [amount, name])
          if (also) await client.query(also)
          await client.query('set constraints all immediate')
          return 'kept'
        },
        'rollback',
        second,
      ).catch((error) => error.code as string)
    expect(await asAgreed(90_000, 'Faraja')).toBe('42501')
    expect(await asAgreed(50_000, 'Other')).toBe('42501')
    expect(await asAgreed(50_000, 'Faraja', add)).toBe('42501')
    const raise = `insert into salaries (employee_id, month, amount) select id, '2024-03', 90000
      from employees where id_number = '8880001'`
    expect(await asAgreed(50_000, 'Faraja', raise)).toBe('42501')
    expect(await asAgreed(50_000, 'Faraja')).toBe('kept')
  })
})
