// @tests long
import { contract } from '@mshahara/contract'
import { describe, expect, it } from 'vitest'
import { actsOf, confirmedRun, openPayday, openPayer, type Payer } from '../../test/payday.ts'

/**
 * An order may wait for hours before it is sent. What the record says of the payee by then counts:
 * money goes neither to an account that was given up nor to somebody who is held back since.
 */

const { payouts, employees, exports, notifications } = contract
const payday = await openPayday({ workers: false })
const { work, alone, listOf, statusesOf, request } = actsOf(payday)

/** Ordered, and not sent yet. */
async function waitingOrder(...phones: [string, string]) {
  const payer = await openPayer(payday)
  await alone(payer)
  const people = phones.map((phone, place) => ({ phone, name: ['Amina', 'Baraka'][place] }))
  const { id } = await confirmedRun(payday, payer.primary, people)
  const made = await payer.finance.call(payouts.make, { params: { id } })
  expect(made.status, made.body.message).toBe(200)
  return { payer, id, params: { params: { id } } }
}

const personOf = async ({ organization_id }: Payer, name: string): Promise<string> => {
  const [row] = await payday.rows(
    'select id from employees where organization_id = $1 and first_name = $2',
    [organization_id, name],
  )
  return row.id
}

const edit = async (payer: Payer, name: string, body: object) => {
  const params = { id: await personOf(payer, name) }
  const reply = await payer.primary.call(employees.update, { params, body })
  expect(reply.status, reply.body.message).toBe(200)
}

const setStatus = async (payer: Payer, name: string, status: 'suspended' | 'active') => {
  const params = { id: await personOf(payer, name) }
  const reply = await payer.primary.call(employees.status, { params, body: { status } })
  expect(reply.status, reply.body.message).toBe(200)
}
const suspend = (payer: Payer, name: string) => setStatus(payer, name, 'suspended')

const arrived = async (number: string) =>
  (await payday.simulator.ledger()).movements.filter(({ party }) => party.endsWith(number)).length

describe('what was ordered and not sent', () => {
  it('does not go to the number from before a change, and the rest goes', async () => {
    const { payer, id, params } = await waitingOrder('0712801101', '0712801102')
    await edit(payer, 'Baraka', { phone: '0712801199' })
    await work()
    expect(await statusesOf(payer, id)).toEqual(['paid', 'failed'])
    expect([await arrived('801102'), await arrived('801199')]).toEqual([0, 0])
    expect((await listOf(payer, id))[1]?.told).toBe(
      'The account on record was changed before this was sent. Look at it in "Make Payments".',
    )
    const { digest, changed } = (await payer.finance.call(payouts.preview, params)).body
    expect(changed).toMatchObject([{ employee: { name: 'Baraka Mwangi' } }])
    const made = await payer.finance.call(payouts.make, { ...params, body: { digest } })
    expect(made.status, made.body.message).toBe(200)
    await work()
    expect([await arrived('801102'), await arrived('801199')]).toEqual([0, 1])
    const { data } = (await payer.finance.call(notifications.list)).body
    expect(data.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('1 payout has failed in the payroll for February 2026'),
    )
  })

  it('goes to nobody who was suspended since, unless they are ticked', async () => {
    const { payer, id, params } = await waitingOrder('0712802201', '0712802202')
    await suspend(payer, 'Amina')
    await work()
    expect([await arrived('802201'), await arrived('802202')]).toEqual([0, 1])
    const [failed] = await listOf(payer, id)
    const retried = await payer.finance.call(payouts.retry, { params: { id: failed?.id ?? '' } })
    expect([retried.status, retried.body.message]).toEqual([
      422,
      'Suspended since this payroll was confirmed. If it is due, tick it in "Make Payments" instead.',
    ])
    const { leavers, digest } = (await payer.finance.call(payouts.preview, params)).body
    expect(leavers).toMatchObject([{ why: 'Suspended', left_on: null, ticked: false }])
    const body = { digest, leavers: leavers.map(({ payslip_id }) => payslip_id) }
    expect((await payer.finance.call(payouts.make, { ...params, body })).status).toBe(200)
    await work()
    expect(await statusesOf(payer, id)).toEqual(['paid', 'paid'])
  })

  it('goes to nobody who was suspended again after a retry, ticked though they were before', async () => {
    const payer = await openPayer(payday)
    await alone(payer)
    // The first number is one that the provider refuses.
    const people = [{ phone: '0712700002', name: 'Amina' }]
    const { id } = await confirmedRun(payday, payer.primary, people)
    await suspend(payer, 'Amina')
    const params = { params: { id } }
    const { leavers, digest } = (await payer.finance.call(payouts.preview, params)).body
    const body = { digest, leavers: leavers.map(({ payslip_id }) => payslip_id) }
    expect((await payer.finance.call(payouts.make, { ...params, body })).status).toBe(200)
    await work()
    expect((await listOf(payer, id))[0]?.told).not.toContain('Suspended')
    await setStatus(payer, 'Amina', 'active')
    await edit(payer, 'Amina', { phone: '0712802299' })
    const [failed] = await listOf(payer, id)
    const retried = await payer.finance.call(payouts.retry, { params: { id: failed?.id ?? '' } })
    expect(retried.status, retried.body.message).toBe(200)
    await suspend(payer, 'Amina')
    await work()
    expect(await arrived('802299')).toBe(0)
    expect((await listOf(payer, id))[0]?.told).toBe(
      'Suspended, or found to have left, before this was sent. Look at it in "Make Payments".',
    )
  })

  it('goes to nobody of whom it was found out that they had left', async () => {
    const { payer, id } = await waitingOrder('0712803301', '0712803302')
    await payday.rows(
      `update employees set status = 'terminated', termination_date = '2026-01-31' where id = $1`,
      [await personOf(payer, 'Baraka')],
    )
    await work()
    expect(await statusesOf(payer, id)).toEqual(['paid', 'failed'])
  })
})

