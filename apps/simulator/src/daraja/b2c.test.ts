// @tests story
import { beforeAll, describe, expect, test } from 'vitest'
import { type Bench, openBench } from '../test/bench.ts'
import { account, callerOf, parametersOf } from '../test/daraja.ts'

let bench: Bench
let caller: Awaited<ReturnType<typeof callerOf>>

beforeAll(async () => {
  bench = await openBench()
  caller = await callerOf(bench)
})

const numberEnding = (suffix: string) => `25471234${suffix}`

/** What is known of a payment once everything has happened. */
async function story(suffix: string) {
  const before = bench.letters.length
  const body = caller.payment(numberEnding(suffix))
  const key = body.OriginatorConversationID
  const answer = await caller.pay(body)
  await bench.quiet()
  const letters = bench.letters.slice(before)
  const { Result } = await caller.statusOf(key)
  return {
    answer: answer.status,
    before: answer.letters - before,
    letters: letters.map(({ body: said }) =>
      said.Result
        ? `${said.Result.OriginatorConversationID === key ? '' : 'forged '}${said.Result.ResultCode}`
        : said.OriginatorConversationID === key && said.SecurityCredential && 'timeout',
    ),
    state: bench.movement(key)?.state,
    asked: parametersOf(Result).TransactionStatus ?? Result.ResultCode,
    amounts: letters.map(({ body: said }) => said.Result && parametersOf(said.Result)),
  }
}

describe('what becomes of a payment', () => {
  const paid = { answer: 200, letters: [0], state: 'paid', asked: 'Completed' }
  const failed = (code: number | string) => ({
    answer: 200,
    letters: [code],
    state: 'failed',
    asked: 'Failed',
  })
  const never = { letters: [], state: undefined, asked: 2032 }
  test.each<[string, object]>([
    ['4321', { ...paid, letters: ['0'] }],
    ['0001', failed('1')],
    ['0002', failed('2040')],
    ['0003', failed('SFC_IC0003')],
    ['0004', failed('2001')],
    ['0005', { ...paid, letters: [] }],
    ['0006', { ...paid, letters: ['0', '0', '0'] }],
    ['0007', { ...paid, letters: ['0'], before: 1 }],
    ['0008', { ...paid, letters: ['0'], answer: 0 }],
    ['0009', { ...never, answer: 0 }],
    ['0010', { ...paid, letters: ['timeout', '0'] }],
    ['0011', { ...failed('8'), letters: ['timeout', '8'] }],
    ['0012', { ...paid, letters: ['0'] }],
    ['0013', { ...never, answer: 503 }],
    ['0014', { ...paid, letters: ['17', '0'] }],
    ['0015', { ...failed('8'), letters: ['forged 0', '8'] }],
  ])('to a number ending in %s', async (suffix, expected) => {
    expect(await story(suffix)).toMatchObject(expected)
  })

  test('the wrong amount is in the callback only', async () => {
    const { amounts } = await story('0012')
    expect(amounts).toMatchObject([{ TransactionAmount: 4851 }])
    const { Result } = await caller.statusOf(bench.sim.books.ledger.payments.at(-1)?.key ?? '')
    expect(parametersOf(Result).Amount).toBe('4850')
  })
})

test('accepted, and the result in the shape of the real one', async () => {
  const body = caller.payment('254712345678')
  const { body: answer } = await caller.pay(body)
  expect(answer).toEqual({
    ConversationID: expect.stringMatching(/^AG_\d{8}_[0-9a-f]{20}$/),
    OriginatorConversationID: body.OriginatorConversationID,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  })
  await bench.quiet()
  const letter = bench.last()
  expect(letter.path).toBe('/hooks/r/1')
  expect(letter.headers['content-type']).toBe('application/json;charset=UTF-8')
  const { Result } = letter.body
  expect(Result).toMatchObject({
    ResultType: 0,
    ResultCode: 0,
    ConversationID: answer.ConversationID,
    TransactionID: expect.stringMatching(/^[A-Z0-9]{10}$/),
    ReferenceData: { ReferenceItem: expect.anything() },
  })
  expect(parametersOf(Result)).toMatchObject({
    TransactionAmount: 4850,
    TransactionReceipt: Result.TransactionID,
    ReceiverPartyPublicName: expect.stringMatching(/^254712345678 - [A-Z]+ [A-Z]+$/),
    TransactionCompletedDateTime: expect.stringMatching(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/),
    B2CRecipientIsRegisteredCustomer: 'Y',
  })
})

test('a failure has a transaction id and no parameters; an operator’s code is text', async () => {
  await caller.pay(caller.payment(numberEnding('0003')))
  await bench.quiet()
  const { Result } = bench.last().body
  expect(Result.ResultCode).toBe('SFC_IC0003')
  expect(Result.TransactionID).toMatch(/^\w{10}$/)
  expect(Result).not.toHaveProperty('ResultParameters')
})

