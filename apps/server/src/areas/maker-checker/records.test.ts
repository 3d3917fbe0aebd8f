// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { addCasual } from '../../test/casuals.ts'
import { asEmployee, employ, runMonth } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** A salary, or where it goes, is changed by two where the organisation asks for it (B29). */

const world = await openWorld()
const { makerChecker, employees, payrolls } = contract
const organization_id = await world.addOrganization()
const primary = await world.as('primary', organization_id)
const finance = await world.as('finance', organization_id)
const person = await employ(primary, { salary: 80_000 })
await primary.call(makerChecker.changeSettings, { body: { salary: true, payee: true } })

type Caller = typeof primary
type Body = object

const change = (by: Caller, id: string, given: Body) =>
  by.call(employees.update, { params: { id }, body: given as never })
const proposed = async (by: Caller, id: string, given: Body) => {
  const reply = await change(by, id, given)
  expect(reply.status).toBe(202)
  return (reply.body as unknown as { proposal_id: string }).proposal_id
}
const look = async (by: Caller, id: string) =>
  (await by.call(makerChecker.get, { params: { id } })).body
const agree = async (by: Caller, id: string) =>
  by.call(makerChecker.agree, { params: { id }, body: { digest: (await look(by, id)).digest } })
const employee = async (id = person.id) =>
  (await primary.call(employees.get, { params: { id } })).body

test('a salary is not in force until somebody else has agreed', async () => {
  const id = await proposed(finance, person.id, { salary: 95_000 })
  expect((await employee()).salary).toBe(80_000)
  const { shown, title } = await look(primary, id)
  expect(title).toContain('Change Njeri Mwangi')
  expect(shown[0]).toMatchObject({ before: '80,000.00', after: '95,000.00' })
  // It shows on the record and in the checks of the draft, and blocks nothing.
  const about = await primary.call(makerChecker.about, { params: { id: person.id } })
  expect(about.body.map((one) => one.id)).toEqual([id])
  const run = await runMonth(finance, 'March', 2026, false)
  const checks = (await finance.call(payrolls.checks, { params: { id: run.id } })).body
  const found = checks.find(({ kind }) => kind === 'change waiting')
  expect(found).toMatchObject({ blocks: false, count: 1 })
  await finance.call(payrolls.remove, { params: { id: run.id } })

  expect((await agree(finance, id)).status).toBe(403)
  expect((await agree(primary, id)).status).toBe(200)
  expect((await employee()).salary).toBe(95_000)
})

test('what was changed in between voids it, and the refusals of the form stay', async () => {
  const second = await proposed(finance, person.id, { salary: 99_000 })
  await change(primary, person.id, { address: 'Moi Avenue' })
  expect((await agree(primary, second)).status).toBe(200)
  const third = await proposed(finance, person.id, { salary: 101_000 })
  await world.byHand(`insert into salaries (organization_id, employee_id, month, amount, by)
    select organization_id, employee_id, '2026-05', 1000, 'x' from salaries limit 1`)
  expect((await agree(primary, third)).status).toBe(409)
  expect((await look(primary, third)).state).toBe('void')
  const far = await change(finance, person.id, { salary: 1, salary_from: '2039-01' })
  expect(far.status).toBe(422)
})

test('two that have nothing in common wait side by side, and agreeing to one leaves the other', async () => {
  const other = await employ(primary, { salary: 70_000 })
  // As the form sends it: all of the record.
  const { id: _, ...record } = await employee(other.id)
  const form = { kin: record.kin, phone: record.phone, email: record.email, salary: record.salary }
  const account = await proposed(finance, other.id, { ...form, phone: '0799888111' })
  const salary = await proposed(finance, other.id, { ...form, salary: 75_000 })
  expect((await look(primary, account)).state).toBe('waiting')
  expect(await agree(primary, account)).toMatchObject({ status: 200, body: {} })
  expect(await agree(primary, salary)).toMatchObject({ status: 200 })
  expect(await employee(other.id)).toMatchObject({ salary: 75_000, phone: '0799888111' })
})

test('of what has something in common the newer takes the place, and says so', async () => {
  const other = await employ(primary, { salary: 70_000 })
  const account = await proposed(finance, other.id, { account_no: '1', bank_name: 'KCB' })
  const raised = await proposed(finance, other.id, { salary: 75_000 })
  const again = await change(primary, other.id, { account_no: '2', bank_name: 'KCB' })
  expect(again).toMatchObject({
    status: 202,
    body: {
      message: expect.stringMatching(/It takes the place of what .+ asked for of the same\./),
    },
  })
  expect((await look(primary, account)).state).toBe('void')
  expect((await look(primary, raised)).state).toBe('waiting')
  const [bell] = await world.rows('select text from notifications where key = $1', [
    `proposal ${account} void`,
  ])
  expect(bell.text).toContain('A newer request about the same takes its place')
})

