import { randomUUID } from 'node:crypto'
import { contract, limits, permissionNames } from '@mshahara/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, openWorld } from '../../test/world.ts'
import { banks } from './banks.ts'
import { prefixFor } from './register.ts'

const { register, get } = contract.organizations
const { profile, memberships } = contract.auth

const world = await openWorld()

const form = {
  name: 'Tumaini Hardware Ltd',
  address: 'Oginga Odinga Street, Kisumu',
  phone: '+254 720 705 601',
  email: 'Office@Tumaini.test',
  website: '',
  pin_no: 'p052345678t',
}
type Form = typeof form & Record<string, unknown>

async function newcomer() {
  const person = await world.addPerson()
  return { ...person, ...(await world.signIn(person.email)) }
}
const submit = (caller: Caller, more: Record<string, unknown> = {}, headers = {}) =>
  caller.call(register, { body: { ...form, ...more } as Form }, headers)
const organizationsOf = (user_id: string) =>
  world.rows('select organization_id, role, status from memberships where user_id = $1', [user_id])

describe('registering', () => {
  test('makes the organisation, its primary user and a trial of two months', async () => {
    world.setTime('2026-12-31T22:30:00Z') // already January in Nairobi
    const me = await newcomer()
    const reply = await submit(me)
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      name: 'Tumaini Hardware Ltd',
      phone: '0720705601',
      email: 'office@tumaini.test',
      website: null,
      pin_no: 'P052345678T',
      employee_prefix: 'TH',
      status: 'active',
      bank_name: null,
      bank_code: null,
    })
    const { id } = reply.body
    expect(await organizationsOf(me.id)).toEqual([
      { organization_id: id, role: 'primary', status: 'active' },
    ])
    const { body } = await me.call(contract.subscriptions.current)
    expect(body).toMatchObject({
      package: { id: 'trial', name: 'Trial' },
      from: '2027-01-01',
      to: '2027-03-01',
      employees: 1000,
      price: 0,
    })
    expect(limits.trialMonthsSelf).toBe(2)
  })

  test('moves the session there, with every right and under the same token', async () => {
    const me = await newcomer()
    const before = (await me.call(profile)).body
    expect(before).toMatchObject({ organization_id: null, permissionNames: [] })
    expect((await me.call(get)).body.message).toBe('Please create your organization first.')
    const { id } = (await submit(me)).body
    const after = (await me.call(profile)).body
    expect(after).toMatchObject({ organization_id: id, role: 'primary' })
    expect(after.permissionNames).toHaveLength(permissionNames.length)
    expect((await me.call(get)).body.name).toBe(form.name)
    world.pass(1)
    const again = await world.signIn(me.email)
    expect((await again.call(profile)).body.organization_id).toBe(id)
  })

  test('is written into the log of the new organisation under the person’s name', async () => {
    const me = await newcomer()
    const { id } = (await submit(me)).body
    const rows = await world.rows(
      'select distinct log_name, event, causer_id from activity_log where organization_id = $1',
      [id],
    )
    expect(rows).toHaveLength(3)
    expect(rows.map(({ log_name }) => log_name).sort()).toEqual([
      'organizations',
      'subscriptions',
      'users',
    ])
    expect(new Set(rows.map(({ causer_id }) => causer_id))).toEqual(new Set([me.id]))
  })

  test('turns every deduction on and gives two months, whatever the form claims', async () => {
    const me = await newcomer()
    const claims = { paye: false, nhif: 0, nssf: 'false', housing: false, nita: '0', trial: 99 }
    const more = { status: 'deactivated', employee_prefix: 'XX', id: randomUUID(), bank_code: '99' }
    const { body } = await submit(me, { ...claims, ...more })
    expect(body).toMatchObject({ paye: true, nhif: true, nssf: true, housing: true, nita: true })
    expect(body).toMatchObject({ status: 'active', employee_prefix: 'TH', bank_code: null })
    expect(body.id).not.toBe(more.id)
    const { from, to } = (await me.call(contract.subscriptions.current)).body
    expect([from.slice(0, 7), to.slice(0, 7)]).toEqual(['2027-01', '2027-03'])
  })
})

