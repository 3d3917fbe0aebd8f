/**
 * What becomes of a prompt on a payer's phone: state × event → state and what to do. For the
 * sender, the callbacks, the questions and the operator alike. Only M-PESA's confirmation, or the
 * operator's decision, makes it paid; and paid it stays (A19).
 */

export const pushStates = [
  /** Waits to be sent; not a byte has left. */
  'created',
  /** Committed before the first byte: the phone may be ringing. Also where the answer was lost. */
  'pushing',
  /** M-PESA has sent the prompt. */
  'prompted',
  /** The callback says paid; M-PESA is asked whether that is so. */
  'confirming',
  'paid',
  'failed',
  'cancelled',
  /** The prompt is certainly over, and M-PESA, asked then, knew of no payment. */
  'expired',
  /** Money that does not fit, silence, or no certain answer: the operator decides. */
  'review',
] as const
export type PushState = (typeof pushStates)[number]

export const pushEvents = [
  'take',
  /** M-PESA took the request, and named it. */
  'accepted',
  /** Certainly not sent to the phone. */
  'refused',
  /** Nothing has left the house. */
  'not_sent',
  /** It may have arrived: no answer, or none that can be understood. */
  'unclear',
  /** By callback. */
  'told_paid',
  'told_failed',
  'told_cancelled',
  /** By callback: paid, but not what was asked for. */
  'told_other',
  /** A callback with the ids of another prompt. */
  'forged',
  /** By the answer to a question. */
  'asked_paid',
  'asked_failed',
  'asked_cancelled',
  'asked_pending',
  /** M-PESA says that it was paid; it may be what somebody has entered by hand. */
  'entered',
  /** By callback: paid under a second receipt, after it had been paid under another. */
  'told_second',
  /** It never left; or M-PESA, asked after the prompt was over, knows of no payment. */
  'overdue',
  /** Sent, and never heard of. */
  'silent',
  /** An answer or a confirmation that does not come. */
  'too_old',
  'decided_paid',
  'decided_unpaid',
] as const
export type PushEvent = (typeof pushEvents)[number]

export type PushAct = 'ask' | 'ask_later' | 'send_later' | 'alarm'

export interface PushOutcome {
  next: PushState
  act?: PushAct
}

type PushTransitions = Partial<Record<PushEvent, PushOutcome>>

const to = (next: PushState, act?: PushAct): PushOutcome => ({ next, ...(act ? { act } : {}) })

/** While nobody has said anything final. */
const open: PushTransitions = {
  told_paid: to('confirming', 'ask'),
  told_failed: to('failed'),
  told_cancelled: to('cancelled'),
  told_other: to('review', 'alarm'),
  asked_paid: to('paid'),
  asked_failed: to('failed'),
  asked_cancelled: to('cancelled'),
  entered: to('review', 'alarm'),
  // With the statement in hand, the operator need not wait.
  decided_paid: to('paid'),
}
/** It had ended, and money came after all: confirmed like any other, and looked at. */
const late: PushTransitions = {
  told_paid: to('confirming', 'ask'),
  told_other: to('review', 'alarm'),
  asked_paid: to('paid', 'alarm'),
  entered: to('review', 'alarm'),
  decided_paid: to('paid'),
}
const heldBy = (state: PushState): PushTransitions => ({ forged: to(state, 'alarm') })

/** Where a cell is empty, nothing changes and nothing is to be done. */
const table: Readonly<Record<PushState, PushTransitions>> = {
  created: {
    ...open,
    ...heldBy('created'),
    take: to('pushing'),
    overdue: to('failed'),
  },
  pushing: {
    ...open,
    ...heldBy('pushing'),
    accepted: to('prompted', 'ask_later'),
    refused: to('failed'),
    not_sent: to('created', 'send_later'),
    silent: to('review', 'alarm'),
  },
  prompted: {
    ...open,
    ...heldBy('prompted'),
    asked_pending: to('prompted', 'ask_later'),
    overdue: to('expired'),
    too_old: to('review', 'alarm'),
  },
  confirming: {
    ...heldBy('confirming'),
    told_other: to('review', 'alarm'),
    asked_paid: to('paid'),
    // A contradiction settles nothing: it is asked again, and in the end somebody looks.
    told_failed: to('confirming', 'alarm'),
    told_cancelled: to('confirming', 'alarm'),
    asked_failed: to('confirming', 'ask_later'),
    asked_cancelled: to('confirming', 'ask_later'),
    asked_pending: to('confirming', 'ask_later'),
    too_old: to('review', 'alarm'),
    entered: to('review', 'alarm'),
    decided_paid: to('paid'),
  },
  paid: {
    ...heldBy('paid'),
    told_failed: to('paid', 'alarm'),
    told_cancelled: to('paid', 'alarm'),
    told_other: to('paid', 'alarm'),
    told_second: to('paid', 'alarm'),
  },
  failed: { ...late, ...heldBy('failed') },
  cancelled: { ...late, ...heldBy('cancelled') },
  expired: {
    ...late,
    ...heldBy('expired'),
    told_failed: to('failed'),
    told_cancelled: to('cancelled'),
    asked_failed: to('failed'),
    asked_cancelled: to('cancelled'),
  },
  review: {
    ...heldBy('review'),
    told_other: to('review', 'alarm'),
    decided_paid: to('paid'),
    decided_unpaid: to('failed'),
  },
}

export const pushOutcome = (state: PushState, event: PushEvent): PushOutcome =>
  table[state][event] ?? to(state)

/** The phone may still be ringing, or M-PESA is being asked. */
export const isLive = (state: PushState) =>
  ['created', 'pushing', 'prompted', 'confirming'].includes(state)

// ---------------------------------------------------------------- orders

/** What somebody wants to buy; what has become of it follows from its prompts. */
export const orderStates = [
  'open',
  'paid',
  /** Its money came, and is credit on the account. */
  'credited',
  'failed',
  'cancelled',
  'expired',
  'review',
] as const
export type OrderState = (typeof orderStates)[number]

/** A prompt, and what its money was used for. */
export interface PromptEnd {
  state: PushState
  applied: 'order' | 'credit' | null
}

/** While one prompt may still be paid, or waits for the operator, the order is not over. */
export function orderStateFor(pushes: readonly PromptEnd[]): OrderState {
  const states = pushes.map(({ state }) => state)
  if (pushes.some(({ applied }) => applied === 'order')) return 'paid'
  if (states.some(isLive)) return 'open'
  if (states.includes('review')) return 'review'
  if (states.includes('paid')) return 'credited'
  const last = states.at(-1)
  return last === 'failed' || last === 'cancelled' || last === 'expired' ? last : 'open'
}

/** As the specification has it: Pending is polled, Failed ends, anything else has succeeded. */
export const checkStatuses = ['Pending', 'Failed', 'Completed'] as const
export function statusOf(state: OrderState): (typeof checkStatuses)[number] {
  if (state === 'open') return 'Pending'
  return state === 'paid' || state === 'credited' ? 'Completed' : 'Failed'
}
