import { describe, expect, test } from 'vitest'
import { fixture, html, lost, said } from '../../test/provider-answers.ts'
import * as coopBank from './coop.ts'
import { coop } from './coop.ts'
import * as kcbBank from './kcb.ts'
import { kcb } from './kcb.ts'
import type { Called } from './tokens.ts'

describe('KCB', () => {
  const taken = kcbBank.submitted
  const provider_ref = '263eb626-3fe7-4662-813e-f6f2962219e1'
  test('accepts, flat or under a header, text or number', () => {
    const body = fixture('kcb-accepted')
    const accepted = { outcome: 'accepted', provider_ref }
    expect(taken(said(200, body))).toEqual(accepted)
    expect(taken(said(200, { ...body, statusCode: 0 }))).toEqual(accepted)
    const { merchantID, ...header } = body
    expect(taken(said(200, { header, merchantID }))).toEqual(accepted)
    expect(taken(said(200, { header: body }))).toEqual(accepted)
    expect(taken(said(500, body)).outcome).toBe('unknown')
  })
  test('refuses with 200, in its own words', () => {
    expect(taken(said(200, fixture('kcb-refused')))).toEqual({
      outcome: 'refused',
      code: '1',
      reason: 'Validation failed: Transaction failed due to limit rule.',
      stops_run: false,
    })
    const twice = { statusCode: '1', statusDescription: 'Duplicate transaction reference' }
    expect(taken(said(200, twice)).outcome).toBe('unknown')
  })
  test.each([
    [401, 900901, 'refused'],
    [401, 900902, 'refused'],
    [403, 900908, 'refused'],
    [429, 900802, 'unknown'],
    [504, 101504, 'unknown'],
  ])('at its gateway: %s %s is %s', (status, code, outcome) => {
    const told = taken(said(status, { fault: { code, message: 'x', description: 'y' } }))
    expect(told.outcome).toBe(outcome)
    if (told.outcome === 'refused')
      expect(told).toMatchObject({ code: String(code), stops_run: true })
    expect('slower' in told && told.slower).toBe(status === 429)
  })
  test('calls back: paid, failed, or still open', () => {
    const body = fixture('kcb-paid')
    const paid = {
      outcome: 'paid',
      receipt: 'FT26319GXZGY',
      amount: 8_425_075,
      account: '1300000777',
      name: 'JANE DOE',
    }
    expect(kcb.parseCallback('result', body)).toEqual({
      said: paid,
      key: 'PQ0HG7N9T19G',
      provider_ref,
    })
    const state = (transactionStatus: string) =>
      kcb.parseCallback('result', { ...body, transactionStatus })?.said.outcome
    for (const one of ['FAILED', 'REJECTED', 'REVERSED', 'failed'])
      expect(state(one)).toBe('failed')
    for (const one of ['PROCESSING', 'QUEUED', '']) expect(state(one)).toBe('pending')
    expect(kcb.parseCallback('timeout', body)).toBeNull()
  })
  test('is asked; an answer that nobody knows is no failure', () => {
    const at = (primaryData: unknown) => ({ responsePayload: { transactionInfo: { primaryData } } })
    const ask = (called: Called) => kcbBank.answered(called, 'PQ0HG7N9T19G')
    expect(ask(said(200, at({ transactionStatus: 'SUCCESS', amount: '10.00' })))).toEqual({
      outcome: 'paid',
      receipt: 'PQ0HG7N9T19G',
      amount: 1_000,
      account: null,
      name: null,
    })
    expect(ask(said(200, at({ transactionStatus: 'FAILED' }))).outcome).toBe('failed')
    expect(ask(said(200, at({ transactionStatus: 'PROCESSING' }))).outcome).toBe('pending')
    const none = { header: { statusMessage: 'Transaction not found' }, responsePayload: null }
    expect(ask(said(200, none))).toEqual({ outcome: 'not_found', certain: false })
    for (const odd of [said(200, {}), said(404), html(503), lost, said(200, at({ state: 'X' }))]) {
      expect(ask(odd).outcome).toBe('unknown')
    }
  })
})

