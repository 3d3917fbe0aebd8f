import { type AttemptOutcome, outcomeFor } from '@mshahara/contract/payout-states'
import { secondsLater } from '../core/clock.ts'
import type { Attempt, News } from './attempt.ts'

/** What news makes of an attempt: pure, on plain values, at a given moment. */

const minute = 60
/** Between two questions about the same payment: longer each time. */
const patience_s = [15, minute, 2 * minute, 5 * minute, 15 * minute, 60 * minute]
/** Before the same key is sent again, when nothing was sent. */
const again_s = [2, 5, 15, minute, 5 * minute]
const at = (steps: readonly number[], index: number) =>
  steps[Math.min(index, steps.length - 1)] as number

const isOpen = (state: Attempt['state']) =>
  state === 'submitted' || state === 'processing' || state === 'unknown'

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
  if (changed) told(row, news, now)
  if (act === 'alarm') row.alarm = news.text
  if (act === 'send_later') row.try_at = later(now, at(again_s, row.tries - 1))
  row.ask_at = nextQuestion(row, news, now, { act, changed, resultWithin_s })
  return { attempt: row, act }
}

/** Who said so, and what. */
function told(row: Attempt, news: News, now: Date) {
  const settled = row.state === 'paid' || row.state === 'failed'
  row.settled_at = settled ? now.toISOString() : null
  row.settled_by = settled && news.by !== 'clock' ? news.by : null
  row.code = news.code ?? null
  row.reason = news.reason ?? null
  if (row.state === 'paid') {
    row.receipt = news.receipt ?? null
    row.retry_wanted = null
  }
}

interface Asking {
  act: AttemptOutcome['act']
  changed: boolean
  resultWithin_s: number
}

/** When the provider is asked next; never about what is settled, unless it is to be paid again. */
function nextQuestion(row: Attempt, news: News, now: Date, asking: Asking): string | null {
  const isCheck = row.state === 'failed' && row.retry_wanted !== null
  if (!isOpen(row.state) && !isCheck) return null
  if (row.state === 'submitted') {
    return asking.changed ? later(now, asking.resultWithin_s) : row.ask_at
  }
  if (asking.act === 'ask') return later(now, at(patience_s, 0))
  if (asking.act === 'ask_later' || news.by === 'question') {
    return later(now, at(patience_s, row.asks))
  }
  return row.ask_at ?? later(now, at(patience_s, row.asks))
}

const later = (now: Date, seconds: number) => secondsLater(now, seconds).toISOString()

const day_s = 24 * 60 * minute
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

export const isTooOld = ({ sent_at }: Pick<Attempt, 'sent_at'>, now: Date) =>
  sent_at !== null && now.getTime() - Date.parse(sent_at) > day_s * 1000
