import { describe, expect, test } from 'vitest'
import { fault, fixture, html, lost, said, unsent } from '../../test/provider-answers.ts'
import { collected, parseCollection, passwordOf, prompted, timestampOf } from './stk.ts'

const ids = {
  checkout_id: 'ws_CO_15112026093001482712345678',
  merchant_id: '3f1a-4c2b-9d0e-6b7c8d9e0f11204417',
}

test('the password is short code, passkey and time in Kenya', () => {
  const timestamp = timestampOf(new Date('2026-11-15T06:30:00Z'))
  expect(timestamp).toBe('20261115093000')
  expect(timestampOf(new Date('2026-12-31T21:05:09Z'))).toBe('20270101000509')
  expect(passwordOf('600100', 'examplepasskey0123456789', timestamp)).toBe(
    'NjAwMTAwZXhhbXBsZXBhc3NrZXkwMTIzNDU2Nzg5MjAyNjExMTUwOTMwMDA=',
  )
})

describe('a prompt', () => {
  test('is on its way', () => {
    const accepted = { outcome: 'prompted', ...ids }
    expect(prompted(said(200, fixture('stk-prompted')))).toEqual(accepted)
    expect(prompted(said(200, { ...fixture('stk-prompted'), ResponseCode: 0 }))).toEqual(accepted)
  })
  test.each([
    ['400.002.02', 'Bad Request - Invalid PhoneNumber', false],
    ['500.001.1001', 'Wrong credentials', true],
    ['500.001.1001', 'Merchant does not exist', true],
    ['500.001.1001', 'Unable to lock subscriber, a transaction is already in process', false],
    ['401.002.01', 'Invalid Access Token', true],
  ])('is refused: %s %s', (code, message, stops_run) => {
    expect(prompted(fault(500, code, message))).toMatchObject({ outcome: 'refused', stops_run })
  })
  test('may have been sent: whoever doubts it must not send another', () => {
    for (const odd of [lost, html(503), said(500), fault(500, '500.003.1001', 'Internal')]) {
      expect(prompted(odd).outcome).toBe('unknown')
    }
    expect(prompted(unsent).outcome).toBe('not_sent')
  })
})

describe('asked what became of it', () => {
  const with_ = (ResultCode: string) => said(200, { ...fixture('stk-query-paid'), ResultCode })
  test.each([
    ['0', 'paid'],
    ['1032', 'failed'],
    ['1037', 'failed'],
    ['2001', 'failed'],
    ['SFC_IC0003', 'failed'],
    ['4999', 'pending'],
    ['1234', 'pending'],
    ['constructor', 'pending'],
  ])('code %s is %s', (code, outcome) => {
    expect(collected(with_(code)).outcome).toBe(outcome)
  })
  test('the old way of saying "pending", and a prompt that nobody knows', () => {
    const busy = fault(500, '500.001.1001', 'The transaction is being processed')
    expect(collected(busy)).toEqual({ outcome: 'pending' })
    const none = fault(500, '500.001.1001', 'The transaction does not Exist')
    expect(collected(none)).toEqual({ outcome: 'not_found' })
    for (const odd of [lost, html(503), said(200), fault(500, '500.001.1001', 'Wrong')]) {
      expect(collected(odd).outcome).toBe('unknown')
    }
  })
})

describe('the callback', () => {
  test('paid, with the amount to compare', () => {
    const paid = { outcome: 'paid', receipt: 'UKF4XA1B2C', amount: 1_100_000 }
    const heard = { ...ids, said: { ...paid, phone: '254712345678' } }
    expect(parseCollection(fixture('stk-paid'))).toEqual(heard)
  })
  test('cancelled, and any code that is not listed: a callback is final', () => {
    const body = fixture('stk-cancelled')
    const reason = 'The payment was cancelled on the phone.'
    expect(parseCollection(body)?.said).toEqual({ outcome: 'failed', code: '1032', reason })
    const { stkCallback } = body.Body
    const odd = { ...stkCallback, ResultCode: 'X9', ResultDesc: 'New' }
    const told = parseCollection({ Body: { stkCallback: odd } })
    const ours = 'M-PESA did not make the payment, and gives code X9 for it.'
    expect(told?.said).toEqual({ outcome: 'failed', code: 'X9', reason: ours, said: 'New.' })
  })
  test('nonsense is none', () => {
    for (const body of [null, [], 'x', {}, { Body: {} }]) expect(parseCollection(body)).toBeNull()
  })
})
