import { beforeAll, describe, expect, test } from 'vitest'
import { type Bench, openBench } from '../test/bench.ts'
import { account, callerOf } from '../test/daraja.ts'

let bench: Bench
let caller: Awaited<ReturnType<typeof callerOf>>

beforeAll(async () => {
  bench = await openBench()
  caller = await callerOf(bench)
})

/** What is known of a prompt once everything has happened. */
async function story(suffix: string) {
  const before = bench.letters.length
  const answer = await caller.push(caller.prompt(`25472234${suffix}`))
  await bench.quiet()
  const said = bench.letters.slice(before).map(({ body }) => body.Body.stkCallback)
  const payment = bench.sim.books.ledger.payments.at(-1)
  const mine = payment?.legs[0]?.party.endsWith(suffix) ? payment : undefined
  const query = mine && (await caller.pushQuery(mine.key))
  return {
    answer: answer.status,
    before: answer.letters - before,
    said: said.map(
      ({ CheckoutRequestID, ResultCode, CallbackMetadata }) =>
        `${CheckoutRequestID === mine?.key ? '' : 'forged '}${ResultCode}` +
        `${CallbackMetadata && CallbackMetadata.Item[0].Value !== 11_000 ? ' wrong' : ''}`,
    ),
    state: mine?.legs[0]?.state,
    asked: query?.body.ResultCode ?? query?.body.errorMessage,
  }
}

describe('what becomes of a prompt', () => {
  const paid = { answer: 200, said: ['0'], state: 'paid', asked: '0' }
  const failed = (code: string) => ({ answer: 200, said: [code], state: 'failed', asked: code })
  test.each<[string, object]>([
    ['4321', paid],
    ['0001', failed('1')],
    ['0002', failed('1032')],
    ['0003', failed('1037')],
    ['0004', failed('2001')],
    ['0005', { ...paid, said: [] }],
    ['0006', { ...paid, said: ['0', '0', '0'] }],
    ['0007', { ...paid, before: 1 }],
    ['0008', { ...paid, answer: 0 }],
    ['0009', { answer: 0, said: [], state: undefined }],
    ['0010', { said: [], state: 'pending', asked: 'The transaction is being processed' }],
    ['0011', { answer: 500, said: [], state: undefined }],
    ['0012', { ...paid, said: ['0 wrong'] }],
    ['0013', { answer: 503, said: [], state: undefined }],
    ['0014', paid],
    ['0015', { ...failed('1'), said: ['forged 0', '1'] }],
  ])('on a number ending in %s', async (suffix, expected) => {
    expect(await story(suffix)).toMatchObject(expected)
  })
})

test('accepted, called back and asked for, in the shapes of the real one', async () => {
  const body = caller.prompt('254712345678')
  const { body: answer } = await caller.push(body)
  expect(answer).toEqual({
    MerchantRequestID: expect.stringMatching(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]+$/),
    CheckoutRequestID: expect.stringMatching(/^ws_CO_\d{17}712345678$/),
    ResponseCode: '0',
    ResponseDescription: 'Success. Request accepted for processing',
    CustomerMessage: 'Success. Request accepted for processing',
  })
  await bench.quiet()
  const { path, headers, body: said } = bench.last()
  expect(path).toBe(new URL(body.CallBackURL).pathname)
  expect(headers.businessshortcode).toBe('600100')
  expect(headers['content-type']).toBe('application/json;charset=UTF-8')
  expect(said.Body.stkCallback).toMatchObject({
    MerchantRequestID: answer.MerchantRequestID,
    ResultCode: 0,
    CallbackMetadata: {
      Item: [
        { Name: 'Amount', Value: 11_000 },
        { Name: 'MpesaReceiptNumber', Value: expect.stringMatching(/^[A-Z0-9]{10}$/) },
        { Name: 'Balance' },
        { Name: 'TransactionDate', Value: expect.any(Number) },
        { Name: 'PhoneNumber', Value: 254712345678 },
      ],
    },
  })
  expect((await caller.pushQuery(answer.CheckoutRequestID)).body).toMatchObject({
    ResponseCode: '0',
    MerchantRequestID: answer.MerchantRequestID,
    ResultCode: '0',
  })
})

test('the password is recomputed, as in the vector of the documentation', async () => {
  const { Password } = caller.signed()
  expect(Password).toBe('NjAwMTAwZXhhbXBsZXBhc3NrZXkwMTIzNDU2Nzg5MjAyNjExMTUwOTMwMDA=')
  for (const spoilt of [{ Password: 'bm8=' }, { Timestamp: '20261115093001' }]) {
    const { status, body } = await caller.push(caller.prompt('254712345678', spoilt))
    expect(status).toBe(500)
    expect(body).toMatchObject({ errorCode: '500.001.1001', errorMessage: 'Wrong credentials' })
  }
  const other = await caller.push(caller.prompt('254712345678', { BusinessShortCode: 600101 }))
  expect(other.body.errorMessage).toBe('Merchant does not exist')
  const unknown = await caller.pushQuery('ws_CO_nothing')
  expect(unknown).toMatchObject({
    status: 500,
    body: { errorMessage: 'The transaction does not Exist' },
  })
})

