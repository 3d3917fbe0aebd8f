import { expect, it } from 'vitest'
import {
  isLive,
  orderStateFor,
  type PromptEnd,
  pushEvents,
  pushOutcome,
  pushStates,
} from './payment-states.ts'

/** Every cell, as a shopkeeper's bookkeeper reads it; "." where nothing changes. */
const cells: Record<(typeof pushEvents)[number], string> = {
  // created pushing prompted confirming paid failed cancelled expired review
  take: 'pushing . . . . . . . .',
  accepted: '. prompted+ask_later . . . . . . .',
  refused: '. failed . . . . . . .',
  not_sent: '. created+send_later . . . . . . .',
  unclear: '. . . . . . . . .',
  told_paid:
    'confirming+ask confirming+ask confirming+ask . . confirming+ask confirming+ask ' +
    'confirming+ask .',
  told_failed: 'failed failed failed confirming+alarm paid+alarm . . failed .',
  told_cancelled: 'cancelled cancelled cancelled confirming+alarm paid+alarm . . cancelled .',
  told_other:
    'review+alarm review+alarm review+alarm review+alarm paid+alarm review+alarm review+alarm ' +
    'review+alarm review+alarm',
  forged:
    'created+alarm pushing+alarm prompted+alarm confirming+alarm paid+alarm failed+alarm ' +
    'cancelled+alarm expired+alarm review+alarm',
  asked_paid: 'paid paid paid paid . paid+alarm paid+alarm paid+alarm .',
  asked_failed: 'failed failed failed confirming+ask_later . . . failed .',
  asked_cancelled: 'cancelled cancelled cancelled confirming+ask_later . . . cancelled .',
  asked_pending: '. . prompted+ask_later confirming+ask_later . . . . .',
  entered:
    'review+alarm review+alarm review+alarm review+alarm . review+alarm review+alarm ' +
    'review+alarm .',
  told_second: '. . . . paid+alarm . . . .',
  overdue: 'failed . expired . . . . . .',
  silent: '. review+alarm . . . . . . .',
  too_old: '. . review+alarm review+alarm . . . . .',
  decided_paid: 'paid paid paid paid . paid paid paid paid',
  decided_unpaid: '. . . . . . . . failed',
}

it.each(pushEvents)('%s, in every state', (event) => {
  const told = pushStates.map((state) => {
    const { next, act } = pushOutcome(state, event)
    return next === state && !act ? '.' : [next, act].filter(Boolean).join('+')
  })
  expect(told.join(' ')).toBe(cells[event])
})

it('never leaves paid, whatever is heard', () => {
  for (const event of pushEvents) expect(pushOutcome('paid', event).next).toBe('paid')
})

it('becomes paid by a confirmation or a decision only, never by a callback', () => {
  for (const state of pushStates) {
    if (state === 'paid') continue
    for (const event of pushEvents) {
      if (pushOutcome(state, event).next === 'paid') {
        expect(['asked_paid', 'decided_paid']).toContain(event)
      }
    }
  }
})

it('is sent again only when nothing was sent', () => {
  const again = pushStates.flatMap((state) =>
    pushEvents.flatMap((event) =>
      pushOutcome(state, event).next === 'created' && state !== 'created' ? [[state, event]] : [],
    ),
  )
  expect(again).toEqual([['pushing', 'not_sent']])
})

it.each([
  [['prompted'], 'open'],
  [['failed', 'prompted'], 'open'],
  [['prompted', 'cancelled'], 'open'],
  [['expired', 'confirming'], 'open'],
  [['paid for the order', 'prompted'], 'paid'],
  [['paid', 'prompted'], 'open'],
  [['paid', 'review'], 'review'],
  [['paid', 'cancelled'], 'credited'],
  [['review', 'failed'], 'review'],
  [['failed', 'cancelled'], 'cancelled'],
  [['cancelled', 'failed'], 'failed'],
  [['expired'], 'expired'],
] as const)('an order whose prompts are %s is %s', (pushes, state) => {
  const prompts = pushes.map((push): PromptEnd => {
    if (push === 'paid for the order') return { state: 'paid', applied: 'order' }
    return { state: push, applied: push === 'paid' ? 'credit' : null }
  })
  expect(orderStateFor(prompts)).toBe(state)
})

it('is live while the phone may ring or M-PESA is asked', () => {
  expect(pushStates.filter(isLive)).toEqual(['created', 'pushing', 'prompted', 'confirming'])
})
