import { beforeAll, describe, expect, test } from 'vitest'
import { type Bench, basic, openBench } from '../test/bench.ts'
import { account, callerOf, parametersOf } from '../test/daraja.ts'

let bench: Bench
let caller: Awaited<ReturnType<typeof callerOf>>

beforeAll(async () => {
  bench = await openBench()
  caller = await callerOf(bench)
})

describe('tokens', () => {
  const at = '/daraja/oauth/v1/generate'
  const right = basic(account.consumer_key, account.consumer_secret)

  test('are 28 characters, with their lifetime as text', async () => {
    const { status, body } = await bench.send(`${at}?grant_type=client_credentials`, {
      headers: right,
    })
    expect(status).toBe(200)
    expect(body).toEqual({ access_token: expect.stringMatching(/^.{28}$/), expires_in: '3599' })
  })

  test.each([
    [{ authorization: 'Bearer x' }, 'client_credentials', '400.008.01'],
    [{}, 'client_credentials', '400.008.01'],
    [right, 'password', '400.008.02'],
  ])('are refused to %j with %s: %s', async (headers, grant, errorCode) => {
    const { status, body } = await bench.send(`${at}?grant_type=${grant}`, {
      headers: headers as Record<string, string>,
    })
    expect(status).toBe(400)
    expect(body.errorCode).toBe(errorCode)
  })

  test('wrong keys get no word of explanation', async () => {
    const headers = basic(account.consumer_key, 'wrong')
    const answer = await bench.send(`${at}?grant_type=client_credentials`, { headers })
    expect(answer).toMatchObject({ status: 400, body: '' })
  })

  test('a new one ends the one before, and an hour ends any', async () => {
    const body = caller.payment('254712345678')
    await caller.renew()
    const old = caller.token()
    await caller.renew()
    const at3 = '/daraja/mpesa/b2c/v3/paymentrequest'
    const ended = await bench.post(at3, body, old)
    expect(ended).toMatchObject({ status: 404, body: { errorCode: '404.001.03' } })
    const none = await bench.post(at3, body)
    expect(none).toMatchObject({ status: 404, body: { errorCode: '404.001.04' } })
    await bench.post('/__sim/clock', { advance: 3_600_000 })
    const late = await caller.pay(body)
    expect(late).toMatchObject({ status: 401, body: { errorCode: '401.002.01' } })
    await caller.renew()
    expect((await caller.pay(body)).status).toBe(200)
  })
})

describe('the gateway', () => {
  const at = '/daraja/mpesa/b2c/v3/paymentrequest'
  const withType = (type: string, body: string) =>
    bench.send(at, {
      method: 'POST',
      headers: { authorization: `Bearer ${caller.token()}`, 'content-type': type },
      body,
    })

  test('names the first field where the content type is wrong', async () => {
    const { body } = await withType('text/plain', JSON.stringify(caller.payment('254712345678')))
    expect(body.errorMessage).toBe('Bad Request - Invalid OriginatorConversationID')
  })
  test('cannot read what is no JSON', async () => {
    const { status, body } = await withType('application/json', '{"a":')
    expect([status, body.errorCode]).toEqual([400, '400.002.05'])
  })
  test('knows its addresses and their methods', async () => {
    expect(await bench.send(at, {})).toMatchObject({ status: 405, body: { errorCode: '405.001' } })
    const nowhere = await bench.post('/daraja/mpesa/nowhere', {})
    expect(nowhere).toMatchObject({ status: 404, body: { errorCode: '404.001.01' } })
  })
  test('is busy when too much comes at once', async () => {
    await bench.post('/__sim/rules', { requests_per_second: 2 })
    const bodies = Array.from({ length: 12 }, () => caller.payment('254712345678'))
    const answers = await Promise.all(bodies.map((body) => caller.pay(body)))
    await bench.post('/__sim/rules', { requests_per_second: 0 })
    const busy = answers.filter(({ status }) => status === 429)
    expect(busy.length).toBeGreaterThan(5)
    expect(busy[0]?.body.errorCode).toBe('500.003.02')
    await bench.quiet()
  })
})