test.each([
  [{ Amount: 0 }, 'Amount'],
  [{ Amount: 1.5 }, 'Amount'],
  [{ PartyA: '0712345678' }, 'PartyA'],
  [{ PhoneNumber: '25471234567' }, 'PhoneNumber'],
  [{ CallBackURL: 'https://example.co.ke/hooks' }, 'CallBackURL'],
  [{ AccountReference: 'MORE-THAN-TWELVE' }, 'AccountReference'],
  [{ TransactionDesc: 'more than thirteen' }, 'Remarks'],
  [{ TransactionDesc: undefined }, 'Remarks'],
  [{ TransactionType: 'Gift' }, 'TransactionType'],
  [{ Timestamp: '15.11.2026' }, 'Timestamp'],
])('refuses %j by the name of the field', async (spoilt, field) => {
  const { status, body } = await caller.push(caller.prompt('254712345678', spoilt))
  expect(status).toBe(400)
  expect(body.errorMessage).toBe(`Bad Request - Invalid ${field}`)
})

test('an amount may be text; more than 250,000 is declined', async () => {
  expect((await caller.push(caller.prompt('254712345671', { Amount: '1' }))).status).toBe(200)
  await caller.push(caller.prompt('254712345672', { Amount: 250_001 }))
  await bench.quiet()
  expect(bench.letters.map(({ body }) => body.Body?.stkCallback.ResultCode)).toContain(3)
})

test('the same payment again at once is limited, where a rule says so', async () => {
  await bench.post('/__sim/rules', { repeat_window: 120_000 })
  for (const code of [0, 17]) {
    await caller.push(caller.prompt('254712345673', { Amount: 77 }))
    await bench.quiet()
    expect(bench.last().body.Body.stkCallback.ResultCode).toBe(code)
  }
  await bench.post('/__sim/clock', { advance: 120_000 })
  await caller.push(caller.prompt('254712345673', { Amount: 77 }))
  await bench.quiet()
  expect(bench.last().body.Body.stkCallback.ResultCode).toBe(0)
  await bench.post('/__sim/rules', { repeat_window: 0 })
})

describe('with the phone in somebody’s hand', () => {
  const prompted = async () => {
    await bench.post('/__sim/rules', { phone: 'manual' })
    const { body } = await caller.push(caller.prompt('254712345699'))
    return body.CheckoutRequestID as string
  }
  const resultOf = (id: string) =>
    bench.letters.find(({ body }) => body.Body?.stkCallback.CheckoutRequestID === id)?.body.Body
      .stkCallback.ResultCode

  test.each([
    ['pin', 0],
    ['wrong_pin', 2001],
    ['cancel', 1032],
  ])('%s comes to %d', async (answer, code) => {
    const id = await prompted()
    const { body: open } = await bench.send('/__sim/prompts', {})
    expect(open).toMatchObject([
      {
        id,
        number: '254712345699',
        amount: 1_100_000,
        reference: 'SUB0000481',
        business: account.paybill.shortcode,
      },
    ])
    // While it is open no other reaches this phone, and both forms of "pending" are heard.
    const second = await caller.push(caller.prompt('254712345699'))
    expect(second.body).toMatchObject({
      errorCode: '500.001.1001',
      errorMessage: expect.stringContaining('Unable to lock subscriber'),
    })
    const asked = [await caller.pushQuery(id), await caller.pushQuery(id)]
    expect(asked.map(({ status }) => status)).toEqual([500, 200])
    expect(asked[1]?.body).toMatchObject({ ResultCode: '4999' })
    const nonsense = await bench.post(`/__sim/stk/${id}/answer`, { answer: 'maybe' })
    expect(nonsense.status).toBe(400)
    expect((await bench.post(`/__sim/stk/${id}/answer`, { answer })).status).toBe(200)
    await bench.quiet()
    expect(resultOf(id)).toBe(code)
    expect((await bench.post(`/__sim/stk/${id}/answer`, { answer })).status).toBe(404)
  })

  test('nobody answers within a minute', async () => {
    const id = await prompted()
    await bench.post('/__sim/clock', { advance: 60_000 })
    await bench.quiet()
    expect(resultOf(id)).toBe(1037)
    expect((await bench.send('/__sim/prompts', {})).body).toEqual([])
  })
})
