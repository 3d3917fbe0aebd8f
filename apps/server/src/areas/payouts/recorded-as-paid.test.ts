// @tests long
import { contract } from '@mshahara/contract'
import { describe, expect, it } from 'vitest'
import {
  actsOf,
  confirmedRun,
  openPayday,
  openPayer,
  orderShown,
  type Payee,
} from '../../test/payday.ts'

/** Whoever is recorded as paid is paid in no other way, until the record is taken back (C19). */

const { payouts, payrolls, exports } = contract
const payday = await openPayday({ workers: false })
const { work, alone, listOf, request } = actsOf(payday)

async function openRun(people: Payee[]) {
  const payer = await openPayer(payday)
  await alone(payer)
  const { id } = await confirmedRun(payday, payer.primary, people)
  const params = { id }
  const setWay = (way: 'bank' | 'mpesa') =>
    payday.rows(
      `update employees set pay_by = $2, branch_code = '100', account_no = '1300881234',
         phone = '0712881234' where organization_id = $1`,
      [payer.organization_id, way],
    )
  return {
    payer,
    id,
    setWay,
    record: (paid_on = '2026-02-27') =>
      payer.finance.call(payrolls.setPayment, { params, body: { paid_on } }),
    makeFile: (filter = {}) =>
      payer.finance.call(exports.make, {
        params,
        body: { filter, type: 'bank', extension: 'csv' },
      }),
    preview: async () => (await payer.finance.call(payouts.preview, { params })).body,
    pay: () => orderShown(payer.finance, id),
  }
}

const recorded = {
  count: 0,
  left_out: [{ reason: expect.stringContaining('The day of payment is recorded') }],
}

describe('people who are paid by M-PESA', () => {
  it('are offered with the word that the day of payment does not speak of them', async () => {
    const { record, preview } = await openRun([{ phone: '0712881003' }])
    const { digest, warnings } = await preview()
    expect(warnings).toEqual([])
    await record()
    const shown = await preview()
    expect(shown).toMatchObject({ count: 1 })
    expect(shown.warnings).toEqual([
      expect.stringMatching(
        /is recorded: 27 February, 2026\. It speaks of .* not of these people: /,
      ),
    ])
    expect(shown.digest).not.toBe(digest)
  })
})

describe('a bank file', () => {
  const people = [{ account: '1300881001' }, { account: '1300881002' }]

  it('is not made of those whom a day of payment says to be paid', async () => {
    const { record, makeFile } = await openRun(people)
    await record()
    const refused = await makeFile()
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringContaining('The day of payment of this payroll is recorded'),
    ])
    await record('')
    expect((await makeFile()).status).toBe(200)
  })

  it('nor once more, where one was made before the day was recorded', async () => {
    const { record, makeFile } = await openRun(people)
    expect((await makeFile()).status).toBe(200)
    await record()
    expect((await makeFile()).status).toBe(422)
  })

  it('that was read before and is kept after is refused by the database', async () => {
    const { id, record, makeFile } = await openRun(people)
    await makeFile()
    await record()
    const claim = payday.rows(
      `with f as (insert into byproducts (organization_id, payroll_id, type, extension, name,
           known_as, file, bytes, sha256, made_by)
         select organization_id, payroll_id, type, extension, name, known_as, 'x' || file, bytes,
           sha256, made_by from byproducts where payroll_id = $1 returning organization_id, id)
       insert into bank_file_claims (organization_id, byproduct_id, slip_id, account_no, bank_code)
       select f.organization_id, f.id, s.id, e.account_no, e.bank_code
       from f join payslips s on s.payroll_id = $1 join employees e on e.id = s.employee_id`,
      [id],
    )
    await expect(claim).rejects.toMatchObject({ constraint: 'bank_file_claims_once' })
  })
})

