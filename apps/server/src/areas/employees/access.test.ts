// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { employ } from '../../test/office.ts'
import { type Caller, openWorld, password } from '../../test/world.ts'

const { employees, auth, users } = contract

let home: string
let primary: Caller & { id: string; email: string }

const world = await openWorld()
beforeEach(async () => {
  home = await world.addOrganization('Home Ltd')
  primary = await world.as('primary', home)
})

let count = 0
const address = () => `staff-${++count}@example.test`
const setStatus = (id: string, status: string, termination_date?: string, by: Caller = primary) =>
  by.call(employees.status, {
    params: { id },
    body: { status: status as 'active', ...(termination_date ? { termination_date } : {}) },
  })
const change = (id: string, body: object) =>
  primary.call(employees.update, { params: { id }, body })

/** First sign-in with email and ID number, then a password of one's own. */
async function activate(email: string, idNumber: string): Promise<Caller> {
  const nobody = world.caller()
  const begun = await nobody.call(auth.login, { body: { email, password: idNumber } })
  if (begun.status !== 201) throw new Error(`${begun.status} ${begun.body.message}`)
  const caller = await world.signIn(email, await world.codeFor(email))
  const { body: profile } = await caller.call(auth.profile)
  await caller.call(auth.changePassword, {
    params: { id: profile.id },
    body: { password, password_confirmation: password },
  })
  return world.signIn(email)
}

describe('a new employee', () => {
  test('with an email signs in with the ID number first, and sees only their own record', async () => {
    const email = address()
    const mine = await employ(primary, { email, id_number: 'a1234567' })
    const other = await employ(primary, { email: address() })
    const me = await activate(email, 'A1234567')
    const own = await me.call(employees.get, { params: { id: mine.id } })
    expect(own.status).toBe(200)
    expect(own.body).toMatchObject({ salary: 50_000, warnings: [] })
    expect((await me.call(employees.get, { params: { id: other.id } })).status).toBe(403)
    expect((await me.call(employees.list)).status).toBe(403)
    expect((await me.call(employees.update, { params: { id: mine.id } })).status).toBe(403)
  })

  test('without one has no sign-in until an email is recorded', async () => {
    const { id, sign_in } = await employ(primary)
    expect(sign_in).toBeNull()
    const email = address()
    const { body } = await change(id, { email })
    expect(body.sign_in).toEqual({ status: 'invited', email })
  })

  test('whose login exists joins by accepting, and hears of it', async () => {
    const elsewhere = await world.as('user', await world.addOrganization())
    const { id, sign_in } = await employ(primary, { email: elsewhere.email })
    expect(sign_in).toEqual({ status: 'invited', email: elsewhere.email })
    const [letter] = await world.mails(elsewhere.email)
    expect(letter?.subject).toBe('Home Ltd invites you to join')
    await elsewhere.call(auth.acceptMembership, { params: { id: home } })
    const { body } = await primary.call(employees.get, { params: { id } })
    expect(body.sign_in?.status).toBe('active')
  })

  test('who is a colleague with a sign-in keeps it and is told who they are', async () => {
    const finance = await world.as('finance', home)
    const { id } = await employ(primary, { email: finance.email })
    const { body } = await finance.call(auth.profile)
    expect(body).toMatchObject({ role: 'finance', employee_id: id })
  })

  test('can be given a role beyond their own record', async () => {
    const email = address()
    const { id_number } = await employ(primary, { email })
    const me = await activate(email, id_number)
    const reply = await primary.call(users.invite, {
      body: { first_name: 'A', last_name: 'B', email, phone: '0712345678', role: 'finance' },
    })
    expect(reply.status).toBe(201)
    expect((await me.call(auth.profile)).body).toMatchObject({ role: 'finance' })
  })
})

