// @tests long
import { randomBytes } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { housekeeping } from '../../foundation/jobs/housekeeping.ts'
import {
  confirmedRun,
  openPayday,
  openPayer,
  type Payday,
  payAlone,
  pollersOf,
} from '../../test/payday.ts'

/** Callbacks carry no signature: a forgery, a misfit or a repetition does nothing. */

const { payouts } = contract
let payday: Payday
let work: ReturnType<typeof pollersOf>

beforeAll(async () => {
  payday = await openPayday({ workers: false })
  work = pollersOf(payday)
})

const post = (path: string, body: string | object, type = 'application/json') =>
  fetch(`${payday.parts.config.publicUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** One person, sent, whose result never comes by itself; and the address it was to come to. */
async function waitingPayout(phone: string) {
  const payer = await openPayer(payday)
  await payAlone(payday, payer.organization_id)
  const { id } = await confirmedRun(payday, payer.primary, [{ phone }])
  const since = (await payday.simulator.log()).at(-1)?.id ?? 0
  await payer.finance.call(payouts.make, { params: { id } })
  await work()
  const sent = (await payday.simulator.log(since)).find(({ url }) => url?.includes('b2c'))
  const body = sent?.body as Record<string, string>
  const answer = sent?.answer as Record<string, string>
  const look = async () => (await payer.primary.call(payouts.list, { params: { id } })).body[0]
  const at = (url: string | undefined) => new URL(url ?? '').pathname
  return {
    payer,
    look,
    result: at(body.ResultURL),
    timeout: at(body.QueueTimeOutURL),
    ids: {
      OriginatorConversationID: body.OriginatorConversationID,
      ConversationID: answer.ConversationID,
    },
    amount: Number(body.Amount),
    phone: String(body.PartyB),
  }
}
type Waiting = Awaited<ReturnType<typeof waitingPayout>>

const resultOf = ({ ids, amount, phone }: Waiting, change: object = {}) => ({
  Result: {
    ResultType: 0,
    ResultCode: 0,
    ResultDesc: 'The service request is processed successfully.',
    ...ids,
    TransactionID: 'UKF5YB2C3D',
    ResultParameters: {
      ResultParameter: [
        { Key: 'TransactionAmount', Value: amount },
        { Key: 'TransactionReceipt', Value: `R${randomBytes(5).toString('hex')}` },
        { Key: 'ReceiverPartyPublicName', Value: `${phone} - JANE DOE` },
      ],
    },
    ...change,
  },
})

describe('what does nothing', () => {
  it.each([
    ['an unknown token', () => `/hooks/r/${randomBytes(16).toString('hex')}`],
    ['a short token', () => '/hooks/r/abc'],
    ['another kind', () => `/hooks/x/${randomBytes(16).toString('hex')}`],
    ['a huge token', () => `/hooks/r/${'a'.repeat(3000)}`],
  ])('%s is not found', async (_, path) => {
    const answer = await post(path(), {})
    expect([404, 414]).toContain(answer.status)
    expect(await answer.text()).not.toContain('payout')
  })

  it('a forgery with other ids, another amount or another phone raises an alarm', async () => {
    const waiting = await waitingPayout('0712110005')
    const forged = [
      resultOf(waiting, { OriginatorConversationID: 'another' }),
      resultOf(waiting, { ConversationID: 'AG_20260310_another' }),
      resultOf({ ...waiting, amount: waiting.amount + 1 }),
      resultOf({ ...waiting, phone: '254799999999' }),
    ]
    for (const body of forged) {
      expect((await post(waiting.result, body)).status).toBe(200)
      await work(60)
      expect(await waiting.look()).toMatchObject({
        status: 'processing',
        alarm: expect.stringMatching(/another|reports/),
      })
    }
  })

  it('what nobody can read is answered, kept and harmless', async () => {
    const waiting = await waitingPayout('0712120005')
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const texts = [
      '',
      'not json',
      '{"Result":',
      nested,
      '{"a":"\\u0000\\ud800"}',
      'null',
      '[]',
      '7',
    ]
    for (const text of texts) {
      expect((await post(waiting.result, text, 'text/plain')).status, text.slice(0, 9)).toBe(200)
    }
    await work(60)
    expect(await waiting.look()).toMatchObject({ status: 'processing', alarm: null })
    const kept = await payday.rows(
      `select count(*)::int as count from provider_events
       where applied_at is not null and organization_id = $1`,
      [waiting.payer.organization_id],
    )
    expect(kept[0].count).toBeGreaterThanOrEqual(texts.length)
  })

  it('more than fits is refused before it is read', async () => {
    const waiting = await waitingPayout('0712130005')
    const answer = await post(waiting.result, `"${'x'.repeat(70_000)}"`)
    expect(answer.status).toBe(422)
  })

  it('only so much is kept of what comes to one address', async () => {
    const waiting = await waitingPayout('0712140005')
    const many = Array.from({ length: 70 }, () => post(waiting.result, { noise: true }))
    expect((await Promise.all(many)).every(({ status }) => status === 200)).toBe(true)
    const [{ count }] = await payday.rows(
      'select count(*)::int as count from provider_events where organization_id = $1',
      [waiting.payer.organization_id],
    )
    expect(count).toBe(50)
  })
})

describe('what counts', () => {
  it('a result is applied once, however often it comes, and is never taken back', async () => {
    const waiting = await waitingPayout('0712150005')
    const body = resultOf(waiting)
    await Promise.all(Array.from({ length: 20 }, () => post(waiting.result, body)))
    await work(60)
    const paid = await waiting.look()
    expect(paid).toMatchObject({ status: 'paid', alarm: null })
    await post(waiting.result, {
      Result: { ...body.Result, ResultCode: 1, ResultParameters: undefined },
    })
    await work(60)
    expect(await waiting.look()).toMatchObject({
      status: 'paid',
      reference: paid?.reference,
      alarm: expect.any(String),
    })
  })

  it('a queue timeout is no failure, and its credential is not kept', async () => {
    const waiting = await waitingPayout('0712160005')
    const secret = 'c2VjcmV0LWNyZWRlbnRpYWw='
    await post(waiting.timeout, { ...waiting.ids, SecurityCredential: secret, Amount: 1 })
    await work(60)
    expect(await waiting.look()).toMatchObject({ status: 'processing' })
    const rows = await payday.rows('select body::text as body from provider_events')
    expect(rows.some(({ body }) => body?.includes(secret))).toBe(false)
  })

  it('a receipt pays one payout only', async () => {
    const first = await waitingPayout('0712170005')
    const second = await waitingPayout('0712180005')
    const body = resultOf(first)
    await post(first.result, body)
    await work(60)
    const stolen = resultOf(second)
    stolen.Result.ResultParameters.ResultParameter[1] = body.Result.ResultParameters
      .ResultParameter[1] as { Key: string; Value: string }
    await post(second.result, stolen)
    await work(60)
    expect((await first.look())?.status).toBe('paid')
    expect((await second.look())?.status).toBe('processing')
  })
})

it('goes when it has served its time: evidence after the legal period, nothing that is open', async () => {
  const [open, paid] = [await waitingPayout('0712190005'), await waitingPayout('0712200005')]
  for (const one of [open, paid]) await post(one.result, { noise: true })
  await post(paid.result, resultOf(paid))
  await work(60)
  const kept = async ({ payer }: Waiting) => {
    const [row] = await payday.rows(
      `select (select count(*)::int from provider_hooks where organization_id = $1) as hooks,
         (select count(*)::int from provider_events where organization_id = $1) as events`,
      [payer.organization_id],
    )
    return row
  }
  const untouched = await kept(open)
  const sweepAt = async (time: string) => {
    payday.setTime(time)
    await payday.work(housekeeping)
    return kept(paid)
  }
  expect(await kept(paid)).toMatchObject({ hooks: 1, events: 2 })
  expect(await sweepAt('2026-06-07T00:00:00Z')).toMatchObject({ hooks: 1, events: 2 })
  expect(await sweepAt('2026-06-12T00:00:00Z')).toMatchObject({ hooks: 0, events: 1 })
  expect(await sweepAt('2031-12-31T12:00:00Z')).toMatchObject({ events: 1 })
  expect(await sweepAt('2032-01-02T00:00:00Z')).toMatchObject({ events: 0 })
  expect(await kept(open)).toEqual(untouched)
})