describe('a payslip by M-PESA of somebody who was then paid by bank, on a recorded day', () => {
  it('is not offered when they are back at M-PESA', async () => {
    const { payer, id, setWay, record, preview, pay } = await openRun([{ phone: '0712880001' }])
    await setWay('bank')
    expect((await record()).status).toBe(200)
    await setWay('mpesa')
    expect(await preview()).toMatchObject(recorded)
    expect((await pay()).status).toBe(422)
    // Taken back, it is told to whoever pays.
    await record('')
    const { count, warnings } = await preview()
    expect([count, warnings]).toEqual([1, [expect.stringContaining('removed the day of payment')]])
    expect((await pay()).status).toBe(200)
    await work()
    expect(await listOf(payer, id)).toMatchObject([{ status: 'paid' }])
  })

  it('nor where an instruction had failed before, by Retry or by a statement', async () => {
    const { payer, id, setWay, record, preview, pay } = await openRun([{ phone: '0712880002' }])
    await pay()
    await work()
    const [failed] = await listOf(payer, id)
    expect(failed?.status).toBe('failed')
    await setWay('bank')
    await record()
    await setWay('mpesa')
    expect(await preview()).toMatchObject(recorded)
    const retry = await payer.finance.call(payouts.retry, { params: { id: failed?.id ?? '' } })
    expect(retry.status).toBe(422)
    const again = payday.rows(
      `insert into payout_attempts (organization_id, payout_id, slip_id, attempt_no, integration_id,
         provider, key, amount, name, account, bank, narration)
       select organization_id, payout_id, slip_id, 2, integration_id, provider, 'another', amount,
         name, account, bank, narration from payout_attempts where organization_id = $1`,
      [payer.organization_id],
    )
    await expect(again).rejects.toMatchObject({ constraint: 'payout_attempts_once' })
  })

  it('nor where they came to the bank after the day was recorded', async () => {
    const { setWay, record, preview } = await openRun([{ phone: '0712880003' }])
    await record()
    expect(await preview()).toMatchObject({ count: 1 })
    await setWay('bank')
    expect(await preview()).toMatchObject(recorded)
    await setWay('mpesa')
    expect(await preview()).toMatchObject(recorded)
    await record('')
    expect(await preview()).toMatchObject({ count: 1, warnings: [expect.any(String)] })
  })

  it('is not recorded as paid while M-PESA may pay it', async () => {
    const { setWay, record, pay } = await openRun([{ phone: '0712880004' }])
    await pay()
    await setWay('bank')
    expect(await record()).toMatchObject({
      status: 422,
      body: { errors: { paid_on: [expect.stringContaining('under way')] } },
    })
  })

  it('is what an order from before does not know of', async () => {
    const payer = await openPayer(payday)
    const { id } = await confirmedRun(payday, payer.primary, [{ phone: '0712880005' }])
    const params = { id: (await request(payer, id)).request?.id ?? '' }
    const day = (paid_on: string) =>
      payer.finance.call(payrolls.setPayment, { params: { id }, body: { paid_on } })
    const setWay = (way: string) =>
      payday.rows('update employees set pay_by = $2 where organization_id = $1', [
        payer.organization_id,
        way,
      ])
    await setWay('bank')
    await day('2026-02-27')
    await setWay('mpesa')
    await day('')
    expect((await payer.primary.call(payouts.approve, { params })).status).toBe(409)
  })
})

it('those who are paid by M-PESA all along are not what a day of payment speaks of', async () => {
  const { record, preview } = await openRun([{ phone: '0712880006' }, { account: '1300881003' }])
  await record()
  expect(await preview()).toMatchObject({ count: 1, ways: [{ method: 'mpesa' }] })
})

it('what a day of payment speaks of is written by nobody but the database', async () => {
  const { payer, record } = await openRun([{ account: '1300881004' }])
  await record()
  const { organization_id, finance } = payer
  for (const statement of [
    'delete from payments_recorded',
    'update payments_recorded set removed_id = null',
    'insert into payments_recorded (payroll_id, slip_id) select payroll_id, id from payslips',
  ]) {
    const act = payday.parts.db.inOrg({ organization_id, user_id: finance.id }, (tx) =>
      tx.$client.query(statement),
    )
    await expect(act).rejects.toMatchObject({ code: '42501' })
  }
})
