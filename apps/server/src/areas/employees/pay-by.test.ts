import { contract } from '@mshahara/contract'
import { beforeAll, expect, test } from 'vitest'
import { employeeBody } from '../../test/office.ts'
import { dataUrl, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** How somebody is paid (C13), and when that last changed. */

const { create, update, get } = contract.employees
const world = await openWorld()
let primary: Caller
beforeAll(async () => {
  primary = await world.as('primary', await world.addOrganization())
})

test('by bank unless the record says M-PESA, which needs a Kenyan mobile number', async () => {
  const plain = await primary.call(create, { body: employeeBody() })
  expect(plain.body).toMatchObject({ pay_by: 'bank', payee_changed_at: null })
  const abroad = { ...employeeBody(), pay_by: 'mpesa', phone: '+447911123456' } as const
  const refused = await primary.call(create, { body: abroad })
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['phone']])
  const paid = { ...employeeBody(), pay_by: 'M-PESA', phone: '0712 345 678' }
  const reply = await primary.call(create, { body: paid as never })
  expect(reply.body).toMatchObject({ pay_by: 'mpesa', warnings: expect.any(Array) })
  expect(reply.body.warnings.join()).not.toContain('No bank account')
  const params = { id: reply.body.id }
  const without = await primary.call(update, { params, body: { phone: '' } })
  expect([without.status, Object.keys(without.body.errors ?? {})]).toEqual([422, ['phone']])
})

test('a change of account, phone or way is dated; anything else is not', async () => {
  const { body } = await primary.call(create, {
    body: { ...employeeBody(), phone: '0712345678' },
  })
  const params = { id: body.id }
  const changed = async (change: object) => {
    world.pass(3600)
    await primary.call(update, { params, body: change })
    const { payee_changed_at } = (await primary.call(get, { params })).body
    return payee_changed_at === world.parts.clock.now().toISOString()
  }
  expect(await changed({ address: 'Nakuru' })).toBe(false)
  expect(await changed({ account_no: '0011223399' })).toBe(true)
  // Only what that way of being paid needs.
  expect(await changed({ phone: '0722345678' })).toBe(false)
  expect(await changed({ pay_by: 'mpesa' })).toBe(true)
  expect(await changed({ pay_by: 'mpesa' })).toBe(false)
  const [entry] = await world.rows(
    `select properties from activity_log where subject_id = $1 and event = 'updated'
     order by id desc limit 1`,
    [params.id],
  )
  expect(entry.properties).toEqual({ old: { pay_by: 'bank' }, new: { pay_by: 'mpesa' } })
  expect(await changed({ branch_name: 'Karen' })).toBe(false)
  expect(await changed({ phone: '0733345678' })).toBe(true)
})

test('an upload takes it as people write it, and refuses M-PESA without a mobile number', async () => {
  const headings = ['First Name', 'Last Name', 'ID Number', 'Salary', 'Employment Date', 'Phone']
  const send = (rows: [id: string, phone: string, way: string][], dry?: '1') => {
    const people = rows.map(([id, phone, way]) => [
      ...['Amani', 'Njoroge', id, 50_000, '2026-01-05', phone, way],
    ])
    const body = { file: dataUrl(xlsx([[...headings, 'Mode of Payment'], ...people])) }
    return primary.call(contract.employees.upload, { ...(dry && { query: { dry } }), body })
  }
  const ways = ['M-Pesa', 'mpesa', 'Mobile Money', 'bank', ''] as const
  const good = ways.map((way, n): [string, string, string] => [`77000${n}`, '0712345678', way])
  expect((await send(good)).body).toMatchObject({ created: 5 })
  const kept = await world.rows(
    `select pay_by from employees where id_number like '77000_' order by id_number`,
  )
  expect(kept.map(({ pay_by }) => pay_by)).toEqual(['mpesa', 'mpesa', 'mpesa', 'bank', 'bank'])
  const bad: Parameters<typeof send>[0] = [
    ['770010', '', 'M-PESA'],
    ['770011', '+447911123456', 'M-PESA'],
    ['770012', '0712345678', 'Cheque'],
  ]
  const { faults } = (await send(bad, '1')).body
  expect(faults.map(({ row, column }) => `${row} ${column}`)).toEqual([
    '2 Phone',
    '3 Phone',
    '4 Pay By',
  ])
})