describe('Co-op', () => {
  const taken = coopBank.submitted
  const told = (status: number, MessageCode: string | number) =>
    taken(said(status, { MessageReference: 'P1', MessageCode, MessageDescription: 'WORDS' }))
  test('accepts', () => {
    const accepted = { outcome: 'accepted', provider_ref: null }
    expect(taken(said(200, fixture('coop-accepted')))).toEqual(accepted)
    expect(told(200, 0)).toEqual(accepted)
  })
  test.each([
    [400, '-2', false],
    [400, '-3', false],
    [400, '-5', false],
    [400, '-6', false],
    [400, '-11', false],
    [400, '-19', false],
    [400, '-20', false],
    [401, '-8', true],
    [403, '-9', false],
    [403, '-10', false],
    [403, '-16', true],
  ])('refuses: %s %s', (status, code, stops_run) => {
    expect(told(status, code)).toMatchObject({ outcome: 'refused', code, stops_run })
    expect(told(500, code).outcome).toBe('unknown')
  })
  test.each([
    [400, '-12'],
    [408, '-4'],
    [409, '-1'],
    [400, '-99'],
  ])('leaves open: %s %s', (status, code) => {
    expect(told(status, code).outcome).toBe('unknown')
  })
  test('its gateway refuses credentials', () => {
    const refused = { outcome: 'refused', code: '900902', stops_run: true }
    expect(taken(said(401, fixture('bank-fault')))).toMatchObject(refused)
  })

  const body = fixture('coop-paid')
  const [leg] = body.Destinations
  const message = (MessageCode: string, change: object = {}) => ({
    ...body,
    MessageCode,
    Destinations: [{ ...leg, ...change }],
  })
  const failed = { ResponseCode: '1', ResponseDescription: 'INVALID ACCOUNT NUMBER' }
  test('calls back with the outcome of our own leg', () => {
    const heard = (given: unknown) => coop.parseCallback('result', given)
    expect(heard(body)).toEqual({
      said: {
        outcome: 'paid',
        receipt: '1169eb1d7d0d',
        amount: 8_425_000,
        account: '0100000000777',
        name: null,
      },
      key: 'PR481A1',
      provider_ref: null,
    })
    expect(heard({ ...body, Destinations: leg })?.said.outcome).toBe('paid')
    expect(heard(message('2', failed))?.said).toEqual({
      outcome: 'failed',
      code: '1',
      reason: 'INVALID ACCOUNT NUMBER.',
      stops_run: false,
    })
    expect(heard(message('1', failed))?.said.outcome).toBe('failed')
    expect(heard(message('1'))?.said.outcome).toBe('paid')
    // Message and leg contradict each other, or the leg is not ours.
    expect(heard(message('0', failed))?.said.outcome).toBe('unknown')
    expect(heard(message('2'))?.said.outcome).toBe('unknown')
    expect(heard(message('0', { ReferenceNumber: 'X-1' }))?.said.outcome).toBe('unknown')
  })
  test('is asked; its "not found" can be trusted', () => {
    const ask = (called: Called, key = 'PR481A1') => coopBank.answered(called, key)
    expect(ask(said(200, body)).outcome).toBe('paid')
    expect(ask(said(207, message('2', failed))).outcome).toBe('failed')
    expect(ask(said(200, fixture('coop-accepted')))).toEqual({ outcome: 'pending' })
    const none = { MessageReference: 'PR481A1', MessageCode: '-13', MessageDescription: '' }
    expect(ask(said(404, none))).toEqual({ outcome: 'not_found', certain: true })
    expect(ask(said(200, none)).outcome).not.toBe('not_found')
    for (const odd of [said(404), html(404), said(500, body), lost]) {
      expect(ask(odd).outcome).toBe('unknown')
    }
    expect(ask(said(200, body), 'PR481A2').outcome).toBe('unknown')
  })
  test('tells its balance', () => {
    const balance = { ...fixture('coop-accepted'), AvailableBalance: '1250.50' }
    expect(coopBank.balanceOf(said(200, balance))).toEqual({ outcome: 'known', available: 125_050 })
    expect(coopBank.balanceOf(said(200, fixture('coop-accepted'))).outcome).toBe('accepted')
    expect(coopBank.balanceOf(said(401, fixture('bank-fault'))).outcome).toBe('refused')
    expect(coopBank.balanceOf(lost).outcome).toBe('unknown')
  })
})
