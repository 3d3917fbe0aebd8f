import { describe, expect, test } from 'vitest'
import { fault, fixture, said } from '../../test/provider-answers.ts'
import { meaningOf } from './b2c-codes.ts'
import * as mpesa from './daraja.ts'
import { daraja } from './daraja.ts'

describe('M-PESA takes a payment', () => {
  const taken = mpesa.submitted
  test('as accepted, whether its code is text or a number', () => {
    const body = fixture('daraja-accepted')
    const accepted = { outcome: 'accepted', provider_ref: 'AG_20261115_20106e9209f64bebd05b' }
    expect(taken(said(200, body))).toEqual(accepted)
    expect(taken(said(200, { ...body, ResponseCode: 0 }))).toEqual(accepted)
    expect(taken(said(500, body)).outcome).toBe('unknown')
  })
  test.each([
    [
      '400.002.02',
      'Bad Request - Invalid PartyB',
      'M-PESA does not accept the phone number.',
      false,
    ],
    ['400.002.02', 'Bad Request - Invalid Amount', 'M-PESA does not accept the amount.', false],
    ['400.002.02', 'Bad Request - Invalid ResultURL', 'Bad Request - Invalid ResultURL.', true],
    ['400.002.05', 'Invalid Request Payload', 'Invalid Request Payload.', true],
    ['400.003.02', 'Bad Request', 'Bad Request.', true],
    ['404.001.04', 'Invalid Authentication Header', 'Invalid Authentication Header.', true],
    ['405.001', 'Method Not Allowed', 'Method Not Allowed.', true],
    ['404.001.01', 'Resource not found', /does not offer this call/, true],
    ['404.002.01', 'Resource not found', /does not offer this call/, true],
    ['404.003.01', 'Resource not found', /does not offer this call/, true],
    ['401.002.01', 'Invalid Access Token', /does not accept the access/, true],
    ['404.001.03', 'Invalid Access Token', /does not accept the access/, true],
    ['400.003.01', 'Invalid Access Token', /does not accept the access/, true],
  ])('as refused: %s %s', (code, message, reason, stops_run) => {
    const told = taken(fault(400, code, message))
    const expected = typeof reason === 'string' ? reason : expect.stringMatching(reason)
    expect(told).toEqual({ outcome: 'refused', code, reason: expected, stops_run })
  })
  test.each([
    [500, '500.001.1001', 'Merchant does not exist'],
    [500, '500.001.1001', 'Wrong credentials'],
    [500, '500.001.1001', 'Unable to lock subscriber'],
    [500, '500.002.1001', 'Duplicate OriginatorConversationID.'],
    [500, '500.002.1001', 'System internal error.'],
    [500, '500.002.1001', 'Service is currently under maintenance'],
    [500, '500.003.1001', 'Internal Server Error'],
    [500, '500.003.02', 'System is busy'],
    [429, '500.003.02', 'Spike Arrest Violation'],
    [500, '500.003.03', 'Quota Violation'],
    [400, '499.999.99', 'Something new'],
  ])('as unknown: %s %s %s', (status, code, message) => {
    expect(taken(fault(status, code, message)).outcome).toBe('unknown')
  })
  test('and asks to go slower when it is asked too much', () => {
    for (const code of ['500.003.02', '500.003.03']) {
      expect(taken(fault(429, code))).toMatchObject({ outcome: 'unknown', slower: true })
    }
    expect(taken(fault(500, '500.003.1001'))).not.toHaveProperty('slower')
  })
  test.each([
    ['1', 'The balance is insufficient for the transaction.', 'refused'],
    ['2001', 'The initiator information is invalid.', 'refused'],
    ['15', 'Duplicate Detected', 'unknown'],
    ['1', 'Duplicate request', 'unknown'],
    ['77', 'What nobody has seen', 'unknown'],
  ])('with 200 and code %s, %s: %s', (ResponseCode, ResponseDescription, outcome) => {
    expect(taken(said(200, { ResponseCode, ResponseDescription })).outcome).toBe(outcome)
  })
})

describe('M-PESA’s result codes', () => {
  const stopping = ['11', '18', '20', '21', '2001', '2006', '2028', '8006']
  const own = ['1', '2', '3', '4', '8', '26', '2040', 'SFC_IC0003']
  test.each(stopping)('%s stops the run', (code) => {
    expect(meaningOf(code, '')).toMatchObject({ outcome: 'failed', code, stops_run: true })
  })
  test.each(own)('%s is this payment’s own failure', (code) => {
    expect(meaningOf(code, '')).toMatchObject({ outcome: 'failed', code, stops_run: false })
  })
  test.each(['15', '17', '100000000', '100000007', '9', 'E3008', 'constructor'])(
    '%s is asked about',
    (code) => {
      expect(meaningOf(code, 'Some text')).toEqual({ outcome: 'unknown', reason: 'Some text.' })
    },
  )
})

