import { contract } from '@mshahara/contract'
import type { PoolClient } from 'pg'
import { describe, expect, test } from 'vitest'
import { actsOf, confirmedRun, openPayday, openPayer } from '../test/payday.ts'
import { statementsIn } from '../test/statements.ts'

/** Money out, for somebody who got statements of their own into a request. */

const payday = await openPayday({ workers: false })
const { alone, work, request } = actsOf(payday)
const payer = await openPayer(payday)
const run = await confirmedRun(payday, payer.primary, [
  { account: '1300551234' },
  { phone: '0712555678' },
])
const employee = await payday.as('employee', payer.organization_id)
const { inside, refused } = statementsIn(payday, employee)

const denied = { code: '42501' }
const addRequest = `insert into payout_requests (run_id, state, digest, count, total, requested_by,
    requested_name, expires_at, decided_at)
  values ($1, $2, 'x', 9, 999999, app_user(), 'x', app_now() + interval '1 day', app_now())
  returning id`
const addPayout = `insert into payouts (request_id, run_id, slip_id, employee_id, method, net,
    amount)
  select $1, s.payroll_id, s.id, s.employee_id, 'bank', s.net, s.net from payslips s
    join employees e on e.id = s.employee_id
  where s.payroll_id = $2 and e.pay_by = 'bank' returning id`
const instruct = (account = 'e.account_no', amount = 'o.amount') =>
  `insert into payout_attempts (payout_id, request_id, slip_id, attempt_no, integration_id, provider,
    key, amount, name, account, bank_code, bank, narration)
  select o.id, $2, o.slip_id, 1, i.id, i.provider, gen_random_uuid()::text, ${amount}, 'x',
    ${account}, e.bank_code, 'x', 'x'
  from payouts o join employees e on e.id = o.employee_id
    join integrations i on i.type = 'bank' where o.id = $1`

/** All three in one transaction, which is taken back: the code of what refused, or "ordered". */
const wholeOrder = (who: typeof employee, statement = instruct()) =>
  inside(
    async (client) => {
      const id = async (text: string, values: unknown[]) =>
        (await client.query(text, values)).rows[0].id as string
      const asked = await id(addRequest, [run.id, 'approved'])
      const payout = await id(addPayout, [asked, run.id])
      await client.query(statement, [payout, asked])
      return 'ordered'
    },
    'rollback',
    who,
  ).catch((error) => error.code as string)

describe('an order', () => {
  test('is not made in the session of somebody who may not pay, nor in another name', async () => {
    expect(await refused(addRequest, [run.id, 'waiting'])).toEqual(denied)
    expect(await wholeOrder(employee)).toBe('42501')
    const inTheirName = addRequest.replace('app_user()', `'${payer.finance.id}'`)
    expect(await refused(inTheirName, [run.id, 'waiting'])).toEqual(denied)
  })
  test('is not approved by whoever makes it where two people pay', async () => {
    expect(await wholeOrder(payer.finance)).toBe('42501')
    const asked = (await request(payer, run.id)).request?.id ?? ''
    const approve = `update payout_requests set state = 'approved', decided_by = app_user(),
      decided_at = app_now() where id = $1`
    expect(await refused(approve, [asked], payer.finance)).toEqual(denied)
    expect(await refused(approve, [asked])).toEqual(denied)
    expect(await refused(approve, [asked], payer.primary)).toEqual({ rows: [] })
    const raise = 'update payout_requests set total = total + 1 where id = $1'
    expect(await refused(raise, [asked], payer.primary)).toEqual(denied)
    // Agreed to in an earlier transaction, it orders nothing any more.
    await payday.rows(
      `update payout_requests set state = 'approved', decided_at = now() where id = $1`,
      [asked],
    )
    expect(await refused(addPayout, [asked, run.id], payer.finance)).toEqual(denied)
  })
  test('by one who pays alone is for the account and the amount on record', async () => {
    await alone(payer)
    expect(await wholeOrder(payer.finance)).toBe('ordered')
    expect(await wholeOrder(payer.finance, instruct(`'1300999999'`))).toBe('42501')
    expect(await wholeOrder(payer.finance, instruct('e.account_no', 'o.amount - 1'))).toBe('42501')
  })
  test('is not for somebody who left within the month, unless they are ticked', async () => {
    await alone(payer)
    const leave = (day: string | null) =>
      payday.rows('update employees set termination_date = $2 where organization_id = $1', [
        payer.organization_id,
        day,
      ])
    await leave('2026-02-03')
    expect(await wholeOrder(payer.finance)).toBe('42501')
    await leave(null)
    expect(await wholeOrder(payer.finance)).toBe('ordered')
  })
})

test('what became of a payment is said by the provider, not by a statement', async () => {
  await alone(payer)
  await payer.finance.call(contract.payouts.make, { params: { id: run.id } })
  const pay = `update payout_attempts set state = 'paid', settled_at = now(), settled_by = 'question',
    receipt = 'FORGED'`
  const fail = `update payout_attempts set state = 'failed', settled_at = now(),
    settled_by = 'question'`
  const attempts = () =>
    payday.rows('select state from payout_attempts where organization_id = $1', [
      payer.organization_id,
    ])
  for (const who of [employee, payer.finance, payer.primary]) {
    expect(await refused(pay, [], who)).toEqual(denied)
    expect(await refused(fail, [], who)).toEqual(denied)
  }
  expect(await attempts()).toMatchObject([{ state: 'created' }, { state: 'created' }])
  await work()
  expect(await attempts()).toMatchObject([{ state: 'paid' }, { state: 'paid' }])
  const again = async (client: PoolClient) =>
    client.query(
      `insert into payout_attempts (payout_id, request_id, slip_id, attempt_no, integration_id,
         provider, key, amount, name, account, bank_code, bank, narration)
       select payout_id, request_id, slip_id, 2, integration_id, provider, 'x', amount, name, account,
         bank_code, bank, narration from payout_attempts limit 1`,
    )
  await expect(inside(again, 'rollback', payer.finance)).rejects.toMatchObject({
    constraint: 'payout_attempts_once',
  })
})

test('what stands in the way of paying is not cleared away by a statement', async () => {
  const file = { type: 'bank', extension: 'csv' } as never
  const office = await openPayer(payday)
  const { id } = await confirmedRun(payday, office.primary, [{ account: '1300571234' }])
  await office.finance.call(contract.exports.make, { params: { id }, body: file })
  const someone = await payday.as('employee', office.organization_id)
  for (const statement of [
    'delete from byproducts',
    'delete from bank_file_claims',
    `update byproducts set withdrawn_at = now(), withdrawn_by = 'x'`,
    'update byproducts set withdrawn_at = now()',
    `insert into payroll_payments (id, paid_on) values ('${id}', '2026-02-28')`,
  ]) {
    expect([statement, await refused(statement, [], someone)]).toEqual([statement, denied])
  }
})

test('a conclusion about a payment needs two who may pay', async () => {
  const office = await openPayer(payday)
  const conclude = `insert into payout_decisions (attempt_id, paid, reference, reason, decided_by,
      decided_name, agreed_at)
    values (gen_random_uuid(), false, 'x', 'x', app_user(), 'x', app_now())`
  expect(await refused(conclude, [], office.finance)).toEqual(denied)
  expect(await refused(conclude, [])).toEqual(denied)
  // Alone it passes the guard, and only then meets that there is no such payment.
  await alone(office)
  expect(await refused(conclude, [], office.finance)).toEqual({ code: '23503' })
})