describe('somebody who was suspended after the payroll was confirmed', () => {
  it('is named and ticked before anything is ordered, and both see it', async () => {
    const payer = await openPayer(payday)
    const { id } = await confirmedRun(payday, payer.primary, [
      { phone: '0712804401', name: 'Amina' },
      { phone: '0712804402', name: 'Baraka' },
    ])
    await suspend(payer, 'Amina')
    const shown = (await payer.finance.call(payouts.preview, { params: { id } })).body
    expect(shown).toMatchObject({
      count: 1,
      left_out: [{ reason: 'Suspended since this payroll was confirmed. Paid only when ticked.' }],
    })
    const leavers = shown.leavers.map(({ payslip_id }) => payslip_id)
    const body = { digest: shown.digest, leavers }
    await payer.finance.call(payouts.make, { params: { id }, body })
    const { data } = (await payer.primary.call(notifications.list)).body
    expect(data[0]?.text).toContain('Suspended or inactive: Amina Mwangi.')
  })

  it('makes what was asked for before be asked for again', async () => {
    const payer = await openPayer(payday)
    const { id } = await confirmedRun(payday, payer.primary, [
      { phone: '0712805501', name: 'Amina' },
    ])
    const asked = await request(payer, id)
    await suspend(payer, 'Amina')
    const params = { id: asked.request?.id ?? '' }
    expect((await payer.primary.call(payouts.approve, { params })).status).toBe(409)
  })

  it('is left out of a bank file, and named', async () => {
    const payer = await openPayer(payday)
    const { id } = await confirmedRun(payday, payer.primary, [
      { account: '1300701234', name: 'Dalila' },
      { account: '1300701235', name: 'Esther' },
    ])
    await suspend(payer, 'Dalila')
    const body = { filter: {}, type: 'bank', extension: 'csv' } as const
    const made = await payer.finance.call(exports.make, { params: { id }, body })
    expect(made.body.rows).toBe(1)
    expect(made.body.notes[0]).toMatchObject({
      title: 'Now suspended or inactive: to be paid by name, not by a file',
      left_out: true,
      people: [{ name: 'Dalila Mwangi' }],
    })
  })

  it('is named where a day of payment is recorded, to whoever records it and the others', async () => {
    const payer = await openPayer(payday)
    const { id } = await confirmedRun(payday, payer.primary, [
      { account: '1300805601', name: 'Amina' },
      { account: '1300805602', name: 'Baraka' },
    ])
    await suspend(payer, 'Amina')
    const saved = await payer.finance.call(contract.payrolls.setPayment, {
      params: { id },
      body: { paid_on: '2026-02-27' },
    })
    expect(saved.body.message).toBe(
      'Day of payment saved successfully. Held back, and recorded as paid with the others: Amina ' +
        'Mwangi (Suspended).',
    )
    const { data } = (await payer.primary.call(notifications.list)).body
    expect(data[0]?.text).toContain('recorded as paid with the others: Amina Mwangi (Suspended).')
  })
})

