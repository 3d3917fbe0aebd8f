import { expect, it } from 'vitest'
import type { Attempt, News } from './attempt.ts'
import { after, isSurelyFailed, notFound } from './schedule.ts'

const now = new Date('2026-03-28T09:00:00Z')
const in_s = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()
const attempt = (given: Partial<Attempt> = {}): Attempt => ({
  organization_id: 'o',
  id: 'a',
  payout_id: 'p',
  request_id: 'r',
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
  const paid = news('reported_paid', { by: 'result', receipt: 'R1' })
  expect(then({ state: 'submitted' }, paid)).toMatchObject({ receipt: 'R1', ask_at: null })
  expect(then({ state: 'submitted', bank_code: '68' }, paid).ask_at).toBe(in_s(3600))
  expect(then({ state: 'submitted', amount: '150000.00' }, paid).ask_at).toBe(in_s(3600))
  const again = { state: 'paid', bank_code: '68', receipt: 'R1', ask_at: in_s(60) } as const
  expect(then(again, news('paid', { by: 'question', receipt: 'R1' })).ask_at).toBeNull()
  const taken = then(again, news('failed', { by: 'question', text: 'Taken back' }))
  expect(taken).toMatchObject({ state: 'paid', receipt: 'R1', alarm: 'Taken back', ask_at: null })
})

const failure = { by: 'result', code: '1', reason: 'No' } as const

it('asks at once about a failure that was reported, until the provider says the same', () => {
  const failed = then({ state: 'submitted', asks: 3 }, news('reported_failed', failure))
  expect(failed).toMatchObject({ state: 'failed', settled_by: 'result', code: '1', reason: 'No' })
  expect([failed.ask_at, failed.asks, isSurelyFailed(failed)]).toEqual([in_s(0), 0, false])
  const asked = (event: News['event']) =>
    after({ ...failed, asks: 1 }, news(event, { by: 'question' }), now, 120).attempt
  expect(asked('silent')).toMatchObject({ settled_by: 'result', ask_at: in_s(60) })
  expect(asked('not_found')).toMatchObject({ state: 'review', alarm: 'Told' })
  for (const event of ['failed', 'never_arrived'] as const) {
    expect(asked(event)).toMatchObject({ settled_by: 'question', ask_at: null, reason: 'No' })
    expect(isSurelyFailed(asked(event))).toBe(true)
  }
  const paid = { by: 'question', receipt: 'R' } as const
  expect(after(failed, news('paid', paid), now, 120).attempt).toMatchObject({
    state: 'paid',
    reason: null,
    alarm: 'Told',
  })
})

it('lets no report undo what a question has settled, but asks again', () => {
  const settled = { state: 'failed', settled_by: 'question', asks: 4 } as const
  for (const event of ['reported_paid', 'hinted_paid'] as const) {
    const doubted = then(settled, news(event, { by: 'result', receipt: 'FORGED' }))
    expect(doubted).toMatchObject({ state: 'failed', receipt: null, alarm: 'Told' })
    expect([isSurelyFailed(doubted), doubted.ask_at]).toEqual([false, in_s(60)])
  }
  const paid = { state: 'paid', receipt: 'R', settled_by: 'question' } as const
  expect(then(paid, news('hinted_failed', failure))).toMatchObject({
    ...paid,
    alarm: 'Told',
    ask_at: in_s(0),
  })
})

it('takes a hint for a reason to ask, never at the pace of whoever gives it', () => {
  const hint = (given: Partial<Attempt>) => then(given, news('hinted_paid', { by: 'result' }))
  expect(hint({ state: 'submitted', ask_at: in_s(300) })).toMatchObject({
    state: 'processing',
    ask_at: in_s(0),
    receipt: null,
  })
  expect(hint({ state: 'unknown', asks: 2, ask_at: in_s(900) }).ask_at).toBe(in_s(300))
  expect(hint({ state: 'unknown', asks: 2, ask_at: in_s(20) }).ask_at).toBe(in_s(20))
  // Before our own call was answered: asked as soon as it is.
  const early = hint({ state: 'sending' })
  expect(early).toMatchObject({ state: 'sending', ask_at: in_s(0) })
  expect(after(early, news('accepted'), now, 120).attempt.ask_at).toBe(in_s(0))
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