describe('correcting the record', () => {
  test('moves a login that nobody has used', async () => {
    const [old, email] = [address(), address()]
    const { id } = await employ(primary, { email: old, id_number: '11111111' })
    const { body } = await change(id, { email, id_number: '22222222', first_name: 'Wanja' })
    expect(body.sign_in).toEqual({ status: 'invited', email })
    const wrong = await world.caller().call(auth.login, { body: { email, password: '11111111' } })
    expect(wrong.status).not.toBe(201)
    const me = await activate(email, '22222222')
    expect((await me.call(auth.profile)).body.first_name).toBe('Wanja')
  })

  test('never moves a login that somebody uses', async () => {
    const email = address()
    const { id, id_number } = await employ(primary, { email })
    await activate(email, id_number)
    const { body } = await change(id, { email: address(), first_name: 'Other' })
    expect(body.sign_in).toEqual({ status: 'active', email })
    expect(body.first_name).toBe('Other')
    expect((await world.signIn(email)).token).toBeTruthy()
  })

  test('leaves alone what is not sent', async () => {
    const person = await employ(primary, {
      paye: false,
      middle_name: 'Wa',
      kin: { name: 'Kin', relationship: 'Aunt', phone: null },
    })
    const { body } = await change(person.id, { address: 'Nakuru' })
    expect(body).toMatchObject({
      paye: false,
      middle_name: 'Wa',
      tos: 'Permanent',
      kin: { name: 'Kin', relationship: 'Aunt' },
      address: 'Nakuru',
      employee_no: person.employee_no,
    })
    expect(body.salaries).toHaveLength(1)
  })

  test('checks dates against what is stored', async () => {
    const { id } = await employ(primary, { employment_date: '2024-02-01' })
    const reply = await change(id, { dob: '2024-02-01' })
    expect(reply.body.errors).toHaveProperty('dob')
  })
})

describe('status', () => {
  test('inactive and suspended end the session and the way in; active opens it again', async () => {
    for (const status of ['inactive', 'suspended']) {
      const email = address()
      const { id, id_number } = await employ(primary, { email })
      const me = await activate(email, id_number)
      expect((await setStatus(id, status)).body.status).toBe(status)
      expect((await me.call(auth.profile)).status).toBe(401)
      const outside = await world.signIn(email)
      expect((await outside.call(auth.profile)).body.organization_id).toBeNull()
      expect((await outside.call(employees.get, { params: { id } })).status).toBe(403)
      expect((await setStatus(id, 'active')).body.status).toBe('active')
      world.pass(60)
      const inside = await world.signIn(email)
      expect((await inside.call(employees.get, { params: { id } })).status).toBe(200)
    }
  })

  test('terminated asks for the last working day and leaves payslips only', async () => {
    const email = address()
    const { id, id_number } = await employ(primary, { email })
    await activate(email, id_number)
    const without = await setStatus(id, 'terminated')
    expect(without.status).toBe(422)
    expect(without.body.errors).toHaveProperty('termination_date')
    const early = await setStatus(id, 'terminated', '2024-01-31')
    expect(early.body.errors).toHaveProperty('termination_date')
    const done = await setStatus(id, 'terminated', '2026-03-09')
    expect(done.body).toMatchObject({ status: 'terminated', termination_date: '2026-03-09' })
    const me = await world.signIn(email)
    expect((await me.call(employees.get, { params: { id } })).status).toBe(403)
    expect((await setStatus(id, 'active')).body.termination_date).toBeNull()
    expect((await me.call(employees.get, { params: { id } })).status).toBe(200)
  })

  test('a colleague with rights loses them when they leave', async () => {
    const finance = await world.as('finance', home)
    const { id } = await employ(primary, { email: finance.email })
    await setStatus(id, 'terminated', '2026-03-01')
    const again = await world.signIn(finance.email)
    expect((await again.call(auth.profile)).body).toMatchObject({
      role: 'employee',
      permissionNames: [],
    })
  })

  test('nobody ends the access of somebody who holds more, or their own', async () => {
    const admin = await world.as('admin', home)
    const boss = await employ(primary, { email: primary.email })
    const refused = await setStatus(boss.id, 'suspended', undefined, admin)
    expect(refused.status).toBe(403)
    expect((await setStatus(boss.id, 'suspended')).status).toBe(403)
    const { body } = await primary.call(employees.get, { params: { id: boss.id } })
    expect(body.status).toBe('active')
  })

  test('an invitation not yet accepted is taken back', async () => {
    const elsewhere = await world.as('user', await world.addOrganization())
    const { id } = await employ(primary, { email: elsewhere.email })
    await setStatus(id, 'inactive')
    const reply = await elsewhere.call(auth.acceptMembership, { params: { id: home } })
    expect(reply.status).toBe(404)
  })
})

describe('contract staff come back with the last day of the contract', () => {
  test.each(['2026-02-10', '2026-03-10', '2026-03-31'])(
    'not with that of a dismissal by %s',
    async (last) => {
      const { id } = await employ(primary, { tos: 'Contract', termination_date: '2099-12-31' })
      await setStatus(id, 'terminated', last)
      for (const given of [undefined, '2026-03-09']) {
        const refused = await setStatus(id, 'active', given)
        expect([refused.status, refused.body.errors?.termination_date?.[0]]).toEqual([
          422,
          expect.stringContaining('Please give the last day of the contract'),
        ])
      }
      const { status, body } = await setStatus(id, 'active', '2099-06-30')
      expect([status, body.status, body.termination_date]).toEqual([200, 'active', '2099-06-30'])
    },
  )
})
