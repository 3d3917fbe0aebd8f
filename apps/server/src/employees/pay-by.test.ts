import { contract } from '@mshahara/contract'
import { beforeAll, expect, test } from 'vitest'
import { employeeBody } from '../test/office.ts'
import { type Caller, openWorld } from '../test/world.ts'

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
  expect(await changed({ phone: '0722345678' })).toBe(true)
  expect(await changed({ pay_by: 'mpesa' })).toBe(true)
  expect(await changed({ pay_by: 'mpesa' })).toBe(false)
  const [entry] = await world.rows(
    `select properties from activity_log where subject_id = $1 and event = 'updated'
     order by id desc limit 1`,
    [params.id],
  )
  expect(entry.properties).toEqual({ old: { pay_by: 'bank' }, new: { pay_by: 'mpesa' } })
})