test('what the law takes of pay is switched off by two, as a salary is changed', async () => {
  const other = await employ(primary, { salary: 70_000 })
  for (const name of ['paye', 'nssf', 'nhif', 'housing'] as const) {
    const id = await proposed(finance, other.id, { [name]: false })
    expect((await look(primary, id)).acts).toEqual(['salary'])
    expect((await employee(other.id))[name]).toBe(true)
    expect(await agree(primary, id)).toMatchObject({ status: 200, body: {} })
    expect((await employee(other.id))[name]).toBe(false)
  }
})

test('what neither moves pay nor where it goes is changed at once', async () => {
  expect((await change(finance, person.id, { address: 'Kenyatta Avenue' })).status).toBe(200)
})

test('phone and email wait too: with them somebody would propose an account in another name', async () => {
  const other = await employ(primary, { email: null, phone: '0711222333' })
  const email = await proposed(finance, other.id, { email: 'somebody-else@example.test' })
  expect((await employee(other.id)).email).toBeNull()
  expect((await agree(primary, email)).status).toBe(200)
  const phone = await proposed(finance, other.id, { phone: '0799888777' })
  expect((await look(primary, phone)).acts).toEqual(['payee'])
  expect((await agree(primary, phone)).status).toBe(200)
  // The whole place is shown, of which this changes only the way.
  const way = await proposed(finance, other.id, { pay_by: 'mpesa' })
  const { shown } = await look(primary, way)
  expect(shown[0]).toMatchObject({ label: 'Pay goes to', after: 'M-PESA 0799888777' })
})

test('of casual workers too: the rate, the phone, and who may agree', async () => {
  const { casuals } = contract
  const { id } = await addCasual(primary)
  const changeCasual = (body: Body) =>
    finance.call(casuals.update, { params: { id }, body: body as never })
  expect((await changeCasual({ address: 'Moi Avenue' })).status).toBe(403)
  const editing = await world.as('finance', organization_id, ['edit casuals'])
  await world.settlePayers()
  const ask = async (body: Body) => {
    const reply = await editing.call(casuals.update, { params: { id }, body: body as never })
    expect(reply.status).toBe(202)
    return (reply.body as unknown as { proposal_id: string }).proposal_id
  }
  const before = (await primary.call(casuals.get, { params: { id } })).body
  const rate = await ask({ pay: 1500 })
  expect((await primary.call(casuals.get, { params: { id } })).body.pay).toBe(before.pay)
  expect((await look(primary, rate)).shown).toMatchObject([{ label: 'Pay', after: '1,500' }])
  // The right to edit employees is not enough to look at it, and one's own word is nobody's.
  expect((await finance.call(makerChecker.get, { params: { id: rate } })).status).toBe(404)
  expect((await agree(editing, rate)).status).toBe(403)
  expect((await agree(primary, rate)).status).toBe(200)
  const phone = await ask({ phone: '0799111222' })
  expect((await look(primary, phone)).shown[0]?.label).toBe('Pay goes to')
  const about = await primary.call(makerChecker.about, { params: { id } })
  expect(about.body.map((one) => one.id)).toEqual([phone])
  expect((await agree(primary, phone)).status).toBe(200)
  const now = (await primary.call(casuals.get, { params: { id } })).body
  expect([now.pay, now.phone]).toEqual([1500, '0799111222'])
})

test('of a casual worker too two that have nothing in common wait side by side', async () => {
  const { casuals } = contract
  const casual = await addCasual(primary)
  const { id } = casual
  const editing = await world.as('finance', organization_id, ['edit casuals'])
  await world.settlePayers()
  // As the form sends it: all of the record.
  const form = { duty: casual.duty, phone: casual.phone, pay: casual.pay, pay_by: casual.pay_by }
  const ask = async (body: Body) => {
    const given = { ...form, ...body } as never
    const reply = await editing.call(casuals.update, { params: { id }, body: given })
    expect(reply.status).toBe(202)
    return (reply.body as unknown as { proposal_id: string }).proposal_id
  }
  const rate = await ask({ pay: 1500 })
  const phone = await ask({ phone: '0799111333' })
  const newer = await ask({ pay: 1600 })
  expect((await look(primary, rate)).state).toBe('void')
  expect((await look(primary, phone)).state).toBe('waiting')
  expect((await agree(primary, newer)).status).toBe(200)
  expect((await agree(primary, phone)).status).toBe(200)
  const now = (await primary.call(casuals.get, { params: { id } })).body
  expect([now.pay, now.phone]).toEqual([1600, '0799111333'])
})

test('nobody checks what is about themselves', async () => {
  const own = await asEmployee(world, organization_id, person.id)
  await world.rows(`update memberships set role = 'finance' where user_id = $1`, [own.id])
  await world.settlePayers()
  const id = await proposed(finance, person.id, { salary: 120_000 })
  expect((await agree(own, id)).body.message).toContain('your own pay')
  expect((await agree(primary, id)).status).toBe(200)
})
