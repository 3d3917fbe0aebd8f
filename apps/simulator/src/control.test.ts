import { beforeEach, describe, expect, test } from 'vitest'
import { usualRules } from './rules.ts'
import { type Bench, openBench, quick } from './test/bench.ts'
import { callerOf } from './test/daraja.ts'

let bench: Bench
let caller: Awaited<ReturnType<typeof callerOf>>

beforeEach(async () => {
  bench ??= await openBench()
  await bench.post('/__sim/reset', {})
  caller = await callerOf(bench)
})

const paid = async (party: string, more: object = {}) => {
  const body = caller.payment(party, more)
  await caller.pay(body)
  await bench.quiet()
  return bench.movement(body.OriginatorConversationID)
}

describe('rules', () => {
  test('win over the ending of a number, for as often as they say', async () => {
    const overrides = [
      { kind: 'b2c', suffix: '777', scenario: '0002', times: 1 },
      { kind: 'stk', scenario: '0001' },
    ]
    await bench.post('/__sim/rules', { overrides })
    expect(await paid('254712340777')).toMatchObject({ state: 'failed', code: '2040' })
    expect(await paid('254712340777')).toMatchObject({ state: 'paid' })
    expect(await paid('254712340778')).toMatchObject({ state: 'paid' })
  })

  test('can refuse outright or fail after accepting', async () => {
    const answerTo = async (scenario: string) => {
      await bench.post('/__sim/rules', { overrides: [{ scenario, times: 1 }] })
      const body = caller.payment('254712345678')
      const answer = await caller.pay(body)
      await bench.quiet()
      return { ...answer, state: bench.movement(body.OriginatorConversationID)?.state }
    }
    expect(await answerTo('refused')).toMatchObject({
      status: 200,
      body: { ResponseCode: '1' },
      state: undefined,
    })
    expect(await answerTo('internal error')).toMatchObject({
      status: 500,
      body: { errorCode: '500.002.1001', errorMessage: 'System internal error.' },
      state: 'paid',
    })
  })

  test('draw by weight, and the same again from the same seed', async () => {
    const draw = async (seed: number) => {
      await bench.post('/__sim/reset', {})
      await caller.renew()
      const weights = { b2c: { default: 6, '0001': 3, '0002': 1 } }
      await bench.post('/__sim/rules', { random: { seed, weights } })
      const keys = Array.from({ length: 60 }, (_, index) => `draw-${index}`)
      await Promise.all(
        keys.map((key) =>
          caller.pay(caller.payment('254712345678', { OriginatorConversationID: key })),
        ),
      )
      await bench.quiet()
      return keys.map((key) => bench.movement(key)?.scenario)
    }
    const first = await draw(1)
    expect(await draw(1)).toEqual(first)
    expect(await draw(2)).not.toEqual(first)
    const count = (name: string) => first.filter((one) => one === name).length
    expect(count('default')).toBeGreaterThan(count('0001'))
    expect(count('0001')).toBeGreaterThan(count('0002'))
    expect(count('default') + count('0001') + count('0002')).toBe(60)
  })

  test('that do not exist are refused by name', async () => {
    const { status, body } = await bench.post('/__sim/rules', { speed: 1 })
    expect([status, body.message]).toEqual([400, 'There is no rule called speed.'])
  })
})

test('the ledger has every movement and what is left, in cents', async () => {
  const movement = await paid('254712345678', { Amount: 1234 })
  await paid('254712340001')
  const { body } = await bench.send('/__sim/ledger', {})
  expect(body.movements).toMatchObject([
    {
      provider: 'daraja',
      kind: 'b2c',
      key: movement?.key,
      account: '600997',
      party: '254712345678',
      amount: 123_400,
      state: 'paid',
      receipt: expect.stringMatching(/^\w{10}$/),
    },
    { state: 'failed', code: '1', amount: 485_000 },
  ])
  const { balances } = body
  expect(balances['daraja:600997']).toBe(100_000_000_000 - 123_400)
})

test('the log has what came and what went, without anybody’s password', async () => {
  await paid('254712340010')
  const { body } = await bench.send('/__sim/log', {})
  const types = body.map(({ type, url }: { type: string; url: string }) => [
    type,
    new URL(url, bench.address).pathname,
  ])
  expect(types.slice(-3)).toEqual([
    ['request', '/daraja/mpesa/b2c/v3/paymentrequest'],
    ['delivery', '/hooks/t/1'],
    ['delivery', '/hooks/r/1'],
  ])
  expect(body.at(-2)).toMatchObject({ status: 200, body: { SecurityCredential: '***' } })
  expect(bench.letters.at(-2)?.body.SecurityCredential).toHaveLength(344)
  const later = await bench.send(`/__sim/log?since=${body.at(-2).id}`, {})
  expect(later.body).toHaveLength(1)
})

test('a callback is sent once, whatever becomes of it', async () => {
  await paid('254712345678', { ResultURL: 'http://127.0.0.1:1/hooks' })
  const { body } = await bench.send('/__sim/log', {})
  const sent = body.filter(({ type }: { type: string }) => type === 'delivery')
  expect(sent).toMatchObject([{ status: null, error: expect.any(String) }])
})

test('hosts on the list are called back too', async () => {
  await bench.post('/__sim/rules', { allow_hosts: ['payroll.example.co.ke'] })
  const ResultURL = 'https://payroll.example.co.ke/hooks/r/1'
  // Accepted, though nobody is there.
  expect((await caller.pay(caller.payment('254712340005', { ResultURL }))).status).toBe(200)
})

test('reset forgets everything but the certificate', async () => {
  const certificate = (await bench.send('/__sim/cert.pem', {})).body
  await paid('254712345678')
  await bench.post('/__sim/accounts', { provider: 'coop', consumer_key: 'x' })
  await bench.post('/__sim/rules', { lock_after: 9, delays: { result: 99 } })
  await bench.post('/__sim/reset', {})
  expect((await bench.send('/__sim/ledger', {})).body.movements).toEqual([])
  expect((await bench.send('/__sim/log', {})).body).toEqual([])
  expect((await bench.send('/__sim/accounts', {})).body.coop).toHaveLength(1)
  expect((await bench.send('/__sim/rules', {})).body).toEqual({
    ...usualRules(),
    delays: quick,
  })
  expect((await bench.send('/__sim/cert.pem', {})).body).toBe(certificate)
})

test('nonsense is told so', async () => {
  expect((await bench.post('/__sim/clock', { advance: -1 })).status).toBe(400)
  expect((await bench.post('/__sim/accounts', { provider: 'x' })).status).toBe(400)
  expect((await bench.post('/__sim/balances', { provider: 'kcb' })).status).toBe(400)
  expect((await bench.send('/__sim/nothing', {})).status).toBe(404)
  expect((await bench.post('/elsewhere', {})).status).toBe(404)
  expect((await bench.post('/kcb/token', 'x'.repeat(1_100_000))).status).toBe(413)
})

test('phones show who got what, the newest first', async () => {
  await paid('254712345678', { Amount: 1234 })
  await paid('254712340001')
  await paid('254712345679', { Amount: 5000 })
  const { body } = await bench.send('/__sim/phones', {})
  expect(body.messages).toMatchObject([
    { number: '254712345679', amount: 500_000 },
    {
      number: '254712345678',
      text: expect.stringMatching(/^\w{10} Confirmed\. You have received Ksh1,234\.00 from 600997/),
    },
  ])
  const one = await bench.send('/__sim/phones?number=345678', {})
  expect(one.body.messages).toHaveLength(1)
})