describe('queries', () => {
  test('the status of a payment by its key or receipt, with what it was', async () => {
    const body = caller.payment('254712345678')
    await caller.pay(body)
    await bench.quiet()
    const { answer, Result } = await caller.statusOf(body.OriginatorConversationID)
    expect(answer.body).toMatchObject({ ResponseCode: '0' })
    expect(Result.OriginatorConversationID).toBe(answer.body.OriginatorConversationID)
    const told = parametersOf(Result)
    expect(told).toMatchObject({
      OriginatorConversationID: body.OriginatorConversationID,
      TransactionStatus: 'Completed',
      Amount: '4850',
      CreditPartyName: expect.stringContaining('254712345678'),
      FinalisedTime: expect.stringMatching(/^\d{14}$/),
    })
    const again = await caller.askedFor(
      'transactionstatus/v1/query',
      caller.asking('TransactionStatusQuery', { TransactionID: told.ReceiptNo }),
    )
    expect(parametersOf(again.Result)).toMatchObject({ ReceiptNo: told.ReceiptNo })
  })

  test('a payment under way is pending; nothing is known of what was never accepted', async () => {
    const body = caller.payment('254712345678')
    bench.sim.rules.delays.result = 60_000
    await caller.pay(body)
    bench.sim.rules.delays.result = 10
    const { Result } = await caller.statusOf(body.OriginatorConversationID)
    expect(parametersOf(Result)).toMatchObject({ TransactionStatus: 'Pending' })
    await bench.post('/__sim/clock', { advance: 60_000 })
    await bench.quiet()
    const unknown = await caller.statusOf('pr-never')
    expect(unknown.Result).toMatchObject({
      ResultCode: 2032,
      // One parameter comes without a list.
      ResultParameters: { ResultParameter: { Key: 'BOCompletedTime' } },
    })
  })

  test('what is missing is named', async () => {
    const ask = (more: object) =>
      caller.post('transactionstatus/v1/query', caller.asking('TransactionStatusQuery', more))
    expect((await ask({})).body.errorMessage).toMatch(/Invalid TransactionID/)
    const wrong = { TransactionID: 'X', IdentifierType: '9' }
    expect((await ask(wrong)).body.errorMessage).toMatch(/Invalid IdentifierType/)
    const foreign = { TransactionID: 'X', ResultURL: 'https://example.co.ke/h' }
    expect((await ask(foreign)).body.errorMessage).toMatch(/Invalid ResultURL/)
  })

  test('the answer to a query can go astray as well, by rule', async () => {
    const ask = () =>
      caller.post(
        'transactionstatus/v1/query',
        caller.asking('TransactionStatusQuery', { TransactionID: 'X' }),
      )
    const once = (scenario: string) =>
      bench.post('/__sim/rules', { overrides: [{ kind: 'status', scenario, times: 1 }] })
    await once('0013')
    expect((await ask()).status).toBe(503)
    await once('0009')
    expect((await ask()).status).toBe(0)
    await once('0007')
    const before = bench.letters.length
    expect((await ask()).letters).toBe(before + 1)
    expect((await ask()).status).toBe(200)
  })

  test('the balance is what was there less what was paid or is promised', async () => {
    const ask = async () => {
      const body = caller.asking('AccountBalance', {})
      const { Result } = await caller.askedFor('accountbalance/v1/query', body)
      expect(Result).toMatchObject({ ResultType: '0', ResultCode: '0' })
      const text = String(parametersOf(Result).AccountBalance)
      const utility = text.split('&').find((one) => one.startsWith('Utility')) ?? ''
      return utility.split('|').slice(2, 5).map(Number)
    }
    const [whole = 0, free] = await ask()
    expect(free).toBe(whole)
    await caller.pay(caller.payment('254712345678', { Amount: 1000 }))
    await bench.quiet()
    expect(await ask()).toEqual([whole - 1000, whole - 1000, 0])
    bench.sim.rules.delays.result = 60_000
    await caller.pay(caller.payment('254712345678', { Amount: 500 }))
    bench.sim.rules.delays.result = 10
    expect(await ask()).toEqual([whole - 1000, whole - 1500, 500])
    await bench.post('/__sim/clock', { advance: 60_000 })
    await bench.quiet()
    expect(await ask()).toEqual([whole - 1500, whole - 1500, 0])
  })
})