describe('once', () => {
  test('a second registration is refused', async () => {
    const me = await newcomer()
    await submit(me)
    expect(await submit(me, { name: 'Another Ltd' })).toMatchObject({
      status: 422,
      body: { message: 'You already belong to an organization.' },
    })
    expect((await me.call(memberships)).body).toHaveLength(1)
  })

  test('two at once make one organisation', async () => {
    const me = await newcomer()
    world.pass(1)
    const other = await world.signIn(me.email)
    const name = `Parallel ${randomUUID().slice(0, 8)}`
    const callers = [me, other, me, other]
    const replies = await Promise.all(callers.map((caller) => submit(caller, { name })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
    expect(await organizationsOf(me.id)).toHaveLength(1)
    expect(await world.rows('select from organizations where name = $1', [name])).toHaveLength(1)
  })

  test('members, ended or not, and the operator do not register here', async () => {
    const home = await world.addOrganization()
    const member = await world.as('user', home)
    expect((await submit(member)).status).toBe(422)
    const operator = await world.as('super-admin', home)
    expect((await submit(operator)).status).toBe(403)
  })

  test('somebody who was only invited elsewhere may', async () => {
    const me = await newcomer()
    await world.rows(
      `insert into memberships (organization_id, user_id, role, status)
       values ($1, $2, 'user', 'invited')`,
      [await world.addOrganization(), me.id],
    )
    expect((await submit(me)).status).toBe(201)
  })

  test('somebody with a one-time password chooses their own first', async () => {
    const me = await newcomer()
    await world.rows('update users set activated_at = null where id = $1', [me.id])
    expect((await submit(me)).status).toBe(403)
  })
})

describe('the form', () => {
  let me: Caller
  beforeAll(async () => {
    me = await newcomer()
  })

  test.each([
    ['name', ''],
    ['name', 'x'.repeat(121)],
    ['address', '   '],
    ['phone', ''],
    ['phone', '0812345678'],
    ['phone', '071234567'],
    ['phone', '+254812345678'],
    ['email', 'office(at)tumaini'],
    ['website', 'tumaini'],
    ['website', 'javascript:alert(1)'],
    ['website', 'ftp://tumaini.test'],
    ['pin_no', ''],
    ['pin_no', '0512345678A'],
    ['pin_no', 'P05123456A'],
    ['pin_no', 'P0512345678A'],
    ['account_no', '12AB34'],
    ['account_no', '1'.repeat(31)],
  ])('refuses %s %o at its field', async (field, value) => {
    const reply = await submit(me, { [field]: value })
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, [field]])
  })

  test('tells every fault at once', async () => {
    const reply = await me.call(register, { body: {} as Form })
    expect(Object.keys(reply.body.errors ?? {}).sort()).toEqual(
      ['address', 'email', 'name', 'phone', 'pin_no'].sort(),
    )
  })

  test('fills in the codes of the bank and branch that were picked, however they are spelt', async () => {
    const bank = banks.find(({ branches }) => branches.length > 1)
    const branch = bank?.branches[1]
    const { body } = await submit(me, {
      bank_name: ` ${bank?.name.toUpperCase()}`,
      branch_name: `${branch?.name.toLowerCase()} `,
      account_no: '0110 2938-475',
      website: 'https://tumaini.test/about',
    })
    expect(body).toMatchObject({
      bank_code: bank?.code,
      branch_code: branch?.code,
      account_no: '01102938475',
      website: 'https://tumaini.test/about',
    })
  })

  test('takes a bank of one’s own, without codes', async () => {
    const { body } = await submit(await newcomer(), {
      bank_name: 'Our Village Sacco',
      branch_name: 'Market',
    })
    expect(body).toMatchObject({
      bank_name: 'Our Village Sacco',
      bank_code: null,
      branch_code: null,
    })
  })
})

test.each([
  ['Baraka Foods Ltd', 'BF'],
  ['The Tumaini Hardware Company Limited', 'THC'],
  ['Neema', 'NEE'],
  ['A B C D E F', 'ABCD'],
  ['3M Kenya', '3K'],
  ['Ltd', 'EMP'],
  ['日本', 'EMP'],
])('employee numbers of %s begin with %s', (name, prefix) => {
  expect(prefixFor(name)).toBe(prefix)
})
