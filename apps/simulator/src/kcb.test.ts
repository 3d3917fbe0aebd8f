import { beforeAll, describe, expect, test } from 'vitest'
import { endings, openBanks } from './test/banks.ts'
import { type Bench, basic } from './test/bench.ts'

let banks: Awaited<ReturnType<typeof openBanks>>
let bench: Bench
let kcb: (typeof banks)['kcb']

beforeAll(async () => {
  banks = await openBanks()
  bench = banks.bench
  kcb = banks.kcb
  const callback_url = bench.hook('k')
  await bench.post('/__sim/accounts', {
    provider: 'kcb',
    consumer_key: 'sim-kcb-key',
    callback_url,
  })
})

describe('tokens of the banks', () => {
  const right = basic('sim-kcb-key', 'sim-kcb-secret')
  test('the grant may stand in the address or in the body', async () => {
    for (const init of [{ body: banks.form }, { path: '?grant_type=client_credentials' }]) {
      const { status, body } = await banks.tokenOf('kcb', { headers: right, ...init })
      expect(status).toBe(200)
      expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3599 })
    }
    expect((await banks.tokenOf('kcb', { headers: right })).body.error).toBe(
      'unsupported_grant_type',
    )
  })
  test('wrong, missing and outlived credentials', async () => {
    const wrong = await banks.tokenOf('coop', { headers: right, body: banks.form })
    expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    const none = await bench.post('/kcb/fundstransfer/1.0.0/api/v1/transfer', {})
    expect(none).toMatchObject({ status: 401, body: { fault: { code: 900902 } } })
    const strange = await bench.post('/coop/Enquiry/TransactionStatus/2.0.0', {}, banks.tokens.kcb)
    expect(strange).toMatchObject({ status: 401, body: { fault: { code: 900901 } } })
  })
})

describe('KCB', () => {
  const words: Record<string, string> = {
    SUCCESS: 'paid',
    FAILED: 'failed',
    REVERSED: 'reversed',
    PROCESSING: 'pending',
    'Transaction not found': 'unknown',
  }
  test.each(endings)('a transfer to an account ending in %s', async (suffix, expected) => {
    const before = bench.letters.length
    const body = kcb.transfer(`130000${suffix}`)
    const key = body.transactionReference
    const answer = await kcb.send(body)
    await bench.quiet()
    const { merchantId } = bench.sim.books.find('kcb', 'bank', key)?.ids ?? {}
    const said = bench.letters.slice(before).map(({ body: letter }) => {
      expect(letter.transactionReference).toBe(key)
      const forged = letter.merchantId === merchantId ? '' : 'forged '
      const wrong = letter.amount === '84250.75' ? '' : 'wrong '
      return `${forged}${wrong}${words[letter.transactionStatus]}`
    })
    expect({
      answer: answer.status,
      before: answer.letters - before,
      said,
      state: bench.movement(key)?.state,
      asked: words[await kcb.status(key)],
    }).toMatchObject(expected)
  })

  test('accepts and calls back in the shapes of the real one', async () => {
    const body = kcb.transfer('1300000777')
    const { body: answer } = await kcb.send(body)
    expect(answer).toEqual({
      statusCode: '0',
      statusMessage: 'Success',
      statusDescription: 'Request received for processing',
      merchantID: expect.stringMatching(/^[0-9a-f-]{36}$/),
      retrievalRefNumber: body.transactionReference,
    })
    await bench.quiet()
    expect(bench.last()).toMatchObject({
      path: '/hooks/k',
      body: {
        ftReference: expect.stringMatching(/^FT\w{10}$/),
        amount: '84250.75',
        transactionStatus: 'SUCCESS',
        beneficiaryAccountNumber: '1300000777',
        beneficiaryName: 'JANE DOE',
        merchantId: answer.merchantID,
        debitAccountNumber: '1300000001',
      },
    })
    expect(bench.movement(body.transactionReference)?.amount).toBe(8_425_075)
    const again = await kcb.send(body)
    expect(again).toMatchObject({
      status: 200,
      body: { statusCode: '1', statusDescription: 'Duplicate transaction reference' },
    })
  })

  test.each([
    [{ companyCode: 'KE0010002' }, /companyCode/],
    [{ transactionType: 'XX' }, /transactionType/],
    [{ debitAmount: '84250.75' }, /debitAmount/],
    [{ debitAmount: 0 }, /debitAmount/],
    [{ debitAmount: 1.234 }, /debitAmount/],
    [{ creditAccountNumber: '123' }, /creditAccountNumber/],
    [{ transactionType: 'MO' }, /creditAccountNumber/],
    [{ transactionReference: 'THIRTEENCHARS' }, /transactionReference/],
    [{ paymentDetails: 'x'.repeat(36) }, /paymentDetails/],
    [{ beneficiaryDetails: '' }, /beneficiaryDetails/],
    [{ transactionType: 'PL', debitAmount: 1_000_000 }, /limit rule/],
  ])('refuses %j with HTTP 200', async (spoilt, sentence) => {
    const { status, body } = await kcb.send(kcb.transfer('1300000777', spoilt))
    expect(status).toBe(200)
    expect(body).toMatchObject({ statusCode: '1', merchantID: null })
    expect(body.statusDescription).toMatch(sentence)
  })

  test('an older build nests the status', async () => {
    await bench.post('/__sim/rules', { kcb_nested: true })
    const { body } = await kcb.send(kcb.transfer('1300000777'))
    expect(body.header.statusCode).toBe('0')
    await bench.post('/__sim/rules', { kcb_nested: false })
  })

  test('each debit account may have its own address, and only one on this machine', async () => {
    const register = (callback_urls: object) =>
      bench.post('/__sim/accounts', {
        provider: 'kcb',
        consumer_key: 'sim-kcb-key',
        callback_urls,
      })
    await register({ '1300000055': bench.hook('k55'), '1300000066': 'https://example.co.ke/h' })
    await kcb.send(kcb.transfer('1300000777', { debitAccountNumber: '1300000055' }))
    await bench.quiet()
    expect(bench.last().path).toBe('/hooks/k55')
    const before = bench.letters.length
    await kcb.send(kcb.transfer('1300000777', { debitAccountNumber: '1300000066' }))
    await bench.quiet()
    expect(bench.letters).toHaveLength(before)
    expect(bench.sim.log.since(0).at(-1)?.error).toMatch(/No callback address/)
  })

  test('an account with a list of its own pays from no other', async () => {
    const given = { consumer_key: 'k2', consumer_secret: 's2', debit_accounts: ['1300000099'] }
    await bench.post('/__sim/accounts', { provider: 'kcb', ...given })
    const { body } = await banks.tokenOf('kcb', { headers: basic('k2', 's2'), body: banks.form })
    const send = (more: object) =>
      bench.post(
        '/kcb/fundstransfer/1.0.0/api/v1/transfer',
        kcb.transfer('1300000777', more),
        body.access_token,
      )
    expect((await send({})).body.statusDescription).toMatch(/Debit account is not linked/)
    expect((await send({ debitAccountNumber: '1300000099' })).body.statusCode).toBe('0')
    await bench.quiet()
  })
})
