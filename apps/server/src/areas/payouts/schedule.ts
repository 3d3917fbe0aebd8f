import {
  type AttemptEvent,
  type AttemptOutcome,
  outcomeFor,
} from '@mshahara/contract/payout-states'
import type { Cents } from '@mshahara/engine/units'
import { secondsLater } from '../../foundation/core/clock.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Attempt, News } from './attempt.ts'

/** What news makes of an attempt: pure, on plain values, at a given moment. */

const minute = 60
/** Between two questions about the same payment: longer each time. */
const patience_s = [15, minute, 2 * minute, 5 * minute, 15 * minute, 60 * minute]
/** When somebody says that it has ended: at once, but not as often as they say so. */
const atOnce_s = [0, minute, 5 * minute, 15 * minute]
/** Before the same key is sent again, when nothing was sent. */
const again_s = [2, 5, 15, minute, 5 * minute]
const at = (steps: readonly number[], index: number) =>
  steps[Math.min(index, steps.length - 1)] as number

const isOpen = (state: Attempt['state']) =>
  state === 'submitted' || state === 'processing' || state === 'unknown'

/** Ended by a word that can be relied on; what was merely reported is asked about (C19). */
export const isSurelyFailed = ({ state, settled_by }: Pick<Attempt, 'state' | 'settled_by'>) =>
  state === 'failed' && settled_by !== 'result'

/** The attempt afterwards, and what its state table asks for besides. */
export function after(
  attempt: Attempt,
  news: News,
  now: Date,
  resultWithin_s: number,
): { attempt: Attempt; act: AttemptOutcome['act'] } {
  const { next, act } = outcomeFor(attempt.state, news.event)
  const changed = next !== attempt.state
  const row: Attempt = { ...attempt, state: next }
  if (news.provider_ref) row.provider_ref ??= news.provider_ref
  if (news.not_found) row.not_found_at ??= now.toISOString()
  if (changed) describe(row, news, now)
  else if (next === 'failed') confirmed(row, news, act)
  if (act === 'alarm' || act === 'doubt') row.alarm = news.text
  // Questions are counted anew; the first of them is then no second one within the minute.
  if (act === 'doubt' && row.ask_at === null) row.asks = Math.min(row.asks, 1)
  if (act === 'send_later') row.try_at = later(now, at(again_s, row.tries - 1))
  row.ask_at = nextQuestion(row, news, now, { act, changed, resultWithin_s })
  return { attempt: row, act }
}

/** Who said so, and what. */
function describe(row: Attempt, news: News, now: Date) {
  const settled = row.state === 'paid' || row.state === 'failed'
  row.settled_at = settled ? now.toISOString() : null
  row.settled_by = settled && news.by !== 'clock' ? news.by : null
  row.code = news.code ?? null
  row.reason = news.reason ?? null
  if (row.state === 'paid') row.receipt = news.receipt ?? null
  if (row.state !== 'failed') row.retry_wanted = null
  if (row.state === 'failed' && news.by === 'result') row.asks = 0
}

const saysSo: readonly AttemptEvent[] = ['failed', 'never_arrived']

/** A failure that was reported counts once the provider, asked, says the same. */
function confirmed(row: Attempt, news: News, act: AttemptOutcome['act']) {
  if (act === 'doubt') row.settled_by = 'result'
  else if (news.by === 'question' && saysSo.includes(news.event)) row.settled_by = 'question'
}

interface Asking {
  act: AttemptOutcome['act']
  changed: boolean
  resultWithin_s: number
}

/** When the provider is asked next; about what is settled only for a reason. */
function nextQuestion(row: Attempt, news: News, now: Date, asking: Asking): string | null {
  const { act, changed, resultWithin_s } = asking
  if (act === 'ask_now' || act === 'doubt') {
    return sooner(row.ask_at, later(now, at(atOnce_s, row.asks)))
  }
  if (row.state === 'paid') return secondLook(row, news, now, changed)
  if (row.state === 'submitted') {
    return changed ? sooner(row.ask_at, later(now, resultWithin_s)) : row.ask_at
  }
  const isDoubtful = row.state === 'failed' && !isSurelyFailed(row)
  if (!isOpen(row.state) && !isDoubtful) return null
  if (act === 'ask') return later(now, at(patience_s, 0))
  if (act === 'ask_later' || news.by === 'question') return later(now, at(patience_s, row.asks))
  return row.ask_at ?? later(now, at(patience_s, row.asks))
}

const sooner = (one: string | null, other: string) =>
  one !== null && Date.parse(one) < Date.parse(other) ? one : other

const lookAgain_s = 60 * minute
const mostLooks = 6
const large: Cents = 10_000_000

/**
 * Banks take payments back, and the callback that says so may be lost; a forged one is worth most
 * for large amounts. Both are asked about once more, an hour after they were paid.
 */
function secondLook(row: Attempt, news: News, now: Date, changed: boolean): string | null {
  if (changed) {
    const deserved = row.bank_code !== null || centsOf(row.amount) >= large
    return deserved && news.by !== 'person' ? later(now, lookAgain_s) : null
  }
  if (news.by !== 'question') return row.ask_at
  const answered = news.event !== 'pending' && news.event !== 'silent'
  return answered || row.asks >= mostLooks ? null : later(now, at(patience_s, row.asks))
}

const later = (now: Date, seconds: number) => secondsLater(now, seconds).toISOString()

const trustAfter_s = 15 * minute
const between_s = 10 * minute

/**
 * "There is no such payment" ends one only when it is said twice, late enough, by a provider whose
 * word for it can be trusted; from others a person decides. Until then it is no answer.
 */
export function notFound(
  { sent_at, not_found_at }: Pick<Attempt, 'sent_at' | 'not_found_at'>,
  certain: boolean,
  now: Date,
): 'never_arrived' | 'not_found' | 'pending' {
  const age = (instant: string | null) =>
    instant === null ? 0 : (now.getTime() - Date.parse(instant)) / 1000
  const settled = age(sent_at) > trustAfter_s && age(not_found_at) >= between_s
  if (!settled) return 'pending'
  return certain ? 'never_arrived' : 'not_found'
}
