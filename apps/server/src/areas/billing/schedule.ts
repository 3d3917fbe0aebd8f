import { isLive, type PushOutcome, pushOutcome } from '@mshahara/contract/payment-states'
import { secondsLater } from '../../foundation/core/clock.ts'
import { holdOn_s } from '../../foundation/jobs/until-stored.ts'
import type { News, Push } from './rows.ts'

/** What news makes of a prompt: pure, on plain values, at a given moment. */

const minute = 60
/** After the prompt was sent: a callback comes within seconds, or is lost. */
const question_s = [45, 90, 3 * minute, 5 * minute, 10 * minute]
/** What a callback says is confirmed at once, and again while M-PESA is still at work on it. */
const confirm_s = [0, 3, 10, 30, minute, 2 * minute, 5 * minute]
/** Before it is sent again, when nothing was sent. */
const again_s = [2, 5, 15, 30]
const at = (steps: readonly number[], index: number) =>
  steps[Math.min(index, steps.length - 1)] as number

/** How long each state may last; afterwards the clock says what becomes of it. */
const patience_s = {
  created: 2 * minute,
  // An answer in hand may still be stored: the database was away.
  pushing: holdOn_s + 2 * minute,
  prompted: 30 * minute,
  confirming: 30 * minute,
}
/** By then nobody can enter a PIN any more. */
const prompt_s = 11 * minute
export const isOver = ({ sent_at, created_at }: Push, now: Date) =>
  now.getTime() - Date.parse(sent_at ?? created_at) > prompt_s * 1000

export function after(push: Push, news: News, now: Date): Push {
  const { next, act } = pushOutcome(push.state, news.event)
  const changed = next !== push.state
  const row: Push = { ...push, state: next }
  row.checkout_id ??= news.checkout_id ?? null
  if (news.receipt) row.receipt ??= news.receipt
  if (news.paid != null && push.state !== 'paid') row.paid_amount = (news.paid / 100).toFixed(2)
  if (changed) settle(row, news, now)
  if (act === 'alarm' || news.alarm) row.alarm = news.alarm ?? news.text
  if (act === 'send_later') row.try_at = later(now, at(again_s, row.tries - 1))
  row.ask_at = nextQuestion(row, act, now)
  return row
}

function settle(row: Push, news: News, now: Date) {
  row.settled_at = isLive(row.state) || row.state === 'review' ? null : now.toISOString()
  row.confirming_at = row.state === 'confirming' ? now.toISOString() : row.confirming_at
  row.code = news.code ?? null
  row.reason = news.reason ?? null
  if (row.state === 'confirming') row.asks = 0
}

function nextQuestion(row: Push, act: PushOutcome['act'], now: Date): string | null {
  if (row.state === 'confirming') {
    return act === 'alarm' ? row.ask_at : later(now, at(confirm_s, row.asks))
  }
  if (row.state !== 'prompted') return null
  if (act !== 'ask_later') return row.ask_at
  const sent = new Date(row.sent_at ?? now)
  const due = secondsLater(sent, at(question_s, row.asks))
  return due > now ? due.toISOString() : later(now, minute)
}

const later = (now: Date, seconds: number) => secondsLater(now, seconds).toISOString()

/** What time alone tells. */
export function byClock(push: Push, now: Date): News['event'] | undefined {
  const { state, asks } = push
  if (!isLive(state)) return undefined
  const since = { created: push.created_at, confirming: push.confirming_at }
  const begun = (since as Partial<Record<typeof state, string | null>>)[state] ?? push.sent_at
  const age_s = (now.getTime() - Date.parse(begun ?? push.created_at)) / 1000
  if (age_s <= patience_s[state as keyof typeof patience_s]) return undefined
  if (state === 'created') return 'overdue'
  if (state === 'pushing') return 'silent'
  // After a server was off for long, M-PESA is asked first.
  return state === 'confirming' || asks >= question_s.length ? 'too_old' : undefined
}
