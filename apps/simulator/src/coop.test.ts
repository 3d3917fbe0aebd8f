import { beforeAll, describe, expect, test } from 'vitest'
import { endings, openBanks } from './test/banks.ts'
import { type Bench, basic } from './test/bench.ts'

let banks: Awaited<ReturnType<typeof openBanks>>
let bench: Bench
let coop: (typeof banks)['coop']

beforeAll(async () => {
  banks = await openBanks()
  bench = banks.bench
  coop = banks.coop
})

describe('Co-operative Bank', () => {
  const ending = (body: {
    MessageCode: string
    Destinations?: { ResponseDescription: string }[]
  }) => {
    if (body.MessageCode === '-13') return 'unknown'
    if (!body.Destinations) return 'pending'
    if (body.MessageCode === '0') return 'paid'
    return body.Destinations[0]?.ResponseDescription === 'REVERSED' ? 'reversed' : 'failed'
  }
  test.each(endings)('a payment to an account ending in %s', async (suffix, expected) => {
    const before = bench.letters.length
    const body = coop.message([`01000000${suffix}`])
    const key = body.MessageReference
    const answer = await coop.send(body)
    await bench.quiet()
    const said = bench.letters.slice(before).map(({ body: letter }) => {
      const forged = letter.MessageReference === key ? '' : 'forged '
      const wrong = letter.Destinations[0].Amount === 84_250 ? '' : 'wrong '
      return `${forged}${wrong}${ending(letter)}`
    })
    expect({
      answer: answer.status,
      before: answer.letters - before,
      said,
      state: bench.movement(key)?.state,
      asked: ending((await coop.status(key)).body),
    }).toMatchObject(expected)
  })

  test('accepts, calls back and answers questions in the shapes of the real one', async () => {
    const body = coop.message(['0100000000777'])
    const head = {
      MessageReference: body.MessageReference,
      MessageDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}\+03:00$/),
      MessageCode: '0',
    }
    expect(await coop.send(body)).toMatchObject({
      status: 200,
      body: { ...head, MessageDescription: 'REQUEST ACCEPTED FOR PROCESSING' },
    })
    await bench.quiet()
    const [destination] = body.Destinations
    const whole = {
      ...head,
      MessageDescription: 'FULL SUCCESS',
      Source: { ...body.Source, ResponseCode: '0' },
      Destinations: [{ ...destination, TransactionID: expect.any(String), ResponseCode: '0' }],
    }
    expect(bench.last()).toMatchObject({ path: '/hooks/b', body: whole })
    expect(await coop.status(body.MessageReference)).toMatchObject({ status: 200, body: whole })
    const again = await coop.send(body)
    expect(again).toMatchObject({ status: 409, body: { MessageCode: '-1' } })
  })

  test('of several destinations some may fail', async () => {
    const body = coop.message(['0100000000777', '0100000000002', '0100000000778'])
    await coop.send(body)
    await bench.quiet()
    expect(bench.last().body).toMatchObject({
      MessageCode: '1',
      MessageDescription: 'PARTIAL SUCCESS',
      Destinations: [{ ResponseCode: '0' }, { ResponseCode: '1' }, { ResponseCode: '0' }],
    })
    expect((await coop.status(body.MessageReference)).status).toBe(207)
  })

  interface Body {
    MessageReference: string
    Source: object
    Destinations: object[]
  }
  const spoilt = (more: object) => (body: Body) => ({
    ...body,
    Destinations: [{ ...body.Destinations[0], ...more }],
  })
  const source = (more: object) => (body: Body) => ({
    ...body,
    Source: { ...body.Source, ...more },
  })
  test.each<[string, number, string, (body: Body) => object]>([
    ['nothing at all', 400, '-2', () => ({})],
    ['a foreign callback', 400, '-2', (b) => ({ ...b, CallBackUrl: 'https://example.co.ke' })],
    ['nobody to pay', 400, '-2', (b) => ({ ...b, Destinations: [] })],
    ['nothing to pay', 400, '-3', source({ Amount: 0 })],
    ['sums that differ', 400, '-5', source({ Amount: 1 })],
    ['cents by PesaLink', 400, '-2', (b) => source({ Amount: 1.5 })(spoilt({ Amount: 1.5 })(b))],
    [
      'a million by PesaLink',
      400,
      '-6',
      (b) => source({ Amount: 1_000_000 })(spoilt({ Amount: 1_000_000 })(b)),
    ],
    ['a long reference', 400, '-11', (b) => ({ ...b, MessageReference: 'x'.repeat(41) })],
    ['identical references', 400, '-12', (b) => spoilt({ ReferenceNumber: b.MessageReference })(b)],
    ['dollars', 403, '-9', source({ TransactionCurrency: 'USD' })],
    ['a bank outside PesaLink', 403, '-10', spoilt({ BankCode: '04' })],
  ])('refuses %s: %d %s', async (_what, status, MessageCode, spoil) => {
    const answer = await coop.send(spoil(coop.message(['0100000000777'])))
    expect(answer).toMatchObject({ status, body: { MessageCode } })
  })

  test('within the bank with cents, to phones only by their numbers', async () => {
    const within = source({ Amount: 10.55 })(
      spoilt({ Amount: 10.55, BankCode: undefined })(coop.message(['01100000000777'])),
    )
    expect((await coop.send(within, 'Internal/A2A/2.0.0/')).status).toBe(200)
    await bench.quiet()
    expect(bench.movement(within.MessageReference)?.amount).toBe(1055)
    const mobile = spoilt({ AccountNumber: undefined, MobileNumber: '254712345678' })
    const good = mobile(coop.message(['x']))
    expect((await coop.send(good, 'External/A2M/Mpesa/1.0.0/')).status).toBe(200)
    const bad = coop.message(['0712345678'])
    const mpesa = await coop.send(bad, 'External/A2M/Mpesa/1.0.0/')
    expect(mpesa).toMatchObject({ status: 400, body: { MessageCode: '-19' } })
    const phone = await coop.send(bad, 'External/A2M/PesaLink/1.0.0/')
    expect(phone).toMatchObject({ status: 400, body: { MessageCode: '-20' } })
    await bench.quiet()
  })

  test('the balance, and whose it is', async () => {
    const ask = (AccountNumber: string, token: string) =>
      bench.post(
        '/coop/Enquiry/AccountBalance/1.0.0/',
        { MessageReference: 'B1', AccountNumber },
        token,
      )
    const before = await ask('01100000000200', banks.tokens.coop)
    await coop.send(source({ AccountNumber: '01100000000200' })(coop.message(['0100000000777'])))
    await bench.quiet()
    const after = await ask('01100000000200', banks.tokens.coop)
    expect(before.body.AvailableBalance - after.body.AvailableBalance).toBe(84_250)
    const given = { consumer_key: 'c2', consumer_secret: 's2', debit_accounts: ['01100000000300'] }
    await bench.post('/__sim/accounts', { provider: 'coop', ...given })
    const { body } = await banks.tokenOf('coop', { headers: basic('c2', 's2'), body: banks.form })
    const foreign = await ask('01100000000200', body.access_token)
    expect(foreign).toMatchObject({ status: 401, body: { MessageCode: '-8' } })
    const theirs = coop.message(['0100000000777'])
    const refused = await bench.post(
      '/coop/FundsTransfer/External/A2A/PesaLink/1.0.0',
      theirs,
      body.access_token,
    )
    expect(refused).toMatchObject({ status: 401, body: { MessageCode: '-8' } })
  })
})