describe('M-PESA calls back', () => {
  const key = 'pr-7f3c2b1a-8d4e-5f60-9a1b-2c3d4e5f6071'
  const provider_ref = 'AG_20261115_20106e9209f64bebd05b'
  const paid = {
    outcome: 'paid',
    receipt: 'UKF5YB2C3D',
    amount: 485_000,
    account: '254712345678',
  }
  const changed = (name: string, change: object) => {
    const body = fixture(name)
    return { Result: { ...body.Result, ...change } }
  }
  test('paid, with code as number or text, and with one parameter alone', () => {
    const body = fixture('daraja-paid')
    const heard = { said: { ...paid, name: 'JANE DOE' }, key, provider_ref }
    expect(daraja.parseCallback('result', body)).toEqual(heard)
    expect(daraja.parseCallback('result', changed('daraja-paid', { ResultCode: '0' }))).toEqual(
      heard,
    )
    const [one] = body.Result.ResultParameters.ResultParameter
    const alone = { ResultParameters: { ResultParameter: one } }
    expect(daraja.parseCallback('result', changed('daraja-paid', alone))?.said).toEqual({
      ...paid,
      account: null,
      name: null,
    })
  })
  test('failed, though it names a transaction', () => {
    expect(daraja.parseCallback('result', fixture('daraja-failed'))).toEqual({
      said: {
        outcome: 'failed',
        code: '2040',
        reason: 'The number is not registered for M-PESA.',
        stops_run: false,
      },
      key,
      provider_ref,
    })
    const duplicate = changed('daraja-failed', { ResultCode: 15, ResultDesc: 'Duplicate' })
    expect(daraja.parseCallback('result', duplicate)?.said.outcome).toBe('unknown')
  })
  test('a timeout, which is news of nothing, in both forms', () => {
    const flat = daraja.parseCallback('timeout', fixture('daraja-timeout'))
    expect(flat).toMatchObject({ said: { outcome: 'unknown' }, key, provider_ref: null })
    const wrapped = daraja.parseCallback('timeout', fixture('daraja-paid'))
    expect(wrapped).toMatchObject({ said: { outcome: 'unknown' }, key, provider_ref })
  })
  test('the answer to a question, whose outcome is inside', () => {
    const body = fixture('daraja-status')
    const answer = daraja.parseCallback('answer', body)
    expect(answer).toEqual({ said: { ...paid, name: 'Jane Doe' }, key, provider_ref })
    const inside = (change: Record<string, unknown>) => {
      const { ResultParameter: list } = body.Result.ResultParameters
      const ResultParameter = list.map((one: { Key: string }) =>
        one.Key in change ? { Key: one.Key, Value: change[one.Key] } : one,
      )
      const all = changed('daraja-status', { ResultParameters: { ResultParameter } })
      return daraja.parseCallback('answer', all)?.said
    }
    for (const status of ['Failed', 'Cancelled', 'Declined', 'Expired']) {
      const failed = { outcome: 'failed', code: status, stops_run: false }
      expect(inside({ TransactionStatus: status })).toMatchObject(failed)
    }
    for (const status of ['Pending', 'Authorized', 'What else']) {
      expect(inside({ TransactionStatus: status })).toEqual({ outcome: 'pending' })
    }
    expect(inside({ TransactionStatus: undefined })?.outcome).toBe('unknown')
    expect(inside({ Amount: 4850.5 })).toMatchObject({ amount: 485_050 })
  })
  test('that the question went wrong, or found nothing: no proof of anything', () => {
    const wrong = { ResultCode: 2001, ResultDesc: 'The initiator information is invalid.' }
    expect(daraja.parseCallback('answer', changed('daraja-status', wrong))?.said.outcome).toBe(
      'unknown',
    )
    const none = { ResultCode: '9', ResultDesc: 'The transaction was not found' }
    const heard = daraja.parseCallback('answer', changed('daraja-status', none))
    expect(heard?.said).toEqual({ outcome: 'not_found', certain: false })
  })
  test('a balance, of the account that pays', () => {
    expect(daraja.parseBalance(fixture('daraja-balance'))).toBe(22_803_700)
    expect(daraja.parseBalance(fixture('daraja-paid'))).toBeNull()
    expect(daraja.parseBalance('nonsense')).toBeNull()
  })
  test('what is kept of a body has no secret in it', () => {
    const kept = JSON.stringify(daraja.withoutSecrets({ a: [fixture('daraja-timeout')] }))
    expect(kept).toContain('payrollapi')
    expect(kept).not.toMatch(/344 characters|SecurityCredential/)
  })
})
