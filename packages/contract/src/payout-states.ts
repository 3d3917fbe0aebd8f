/**
 * What becomes of an instruction to pay: state × event → state and what to do. For the sender, the
 * callbacks, the sweeps and the screens alike. Unknown stays unknown: only the provider's word, or
 * a person's decision, ends an attempt. What the provider says when it is asked outranks what
 * anybody reports (C19): reports end nothing that a question has ended.
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
  /** Asked, the provider says paid, and names, amount and account agree. */
  'paid',
  /** Asked, the provider says that it has failed. */
  'failed',
  /** The same, reported at the payment's own address, which nobody else knows. */
  'reported_paid',
  'reported_failed',
  /** The same at an address that others could know: it starts a question and decides nothing. */
  'hinted_paid',
  'hinted_failed',
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
  /** Ask the provider what became of it, when it has had a moment. */
  | 'ask'
  /** Ask at once: somebody says that it has ended. */
  | 'ask_now'
  /** Ask again, later than the last time. */
  | 'ask_later'
  /** Send the same key again, later. */
  | 'send_later'
  /** Something is wrong that somebody must look at. */
  | 'alarm'
  /** The same, and the provider is asked at once. */
  | 'doubt'

export interface AttemptOutcome {
  next: AttemptState
  act?: AttemptAct
}

type AttemptTransitions = Partial<Record<AttemptEvent, AttemptOutcome>>

const to = (next: AttemptState, act?: AttemptAct): AttemptOutcome => ({
  next,
  ...(act ? { act } : {}),
})
/** While nothing is known of its end. A failure that was only reported is asked about. */
const open: AttemptTransitions = {
  paid: to('paid'),
  failed: to('failed'),
  reported_paid: to('paid'),
  reported_failed: to('failed', 'ask_now'),
}

/** Where a cell is empty, nothing changes and nothing is to be done. */
const table: Readonly<Record<AttemptState, AttemptTransitions>> = {
  created: {
    take: to('sending'),
    withdraw: to('failed'),
    // We sent nothing, and yet somebody speaks of it: money may have left before a restore.
    paid: to('paid', 'alarm'),
    failed: to('created', 'alarm'),
    reported_paid: to('unknown', 'doubt'),
    reported_failed: to('created', 'alarm'),
    hinted_paid: to('created', 'alarm'),
    hinted_failed: to('created', 'alarm'),
    mismatch: to('created', 'alarm'),
  },
  sending: {
    ...open,
    // Before our own call was answered; asked about once it is.
    hinted_paid: to('sending', 'ask_now'),
    hinted_failed: to('sending', 'ask_now'),
    accepted: to('submitted'),
    refused: to('failed'),
    not_sent: to('created', 'send_later'),
    unclear: to('unknown', 'ask'),
    abandoned: to('unknown', 'ask'),
    queue_timeout: to('unknown', 'ask'),
    mismatch: to('sending', 'alarm'),
  },
  submitted: {
    ...open,
    hinted_paid: to('processing', 'ask_now'),
    hinted_failed: to('processing', 'ask_now'),
    queue_timeout: to('unknown', 'ask'),
    overdue: to('unknown', 'ask_now'),
    pending: to('processing', 'ask_later'),
    mismatch: to('unknown', 'alarm'),
  },
  processing: {
    ...open,
    hinted_paid: to('processing', 'ask_now'),
    hinted_failed: to('processing', 'ask_now'),
    queue_timeout: to('unknown', 'ask'),
    overdue: to('unknown', 'ask_now'),
    pending: to('processing', 'ask_later'),
    silent: to('unknown', 'ask_later'),
    too_old: to('review', 'alarm'),
    mismatch: to('unknown', 'alarm'),
  },
  unknown: {
    ...open,
    hinted_paid: to('unknown', 'ask_now'),
    hinted_failed: to('unknown', 'ask_now'),
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
  paid: {
    failed: to('paid', 'alarm'),
    reported_failed: to('paid', 'doubt'),
    hinted_failed: to('paid', 'doubt'),
    mismatch: to('paid', 'alarm'),
  },
  failed: {
    paid: to('paid', 'alarm'),
    reported_paid: to('failed', 'doubt'),
    hinted_paid: to('failed', 'doubt'),
    // Reported as failed, and no question confirms it; or nobody's word for it is enough.
    too_old: to('review', 'alarm'),
    not_found: to('review', 'alarm'),
    mismatch: to('failed', 'alarm'),
  },
  review: {
    ...open,
    hinted_paid: to('review', 'ask_now'),
    hinted_failed: to('review', 'ask_now'),
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
