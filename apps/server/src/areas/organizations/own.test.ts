import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { type Caller, openWorld } from '../../test/world.ts'
import { banks } from './banks.ts'

/** Editing one's own organisation. */

const { get, update } = contract.organizations

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)

const save = (caller: Caller, body: object, id = home) =>
  caller.call(update, { params: { id }, body })
const bank = banks.find(({ branches }) => branches.length > 1) as (typeof banks)[number]
const [branch, otherBranch] = bank.branches as [{ name: string; code: string }, { name: string }]
const whole = {
  name: 'Home Foods Ltd',
  address: 'Kenyatta Avenue, Nakuru',
  phone: '+254 722 000 111',
  email: 'Office@Home.test',
  website: 'https://home.test',
  employee_prefix: 'hf',
  pin_no: 'p051234567b',
  nhif_no: 'SHA-1',
  nssf_no: '0123456',
  bank_name: bank.name,
  branch_name: branch.name,
  account_no: '0110 2938-475',
  paye: false,
  nhif: 0,
  nssf: 'false',
  housing: true,
  nita: 1,
  work_saturday: true,
  work_sunday: '1',
}

describe('the form', () => {
  test('is saved whole, tidied, with the codes of bank and branch', async () => {
    const { status, body } = await save(primary, { ...whole, id: home })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...whole,
      phone: '0722000111',
      email: 'office@home.test',
      employee_prefix: 'HF',
      pin_no: 'P051234567B',
      account_no: '01102938475',
      bank_code: bank.code,
      branch_code: branch.code,
      nhif: false,
      nssf: false,
      nita: true,
      work_sunday: true,
    })
    expect((await primary.call(get)).body).toEqual(body)
  })

  test('changes only what is sent', async () => {
    await save(primary, whole)
    const before = (await primary.call(get)).body
    const reply = await save(primary, { paye: true })
    expect(reply.body).toEqual({ ...before, paye: true })
    expect((await save(primary, {})).body).toEqual(reply.body)
    const completed = await save(primary, { website: 'www.home.co.ke/about' })
    expect(completed.body.website).toBe('https://www.home.co.ke/about')
    const cleared = await save(primary, { website: '', nhif_no: null })
    expect(cleared.body).toEqual({ ...reply.body, website: null, nhif_no: null })
  })

  test('leaves alone what is not its to change', async () => {
    const before = (await primary.call(get)).body
    const sly = {
      id: randomUUID(),
      status: 'deactivated',
      logo: 'theirs.webp',
      bank_code: '99',
      branch_code: '999',
      created_at: '2020-01-01T00:00:00Z',
      trial: 99,
    }
    expect((await save(primary, sly)).body).toEqual(before)
  })

  test('looks the codes up again when bank or branch changes; names typed freely have none', async () => {
    await save(primary, whole)
    const moved = await save(primary, { branch_name: otherBranch.name })
    expect(moved.body).toMatchObject({ bank_code: bank.code, branch_name: otherBranch.name })
    expect(moved.body.branch_code).not.toBe(branch.code)
    const own = await save(primary, { bank_name: 'Our Village Bank' })
    expect(own.body).toMatchObject({ bank_code: null, branch_code: null })
    const back = await save(primary, { bank_name: bank.name.toUpperCase() })
    expect(back.body.bank_code).toBe(bank.code)
    const none = await save(primary, { bank_name: '', branch_name: '', account_no: '' })
    expect(none.body).toMatchObject({ bank_name: null, account_no: null, bank_code: null })
  })

  test.each([
    ['name', ''],
    ['name', 'x'.repeat(121)],
    ['address', '  '],
    ['phone', '0812345678'],
    ['email', 'office(at)home'],
    ['website', 'javascript:alert(1)'],
    ['pin_no', ''],
    ['pin_no', '0512345678A'],
    ['employee_prefix', ''],
    ['employee_prefix', 'TOO-LONG'],
    ['employee_prefix', 'NINELETTER'],
    ['account_no', '12AB'],
    ['bank_name', 'x'.repeat(121)],
    ['paye', 'perhaps'],
    ['work_sunday', null],
  ])('is refused at %s: %j', async (field, value) => {
    const before = (await primary.call(get)).body
    const reply = await save(primary, { [field]: value })
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, [field]])
    expect((await primary.call(get)).body).toEqual(before)
  })
})

describe('who may', () => {
  test.each(['admin', 'finance', 'user', 'employee'] as const)('%s may not', async (role) => {
    const me = await world.as(role, home)
    const before = (await primary.call(get)).body
    expect((await save(me, { name: 'Mine Ltd' })).status).toBe(403)
    expect((await save(me, { name: '' }, randomUUID())).status).toBe(403)
    expect((await primary.call(get)).body).toEqual(before)
  })

  test('somebody allowed to edit but not to look is not shown the bank by editing', async () => {
    await save(primary, whole)
    const editor = await world.as('employee', home, ['edit organization'])
    const { status, body } = await save(editor, { address: 'Moi Avenue, Nairobi' })
    expect([status, body.address, body.account_no, body.bank_code]).toEqual([
      200,
      'Moi Avenue, Nairobi',
      null,
      null,
    ])
    expect((await primary.call(get)).body.account_no).toBe('01102938475')
  })

  test('another organisation is not found, before anything else is looked at', async () => {
    const abroad = await world.addOrganization('Abroad Ltd')
    for (const id of [abroad, randomUUID(), 'x']) {
      expect((await save(primary, { name: 'Taken Ltd' }, id)).status).toBe(404)
      expect((await save(primary, { name: '' }, id)).status).toBe(404)
    }
    const [row] = await world.rows('select name from organizations where id = $1', [abroad])
    expect(row.name).toBe('Abroad Ltd')
    const operator = await world.as('super-admin', home)
    expect((await save(operator, { name: 'Abroad Ltd' }, abroad)).status).toBe(200)
  })
})

test('two changes at once both hold', async () => {
  await save(primary, { ...whole, bank_name: bank.name, branch_name: branch.name })
  const replies = await Promise.all([
    save(primary, { paye: true }),
    save(primary, { branch_name: otherBranch.name }),
    save(primary, { name: 'At Once Ltd' }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await primary.call(get)).body).toMatchObject({
    paye: true,
    branch_name: otherBranch.name,
    bank_code: bank.code,
    name: 'At Once Ltd',
  })
})

test('the log tells who turned which switch', async () => {
  await save(primary, { housing: true })
  await save(primary, { housing: false })
  await save(primary, { housing: false })
  const entries = await world.rows(
    `select causer_id, event, properties from activity_log
     where organization_id = $1 and log_name = 'organizations' order by id desc limit 2`,
    [home],
  )
  expect(entries[0]).toMatchObject({
    causer_id: primary.id,
    event: 'updated',
    properties: { old: { housing: true }, new: { housing: false } },
  })
  expect(entries[1]).not.toMatchObject(entries[0] as object)
})
