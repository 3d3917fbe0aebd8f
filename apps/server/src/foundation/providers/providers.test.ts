import { payingBanks as offered } from '@mshahara/contract/integrations'
import { describe, expect, test } from 'vitest'
import { html, lost, noKey, said, unsent } from '../../test/provider-answers.ts'
import * as coopBank from './coop.ts'
import { coop } from './coop.ts'
import * as mpesa from './daraja.ts'
import { daraja } from './daraja.ts'
import * as kcbBank from './kcb.ts'
import { kcb } from './kcb.ts'
import { payingBanks, providerFor } from './registry.ts'
import type { Called } from './tokens.ts'

describe('what every provider makes of', () => {
  const each = [
    ['M-PESA', mpesa.submitted],
    ['KCB', kcbBank.submitted],
    ['Co-op', coopBank.submitted],
  ] as const
  const doubtful: [string, Called][] = [
    ['a timeout or a broken connection', lost],
    ['a page of a firewall', html(403)],
    ['an HTML 503', html(503)],
    ['an empty 500', said(500)],
    ['an empty 200', said(200)],
    ['a list', said(200, [])],
    ['a text', said(200, 'OK')],
    ['null', said(200, null)],
    ['a number', said(200, 0)],
    ['an unknown object', said(200, { status: 'maybe' })],
    ['408', said(408, { message: 'Request timed out' })],
    ['429', said(429, { message: 'Too many' })],
    ['502', said(502, { message: 'Bad gateway' })],
    ['a redirect', said(302)],
  ]
  test.each(each)('%s: doubt is "unknown", never "refused"', (_, read) => {
    for (const [what, called] of doubtful)
      expect([what, read(called).outcome]).toEqual([what, 'unknown'])
  })
  test.each(each)('%s: what never left the server may be sent again', (_, read) => {
    expect(read(unsent)).toEqual({ outcome: 'not_sent', reason: unsent.reason, slower: false })
    expect(read({ ...unsent, slower: true })).toMatchObject({ slower: true })
  })
  test.each(each)('%s: keys that are not accepted stop the run', (_, read) => {
    expect(read(noKey)).toMatchObject({ outcome: 'refused', stops_run: true })
  })
})

describe('nothing that comes in breaks anything', () => {
  const nonsense = [null, undefined, 0, 'text', [], {}, { Result: null }, { Result: [] }, [[]]]
  test.each([daraja, kcb, coop])('$name', (kind) => {
    for (const body of nonsense) {
      for (const at of ['result', 'timeout', 'answer'] as const)
        expect(kind.parseCallback(at, body)).toBeNull()
      expect(kind.parseBalance(body)).toBeNull()
      expect(kind.withoutSecrets(body)).toEqual(body)
    }
  })
})

describe('keys', () => {
  const id = '0d6f1b1e-5a0f-4b0e-9d55-0c8b5a0f7a11'
  test.each([
    [daraja, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
    [kcb, /^P[0-9A-HJKMNP-TV-Z]{11}$/],
    [coop, /^P[0-9A-HJKMNP-TV-Z]{15}$/],
  ])('of %s are always the same, and each its own', ({ keyOf }, form) => {
    expect(keyOf(id, 1)).toBe(keyOf(id, 1))
    const many = new Set<string>()
    for (let n = 0; n < 20_000; n += 1) many.add(keyOf(`${id}${n}`, n % 3))
    expect(many.size).toBe(20_000)
    for (const key of [...many].slice(0, 100)) expect(key).toMatch(form)
  })
  test('stay what they were: payments under way depend on it', () => {
    expect([daraja, kcb, coop].map(({ keyOf }) => keyOf(id, 2))).toMatchInlineSnapshot(`
      [
        "56c4ce80-a1ea-5e01-8bd1-9b9f9d72a2ce",
        "P2PDX1R7AHPR",
        "P2PDX1R7AHPRBMS3",
      ]
    `)
  })
})

describe('who pays', () => {
  test('M-PESA, and the banks in the registry', () => {
    expect(providerFor('mpesa', null)).toBe(daraja)
    expect(providerFor('bank', '01')).toBe(kcb)
    expect(providerFor('bank', '11')).toBe(coop)
    for (const code of ['68', '', null, 'constructor', '__proto__']) {
      expect(providerFor('bank', code)).toBeUndefined()
    }
    expect([...payingBanks.keys()]).toEqual(offered)
  })
  test('within limits that depend on the bank of the payee', () => {
    const most = ({ limitsFor }: typeof kcb, bank: string | null) => limitsFor(bank).most
    expect(most(daraja, null)).toBe(25_000_000)
    expect(most(kcb, '68')).toBe(99_999_900)
    expect(most(kcb, '01')).toBeGreaterThan(99_999_900)
    expect(coop.limitsFor('68').whole_shillings).toBe(true)
    expect(coop.limitsFor('11').whole_shillings).toBe(false)
  })
})
