// @tests long
import { contract } from '@mshahara/contract'
import { expect, it } from 'vitest'
import { fetchFile } from '../../test/exported.ts'
import { actsOf, confirmedRun, openPayday, openPayer, type Payer } from '../../test/payday.ts'

/** A bank file pays the people in it: nobody pays them from here as well (C19). */

const { payouts, payrolls } = contract
const payday = await openPayday({ workers: false })
const { work, listOf, statusesOf, alone } = actsOf(payday)

/** Of the newest file of a run. */
async function notUsed({ primary, finance }: Payer, id: string) {
  const [file] = (await primary.call(contract.exports.byproducts, { params: { id } })).body
  return finance.call(contract.exports.notUsed, { params: { id: file?.id ?? '' } })
}

it('whoever was paid by file is not paid again, nor the other way round', async () => {
  const payer = await openPayer(payday)
  await alone(payer)
  const { id } = await confirmedRun(payday, payer.primary, [
    { account: '1300003501' },
    { account: '1300003502' },
    { phone: '0712003503' },
  ])
  const file = { filter: {}, type: 'bank', extension: 'csv' } as const
  await payer.finance.call(contract.exports.make, { params: { id }, body: file })
  const claimed = (await payer.finance.call(payouts.preview, { params: { id } })).body
  expect(claimed).toMatchObject({
    count: 1,
    left_out: [{ reason: expect.stringContaining('Is in a bank file') }, {}],
    warnings: [expect.stringContaining('A bank file of this payroll was made on')],
  })
  await notUsed(payer, id)
  await payer.finance.call(payrolls.setPayment, {
    params: { id },
    body: { paid_on: '2026-02-28' },
  })
  const preview = (await payer.finance.call(payouts.preview, { params: { id } })).body
  expect(preview).toMatchObject({
    count: 1,
    left_out_count: 2,
    warnings: [expect.stringMatching(/It speaks of whoever is not paid by M-PESA, and not of/)],
  })
  expect(preview.left_out[0]?.reason).toContain('The day of payment is recorded')
  await payer.finance.call(payrolls.setPayment, { params: { id }, body: { paid_on: '' } })
  await payer.finance.call(payouts.make, { params: { id } })
  await work()
  const again = await payer.finance.call(contract.exports.make, { params: { id }, body: file })
  expect(again.body.message).toBe(
    'Nobody is left for a bank file: they have been paid already, or their payment is under way.',
  )
})

it('a run whose bank file may be at the bank is not reversed, and so not paid again', async () => {
  const payer = await openPayer(payday)
  const { id } = await confirmedRun(payday, payer.primary, [{ account: '1300370001' }])
  const body = { filter: {}, type: 'bank', extension: 'csv' } as const
  await payer.finance.call(contract.exports.make, { params: { id }, body })
  const reverse = () =>
    payer.primary.call(payrolls.reverse, { params: { id }, body: { reason: 'A mistake' } })
  expect(await reverse()).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('may be at the bank') },
  })
  await notUsed(payer, id)
  expect((await reverse()).status).toBe(200)
})

it('a bank file claims the people in it: Retry too waits until it is marked as not used', async () => {
  const payer = await openPayer(payday)
  await alone(payer)
  const { id } = await confirmedRun(payday, payer.primary, [{ account: '1300360002' }])
  await payer.finance.call(payouts.make, { params: { id } })
  await work()
  const [failed] = await listOf(payer, id)
  expect(failed?.status).toBe('failed')
  const move = (account: string) =>
    payday.rows(
      "update employees set account_no = $2, branch_code = '100' where organization_id = $1",
      [payer.organization_id, account],
    )
  await move('1300361234')
  const body = { filter: {}, type: 'kcb-bank', extension: 'csv' } as const
  const made = await payer.finance.call(contract.exports.make, { params: { id }, body })
  // Both ways pay to the account on record, and say that it is not the payslip's.
  expect(made.body.notes).toMatchObject([{ title: expect.stringContaining('was changed after') }])
  const file = await fetchFile(payday, payer.finance, made.body.file?.address ?? '')
  expect(file.body).toContain('1300361234')
  const retry = () => payer.finance.call(payouts.retry, { params: { id: failed?.id ?? '' } })
  expect(await retry()).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('bank file') },
  })
  payday.pass(60)
  await move('1300369999')
  const { warnings } = (await payer.finance.call(payouts.preview, { params: { id } })).body
  expect(warnings.join()).toContain('to another account than the one on record now')
  const raw = payday.rows(
    `insert into payout_attempts (organization_id, payout_id, slip_id, attempt_no, integration_id,
       provider, key, amount, name, account, bank_code, bank, narration)
     select organization_id, payout_id, slip_id, 2, integration_id, provider, 'another', amount,
       name, account, bank_code, bank, narration from payout_attempts where organization_id = $1`,
    [payer.organization_id],
  )
  await expect(raw).rejects.toMatchObject({ constraint: 'payout_attempts_once' })
  const stranger = await payday.as('admin', payer.organization_id)
  expect((await notUsed({ ...payer, finance: stranger }, id)).status).toBe(403)
  expect((await notUsed(payer, id)).status).toBe(200)
  expect((await fetchFile(payday, payer.finance, made.body.file?.address ?? '')).statusCode).toBe(
    410,
  )
  expect((await retry()).status).toBe(200)
  await work()
  expect(await statusesOf(payer, id)).toEqual(['paid'])
})