it('somebody who can pay although their contract is over is named where money is paid', async () => {
  const payer = await openPayer(payday)
  const { id } = await confirmedRun(payday, payer.primary, [{ phone: '0712806601', name: 'Amina' }])
  await payday.rows(
    `update employees set tos = 'Contract', termination_date = '2026-03-01' where id = $1`,
    [await personOf(payer, 'Amina')],
  )
  const warnings = async () =>
    (await payer.finance.call(payouts.preview, { params: { id } })).body.warnings
  expect(await warnings()).toEqual([])
  await payday.rows(
    `update memberships set employee_id = $2 where organization_id = $1 and role = 'finance'`,
    [payer.organization_id, await personOf(payer, 'Amina')],
  )
  expect(await warnings()).toEqual([expect.stringContaining('can still pay: Amina Mwangi.')])
})

describe('cents that one bank pays and another does not', () => {
  const move = async (payer: Payer, account_no: string, bank_code: string) =>
    payday.rows('update employees set bank_code = $2, account_no = $3 where id = $1', [
      await personOf(payer, 'Amina'),
      bank_code,
      account_no,
    ])
  const own = { account: '01109999998888', bank_code: '11' }
  const other = { account: '1300701234', bank_code: '01' }

  it.each([
    [own, other],
    [other, own],
  ])('are ordered anew when the account has changed before it was sent', async (from, to) => {
    const payer = await openPayer(payday, 'coop')
    await alone(payer)
    const person = { ...from, name: 'Amina', salary: 51_234.57 }
    const { id } = await confirmedRun(payday, payer.primary, [person])
    const params = { params: { id } }
    expect((await payer.finance.call(payouts.make, params)).status).toBe(200)
    await move(payer, to.account, to.bank_code)
    await work()
    const { digest, total } = (await payer.finance.call(payouts.preview, params)).body
    const made = await payer.finance.call(payouts.make, { ...params, body: { digest } })
    expect([made.status, made.body.count]).toEqual([200, 1])
    await work()
    expect(await statusesOf(payer, id)).toEqual(['paid'])
    const attempts = await payday.rows(
      'select amount::float8 as amount, state from payout_attempts where organization_id = $1 order by number',
      [payer.organization_id],
    )
    expect(attempts).toEqual([
      { amount: expect.any(Number), state: 'failed' },
      { amount: total, state: 'paid' },
    ])
    const amounts = new Set(attempts.map(({ amount }) => amount))
    expect(amounts.size).toBe(2)
  })
})

it('a payroll whose only instructions were withdrawn unsent can be reversed', async () => {
  const { payer, id, params } = await waitingOrder('0712807701', '0712807702')
  const reverse = () =>
    payer.primary.call(contract.payrolls.reverse, { ...params, body: { reason: 'A wrong salary' } })
  expect((await reverse()).status).toBe(422)
  await payer.finance.call(payouts.withdraw, params)
  const reply = await reverse()
  expect(reply.status, reply.body.message).toBe(200)
  await work()
  expect([await arrived('807701'), await arrived('807702')]).toEqual([0, 0])
  expect(await statusesOf(payer, id)).toEqual(['failed', 'failed'])
})
