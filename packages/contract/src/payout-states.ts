/**
 * What becomes of an instruction to pay: state × event → state and what to do. For the sender, the
 * callbacks, the sweeps and the screens alike. Unknown stays unknown: only the provider's word, or
 * a person's decision, ends an attempt.
 */

export const attemptStates = [
  /** Waits for its turn; not a byte has been sent. */
  'created',
  /** Committed before the first byte: whatever happens now, it may have been accepted. */
  'sending',
  /** Accepted by the provider, which is not yet paid. */
  'submitted',
  /** The provider says that it is at work on it. */
  'processing',
  /** Nobody knows; the provider is asked until it tells. */
  'unknown',
  'paid',
  'failed',
  /** No question can settle it: a person decides. */
  'review',
] as const
export type AttemptState = (typeof attemptStates)[number]

export const attemptEvents = [
  /** A sender takes it. */
  'take',
  /** It is stopped before anything was sent. */
  'withdraw',
  'accepted',
  /** Certainly not accepted. */
  'refused',
  /** Nothing has left the house: the same key again, later. */
  'not_sent',
  /** It may have arrived: timeout, reset, an answer nobody understands, a duplicate. */
  'unclear',
  /** Its sender is gone. */
  'abandoned',
  /** The provider says paid, and names, amount and account agree. */
  'paid',
  'failed',
  /** The provider's queue gave up waiting, which says nothing about the payment. */
  'queue_timeout',
  /** No result within the provider's time. */
  'overdue',
  /** Asked: still under way. */
  'pending',
  /** Asked: no answer, or none that can be understood. */
  'silent',
  /** Asked twice, late enough: it never arrived, and this provider's word can be trusted. */
  'never_arrived',
  /** The same from a provider whose word is not enough. */
  'not_found',
  /** Unknown for a day. */
  'too_old',
  /** What the provider tells does not fit what was sent. */
  'mismatch',
  'decided_paid',
  'decided_unpaid',
] as const
export type AttemptEvent = (typeof attemptEvents)[number]

export type AttemptAct =
  /** Ask the provider what became of it. */
  | 'ask'
  /** Ask again, later than the last time. */
  | 'ask_later'
  /** Send the same key again, later. */
  | 'send_later'
  /** Something is wrong that somebody must look at. */
  | 'alarm'

export interface AttemptOutcome {
  next: AttemptState
  act?: AttemptAct
}

type Row = Partial<Record<AttemptEvent, AttemptOutcome>>

const to = (next: AttemptState, act?: AttemptAct): AttemptOutcome => ({
  next,
  ...(act ? { act } : {}),
})
const ends: Row = { paid: to('paid'), failed: to('failed') }

/** Where a cell is empty, nothing changes and nothing is to be done. */
const table: Readonly<Record<AttemptState, Row>> = {
  created: {
    take: to('sending'),
    withdraw: to('failed'),
    // We sent nothing, and yet: the provider's word is money.
    paid: to('paid', 'alarm'),
    failed: to('created', 'alarm'),
    mismatch: to('created', 'alarm'),
  },
  sending: {
    ...ends,
    accepted: to('submitted'),
    refused: to('failed'),
    not_sent: to('created', 'send_later'),
    unclear: to('unknown', 'ask'),
    abandoned: to('unknown', 'ask'),
    queue_timeout: to('unknown', 'ask'),
    mismatch: to('sending', 'alarm'),
  },
  submitted: {
    ...ends,
    queue_timeout: to('unknown', 'ask'),
    overdue: to('unknown', 'ask'),
    pending: to('processing', 'ask_later'),
    mismatch: to('unknown', 'alarm'),
  },
  processing: {
    ...ends,
    queue_timeout: to('unknown', 'ask'),
    overdue: to('unknown', 'ask'),
    pending: to('processing', 'ask_later'),
    silent: to('unknown', 'ask_later'),
    too_old: to('review', 'alarm'),
    mismatch: to('unknown', 'alarm'),
  },
  unknown: {
    ...ends,
    // Its sender was taken for dead, and answers after all.
    accepted: to('submitted'),
    refused: to('failed'),
    pending: to('unknown', 'ask_later'),
    silent: to('unknown', 'ask_later'),
    never_arrived: to('failed'),
    not_found: to('review', 'alarm'),
    too_old: to('review', 'alarm'),
    mismatch: to('unknown', 'alarm'),
  },
  paid: { failed: to('paid', 'alarm'), mismatch: to('paid', 'alarm') },
  failed: { paid: to('paid', 'alarm'), mismatch: to('failed', 'alarm') },
  review: {
    ...ends,
    mismatch: to('review', 'alarm'),
    decided_paid: to('paid'),
    decided_unpaid: to('failed'),
  },
}

export const outcomeFor = (state: AttemptState, event: AttemptEvent): AttemptOutcome =>
  table[state][event] ?? to(state)

// ---------------------------------------------------------------- what people see

export const payoutStatuses = ['submitted', 'processing', 'paid', 'failed', 'review'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

export const shownAs: Readonly<Record<AttemptState, PayoutStatus>> = {
  created: 'submitted',
  sending: 'submitted',
  submitted: 'processing',
  processing: 'processing',
  unknown: 'processing',
  paid: 'paid',
  failed: 'failed',
  review: 'review',
}
