import { expect, it } from 'vitest'
import type { Attempt, News } from './attempt.ts'
import { after, isTooOld, notFound } from './schedule.ts'

const now = new Date('2026-03-28T09:00:00Z')
const in_s = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()
const attempt = (given: Partial<Attempt> = {}): Attempt => ({
  organization_id: 'o',
  id: 'a',
  payout_id: 'p',
  slip_id: 's',
  attempt_no: 1,
  integration_id: 'i',
  provider: 'M-PESA',
  key: 'k',
  amount: '50000.00',
  name: 'Njeri',
  account: '254712345678',
  bank_code: null,
  bank: 'M-PESA',
  narration: 'Salary',
  state: 'sending',
  try_at: in_s(-10),
  tries: 1,
  sent_at: in_s(-5),
  provider_ref: null,
  ask_at: null,
  asks: 0,
  not_found_at: null,
  retry_wanted: null,
  settled_at: null,
  settled_by: null,
  receipt: null,
  code: null,
  reason: null,
  alarm: null,
  ...given,
})
const news = (event: News['event'], more: Partial<News> = {}): News => ({
  attempt_id: 'a',
  event,
  by: 'answer',
  what: 'Test',
  text: 'Told',
  ...more,
})
const then = (given: Partial<Attempt>, told: News) => after(attempt(given), told, now, 120).attempt

it('waits for the result, then asks less and less often', () => {
  expect(then({}, news('accepted')).ask_at).toBe(in_s(120))
  expect(then({}, news('unclear')).ask_at).toBe(in_s(15))
  const asked = (asks: number) =>
    then({ state: 'unknown', asks }, news('silent', { by: 'question' })).ask_at
  expect([1, 2, 3, 4, 5, 9].map(asked)).toEqual([60, 120, 300, 900, 3600, 3600].map(in_s))
})

it('sends the same key again, later each time, when nothing was sent', () => {
  const next = (tries: number) => then({ tries }, news('not_sent'))
  expect(next(1)).toMatchObject({ state: 'created', try_at: in_s(2), key: 'k' })
  expect(next(9).try_at).toBe(in_s(300))
})

it('asks about what a bank or much M-PESA has paid once more', () => {
  const paid = news('paid', { by: 'result', receipt: 'R1' })
  expect(then({ state: 'submitted' }, paid)).toMatchObject({ receipt: 'R1', ask_at: null })
  expect(then({ state: 'submitted', bank_code: '68' }, paid).ask_at).toBe(in_s(3600))
  expect(then({ state: 'submitted', amount: '150000.00' }, paid).ask_at).toBe(in_s(3600))
  const again = { state: 'paid', bank_code: '68', receipt: 'R1', ask_at: in_s(60) } as const
  expect(then(again, news('paid', { by: 'question', receipt: 'R1' })).ask_at).toBeNull()
  const taken = then(again, news('failed', { by: 'question', text: 'Taken back' }))
  expect(taken).toMatchObject({ state: 'paid', receipt: 'R1', alarm: 'Taken back', ask_at: null })
})

it('keeps who said so and why, and forgets it when it was not so', () => {
  const failed = then(
    { state: 'submitted' },
    news('failed', { by: 'result', code: '1', reason: 'No' }),
  )
  expect(failed).toMatchObject({ settled_by: 'result', code: '1', reason: 'No' })
  const after_all = after(failed, news('paid', { by: 'result', receipt: 'R' }), now, 120)
  expect(after_all.attempt).toMatchObject({ state: 'paid', reason: null, alarm: 'Told' })
})

it('takes "no such payment" for an end when it is said twice, late enough', () => {
  const at = (sent: number, first: number | null, certain = true) =>
    notFound(
      { sent_at: in_s(-sent), not_found_at: first === null ? null : in_s(-first) },
      certain,
      now,
    )
  expect(at(60, null)).toBe('pending')
  expect(at(1000, null)).toBe('pending')
  expect(at(1000, 599)).toBe('pending')
  expect(at(1000, 600)).toBe('never_arrived')
  expect(at(899, 700)).toBe('pending')
  expect(at(1000, 600, false)).toBe('not_found')
})

it('is too old after a day', () => {
  expect(isTooOld({ sent_at: in_s(-86_400) }, now)).toBe(false)
  expect(isTooOld({ sent_at: in_s(-86_401) }, now)).toBe(true)
  expect(isTooOld({ sent_at: null }, now)).toBe(false)
})
