import { expect, it } from 'vitest'
import { attemptEvents, attemptStates, outcomeFor, shownAs } from './payout-states.ts'

/** Every cell, as somebody who pays salaries reads it; "." where nothing changes. */
const cells: Record<(typeof attemptEvents)[number], string> = {
  //               created  sending  submitted  processing  unknown  paid  failed  review
  take: 'sending . . . . . . .',
  withdraw: 'failed . . . . . . .',
  accepted: '. submitted . . submitted . . .',
  refused: '. failed . . failed . . .',
  not_sent: '. created+send_later . . . . . .',
  unclear: '. unknown+ask . . . . . .',
  abandoned: '. unknown+ask . . . . . .',
  paid: 'paid+alarm paid paid paid paid . paid+alarm paid',
  failed: 'created+alarm failed failed failed failed paid+alarm . failed',
  reported_paid: 'unknown+doubt paid paid paid paid . failed+doubt paid',
  reported_failed:
    'created+alarm failed+ask_now failed+ask_now failed+ask_now failed+ask_now paid+doubt . ' +
    'failed+ask_now',
  hinted_paid:
    'created+alarm sending+ask_now processing+ask_now processing+ask_now unknown+ask_now . ' +
    'failed+doubt review+ask_now',
  hinted_failed:
    'created+alarm sending+ask_now processing+ask_now processing+ask_now unknown+ask_now ' +
    'paid+doubt . review+ask_now',
  queue_timeout: '. unknown+ask unknown+ask unknown+ask . . . .',
  overdue: '. . unknown+ask_now unknown+ask_now . . . .',
  pending: '. . processing+ask_later processing+ask_later unknown+ask_later . . .',
  silent: '. . . unknown+ask_later unknown+ask_later . . .',
  never_arrived: '. . . . failed . . .',
  not_found: '. . . . review+alarm . review+alarm .',
  too_old: '. . . review+alarm review+alarm . review+alarm .',
  mismatch:
    'created+alarm sending+alarm unknown+alarm unknown+alarm unknown+alarm paid+alarm ' +
    'failed+alarm review+alarm',
  decided_paid: '. . . . . . . paid',
  decided_unpaid: '. . . . . . . failed',
}

it.each(attemptEvents)('%s, in every state', (event) => {
  const told = attemptStates.map((state) => {
    const { next, act } = outcomeFor(state, event)
    return next === state && !act ? '.' : [next, act].filter(Boolean).join('+')
  })
  expect(told.join(' ')).toBe(cells[event])
})

it('never leaves paid, whatever is heard', () => {
  for (const event of attemptEvents) expect(outcomeFor('paid', event).next).toBe('paid')
})

it('ends as failed only by a word that is certain, or is asked about at once', () => {
  const certain = ['withdraw', 'refused', 'failed', 'never_arrived', 'decided_unpaid']
  for (const state of attemptStates) {
    if (state === 'failed') continue
    for (const event of attemptEvents) {
      const { next, act } = outcomeFor(state, event)
      if (next === 'failed' && act !== 'ask_now') expect(certain).toContain(event)
    }
  }
})

it('lets reports decide nothing that has ended, and hints nothing at all', () => {
  for (const event of attemptEvents) {
    const ended = event.startsWith('hinted') ? attemptStates : (['paid', 'failed'] as const)
    if (!/^(hinted|reported)/.test(event)) continue
    for (const state of ended) {
      const next = outcomeFor(state, event).next
      expect(next === state || (state === 'submitted' && next === 'processing')).toBe(true)
    }
  }
})

it('sends a key again only when nothing was sent', () => {
  const again = attemptStates.flatMap((state) =>
    attemptEvents.flatMap((event) =>
      outcomeFor(state, event).next === 'created' && state !== 'created' ? [[state, event]] : [],
    ),
  )
  expect(again).toEqual([['sending', 'not_sent']])
})

it('shows what is not settled as processing, never as failed', () => {
  expect(attemptStates.map((state) => shownAs[state]).join(' ')).toBe(
    'submitted submitted processing processing processing paid failed review',
  )
})
