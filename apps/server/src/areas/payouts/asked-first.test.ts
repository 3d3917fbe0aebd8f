// @tests long
import { randomBytes } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { describe, expect, it } from 'vitest'
import {
  actsOf,
  confirmedRun,
  openPayday,
  openPayer,
  orderShown,
  type Payer,
} from '../../test/payday.ts'

/** Who may have been paid is instructed again only after the provider, asked, has said no (C19). */

const { payouts, payrolls } = contract
const payday = await openPayday({ workers: false })
const { work, statusesOf, listOf, alone } = actsOf(payday)

const post = (path: string, body: object) =>
  fetch(`${payday.parts.config.publicUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const arrived = async (digits: string) =>
  (await payday.simulator.ledger()).movements.filter(
    ({ party, state }) => party.endsWith(digits) && state === 'paid',
  )
const setPhone = ({ organization_id }: Payer, phone: string) =>
  payday.rows('update employees set phone = $2 where organization_id = $1', [
    organization_id,
    phone,
  ])

const make = async ({ finance }: Payer, id: string) => {
  const made = await finance.call(payouts.make, { params: { id } })
  expect(made.status, made.body.message).toBe(200)
}

/** Paid by M-PESA without a word, and then said at the true address to have failed. */
async function reportedAsFailed(phone: string) {
  const payer = await openPayer(payday)
  await alone(payer)
  const { id } = await confirmedRun(payday, payer.primary, [{ phone }])
  const since = (await payday.simulator.log()).at(-1)?.id ?? 0
  await make(payer, id)
  // Only sent: what is reported has to be asked about before anything else happens.
  await work(60)
  const sent = (await payday.simulator.log(since)).find(({ url }) => url?.includes('b2c'))
  const asked = sent?.body as Record<string, string>
  const answer = sent?.answer as Record<string, string>
  const report = {
    Result: {
      ResultType: 0,
      ResultCode: 2040,
      ResultDesc: 'Credit Party customer type is not supported.',
      OriginatorConversationID: asked.OriginatorConversationID,
      ConversationID: answer.ConversationID,
      TransactionID: 'UKF5YB2C3D',
    },
  }
  expect((await post(new URL(asked.ResultURL ?? '').pathname, report)).status).toBe(200)
  return { payer, id, params: { params: { id } } }
}

/** Hears what has come, and asks nobody. */
const listen = async () => {
  const { payouts: area } = await import('./index.ts')
  const heard = area.pollers?.(payday.parts).find(({ name }) => name === 'payouts.callbacks')
  for (let next = await heard?.next(); next; next = await heard?.next()) await next()
}

describe('a failure that was only reported', () => {
  it('is no reason for Make Payments to pay another number', async () => {
    const { payer, id, params } = await reportedAsFailed('0712910005')
    await listen()
    expect(await statusesOf(payer, id)).toEqual(['processing'])
    await setPhone(payer, '0712919999')
    const preview = (await payer.finance.call(payouts.preview, params)).body
    expect(preview).toMatchObject({
      count: 0,
      left_out: [{ reason: expect.stringContaining('May have been paid already') }],
    })
    expect((await payer.finance.call(payouts.make, params)).status).toBe(422)
    await work()
    // Asked, M-PESA says that it was paid: the report was wrong, which somebody should see.
    expect(await listOf(payer, id)).toMatchObject([
      { status: 'paid', alarm: expect.any(String), account: '254712910005' },
    ])
    expect((await payer.finance.call(payouts.make, params)).status).toBe(422)
    await work()
    expect([await arrived('910005'), await arrived('919999')]).toMatchObject([[{}], []])
  })

  it('keeps the person out of a bank file and of Retry until it is known', async () => {
    const { payer, id, params } = await reportedAsFailed('0712920005')
    await listen()
    await payday.rows(
      `update employees set pay_by = 'bank', bank_code = '01', branch_code = '100',
         account_no = '1300009999' where organization_id = $1`,
      [payer.organization_id],
    )
    const file = await payer.finance.call(contract.exports.make, {
      params: { id },
      body: { type: 'bank', extension: 'csv' },
    })
    expect([file.status, file.body.message]).toEqual([
      422,
      'Nobody is left for a bank file: they have been paid already, or their payment is under way.',
    ])
    const [row] = await listOf(payer, id)
    await payer.finance.call(payouts.retry, { params: { id: row?.id ?? '' } })
    await work()
    expect(await statusesOf(payer, id)).toEqual(['paid'])
    expect(await arrived('920005')).toHaveLength(1)
    expect((await payer.finance.call(payouts.make, params)).status).toBe(422)
  })

  it('is a failure once the provider, asked, says the same; then another number is paid', async () => {
    const payer = await openPayer(payday)
    await alone(payer)
    const { id } = await confirmedRun(payday, payer.primary, [{ phone: '0712930002' }])
    await make(payer, id)
    await work()
    expect(await statusesOf(payer, id)).toEqual(['failed'])
    await setPhone(payer, '0712939999')
    const made = await orderShown(payer.finance, id)
    expect(made.status, made.body.message).toBe(200)
    await work()
    expect([await arrived('930002'), await arrived('939999')]).toMatchObject([[], [{}]])
  })

  it('is a person’s to decide when no question is answered', async () => {
    const { payer, id } = await reportedAsFailed('0712940005')
    await listen()
    await payday.rows(
      `update payout_attempts set asks = 12, ask_at = now() + interval '1 hour'
       where organization_id = $1`,
      [payer.organization_id],
    )
    await work(60)
    expect(await listOf(payer, id)).toMatchObject([
      { status: 'review', alarm: expect.stringContaining('does not confirm') },
    ])
  })

  it('is refused another instruction by the database, whoever writes it', async () => {
    const { payer, id } = await reportedAsFailed('0712950005')
    await listen()
    const again = payday.rows(
      `insert into payout_attempts (organization_id, payout_id, slip_id, attempt_no, integration_id,
         provider, key, amount, name, account, bank, narration)
       select organization_id, payout_id, slip_id, 2, integration_id, provider, 'another', amount,
         name, '254712959999', bank, narration from payout_attempts where organization_id = $1`,
      [payer.organization_id],
    )
    await expect(again).rejects.toMatchObject({ constraint: 'payout_attempts_once' })
    expect(await statusesOf(payer, id)).toEqual(['processing'])
  })
})

it('the address of a result is not that of an answer, by whatever letter', async () => {
  const payer = await openPayer(payday)
  await alone(payer)
  const { id } = await confirmedRun(payday, payer.primary, [{ phone: '0712990005' }])
  const since = (await payday.simulator.log()).at(-1)?.id ?? 0
  await make(payer, id)
  await work(60)
  const sent = (await payday.simulator.log(since)).find(({ url }) => url?.includes('b2c'))
  const { ResultURL } = (sent?.body ?? {}) as Record<string, string>
  const result = new URL(ResultURL ?? '').pathname
  const answer = result.replace('/hooks/r/', '/hooks/q/')
  const told = [{ Key: 'TransactionStatus', Value: 'Failed' }]
  const body = { Result: { ResultCode: 0, ResultParameters: { ResultParameter: told } } }
  expect((await post(answer, body)).status).toBe(404)
  await listen()
  expect(await statusesOf(payer, id)).toEqual(['processing'])
})

describe('a bank’s one address for all its payments', () => {
  const success = (key: string, amount: number) => ({
    transactionReference: key,
    transactionStatus: 'SUCCESS',
    transactionMessage: 'Transaction successful',
    ftReference: `FT${randomBytes(5).toString('hex')}`,
    merchantId: 'invented',
    amount: String(amount),
    beneficiaryAccountNumber: '',
  })

  async function throughKcb(account: string) {
    const payer = await openPayer(payday)
    await alone(payer)
    const { id } = await confirmedRun(payday, payer.primary, [{ account }])
    const [{ url }] = (await payer.operator
      .call(contract.integrations.list, {
        params: { id: payer.organization_id },
      })
      .then(({ body }) =>
        (body as { callback_url: string | null }[]).flatMap(({ callback_url }) =>
          callback_url ? [{ url: callback_url }] : [],
        ),
      )) as [{ url: string }]
    return { payer, id, hook: new URL(url).pathname }
  }

  /** The server was killed before it could keep what the bank calls the payment. */
  const loseAcknowledgement = ({ organization_id }: Payer) =>
    payday.rows('update payout_attempts set provider_ref = null where organization_id = $1', [
      organization_id,
    ])

  it('takes a forged success for a question, which the bank answers itself', async () => {
    const { payer, id, hook } = await throughKcb('1300960002')
    await make(payer, id)
    await work()
    const [failed] = await listOf(payer, id)
    expect(failed?.status).toBe('failed')
    await loseAcknowledgement(payer)
    const key = failed?.meta['Our reference'] ?? ''
    await post(hook, success(key, failed?.amount ?? 0))
    await listen()
    expect(await listOf(payer, id)).toMatchObject([
      { status: 'processing', reference: null, alarm: expect.any(String) },
    ])
    payday.pass(70)
    await work()
    expect(await statusesOf(payer, id)).toEqual(['failed'])
    expect(await arrived('960002')).toEqual([])
  })

  it('tells of a payment that is then asked about, and its id counts for nothing', async () => {
    const { payer, id, hook } = await throughKcb('1300970005')
    await make(payer, id)
    await work(60)
    await loseAcknowledgement(payer)
    const [open] = await listOf(payer, id)
    await post(hook, success(open?.meta['Our reference'] ?? '', open?.amount ?? 0))
    await work()
    const [paid] = await listOf(payer, id)
    const [movement] = await arrived('970005')
    expect(paid).toMatchObject({ status: 'paid', alarm: null, reference: movement?.receipt })
    const [kept] = await payday.rows(
      'select provider_ref from payout_attempts where organization_id = $1',
      [payer.organization_id],
    )
    expect(kept.provider_ref).not.toBe('invented')
  })
})

describe('a day of payment entered by hand', () => {
  const setPaid = ({ finance }: Payer, id: string, paid_on: string | null) =>
    finance.call(payrolls.setPayment, { params: { id }, body: { paid_on } as never })

  it('waits until every instruction of the bank has ended, and then ends Retry', async () => {
    const payer = await openPayer(payday)
    await alone(payer)
    const { id } = await confirmedRun(payday, payer.primary, [{ account: '1300980002' }])
    await make(payer, id)
    expect(await setPaid(payer, id, '2026-02-28')).toMatchObject({
      status: 422,
      body: { errors: { paid_on: [expect.stringContaining('under way')] } },
    })
    await work()
    expect((await setPaid(payer, id, '2026-02-28')).status).toBe(200)
    const [failed] = await listOf(payer, id)
    const retried = await payer.finance.call(payouts.retry, { params: { id: failed?.id ?? '' } })
    expect([retried.status, retried.body.message]).toEqual([
      422,
      expect.stringContaining('paid in another way'),
    ])
    expect((await payer.finance.call(payouts.make, { params: { id } })).status).toBe(422)
    // Paid by bank, whatever the record says now.
    await payday.rows(
      `update employees set pay_by = 'mpesa', phone = '0712989999' where organization_id = $1`,
      [payer.organization_id],
    )
    expect((await payer.finance.call(payouts.make, { params: { id } })).status).toBe(422)
  })
})