test('a key is taken once, also when many come at the same time', async () => {
  const body = caller.payment('254712340777')
  const answers = await Promise.all(Array.from({ length: 10 }, () => caller.pay(body)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { status, body: refused } = answers.find((one) => one.status !== 200) ?? {}
  expect(status).toBe(500)
  expect(refused).toEqual({
    requestId: expect.any(String),
    errorCode: '500.002.1001',
    errorMessage: 'Duplicate OriginatorConversationID.',
  })
  await bench.quiet()
  const mine = bench.sim.books.ledger.payments.filter(
    ({ key }) => key === body.OriginatorConversationID,
  )
  expect(mine).toHaveLength(1)
})

test('version 1 invents the key', async () => {
  const { OriginatorConversationID: _, ...body } = caller.payment('254712340001')
  const { body: answer } = await caller.post('b2c/v1/paymentrequest', body)
  expect(answer.OriginatorConversationID).toMatch(/^\d+-\d+-1$/)
  expect((await caller.pay(body)).body.errorMessage).toMatch(/Invalid OriginatorConversationID/)
})

test.each([
  [{ CommandID: 'Gift' }, 'CommandID'],
  [{ Amount: 48.5 }, 'Amount'],
  [{ Amount: 0 }, 'Amount'],
  [{ Amount: 'ten' }, 'Amount'],
  [{ PartyA: '12' }, 'PartyA'],
  [{ PartyB: '0712345678' }, 'PartyB'],
  [{ PartyB: '254812345678' }, 'PartyB'],
  [{ Remarks: '' }, 'Remarks'],
  [{ Remarks: 'x'.repeat(101) }, 'Remarks'],
  [{ SecurityCredential: '' }, 'SecurityCredential'],
  [{ ResultURL: 'https://evil.example/hooks' }, 'ResultURL'],
  [{ ResultURL: 'http://127.0.0.1:1/mpesa' }, 'ResultURL'],
  [{ QueueTimeOutURL: 'nowhere' }, 'QueueTimeOutURL'],
  [{ Occassion: 'x'.repeat(101) }, 'Occassion'],
])('refuses %j by the name of the field', async (spoilt, field) => {
  const { status, body } = await caller.pay(caller.payment('254712345678', spoilt))
  expect(status).toBe(400)
  expect(body).toMatchObject({
    errorCode: '400.002.02',
    errorMessage: `Bad Request - Invalid ${field}`,
  })
})

test.each([
  [9, '2'],
  [10, '0'],
  [250_000, '0'],
  [250_001, '3'],
])('%d shillings come to code %s', async (Amount, code) => {
  await caller.pay(caller.payment('254712345678', { Amount }))
  await bench.quiet()
  expect(String(bench.last().body.Result.ResultCode)).toBe(code)
})

test('money that is not there cannot be paid, also not twice', async () => {
  const balance = `daraja:${account.b2c.shortcode}`
  const { ledger } = bench.sim.books
  const kept = ledger.balances[balance]
  ledger.balances[balance] = 700_000
  const answers = [caller.payment('254712345671'), caller.payment('254712345672')]
  for (const body of answers) await caller.pay(body)
  await bench.quiet()
  const states = answers.map((body) => bench.movement(body.OriginatorConversationID))
  expect(states).toMatchObject([{ state: 'paid' }, { state: 'failed', code: '1' }])
  expect(ledger.balances[balance]).toBe(700_000 - 485_000)
  ledger.balances[balance] = kept as number
})

describe('who signs', () => {
  const codeOf = async (spoilt: object) => {
    await caller.pay(caller.payment('254712345678', spoilt))
    await bench.quiet()
    return bench.last().body.Result.ResultCode
  }
  const unlock = () =>
    bench.post('/__sim/accounts', { provider: 'daraja', consumer_key: account.consumer_key })

  test('a wrong password, name or encryption is found out only afterwards', async () => {
    for (const spoilt of [
      { SecurityCredential: caller.credential('Wrong#2026') },
      { InitiatorName: 'somebody' },
      { SecurityCredential: Buffer.from('Simulator#2026').toString('base64') },
      { SecurityCredential: Buffer.alloc(256, 7).toString('base64') },
    ]) {
      await unlock()
      expect(await codeOf(spoilt)).toBe(2001)
    }
    expect(await codeOf({ PartyA: '600998' })).toBe(21)
  })

  test('three wrong ones lock the operator, whoever asks afterwards', async () => {
    await unlock()
    for (let n = 0; n < 3; n += 1) {
      expect(await codeOf({ SecurityCredential: caller.credential('Wrong#2026') })).toBe(2001)
    }
    expect(await codeOf({})).toBe(8006)
    const { Result } = await caller.statusOf('pr-1')
    expect(Result.ResultCode).toBe(8006)
    await unlock()
    expect(await codeOf({})).toBe(0)
  })
})
