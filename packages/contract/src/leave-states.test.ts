import { expect, test } from 'vitest'
import {
  approvalActs,
  approvalMove,
  approvalStates,
  leaveActs,
  leaveMove,
  leaveStates,
  mayWithdraw,
} from './leave-states.ts'

/** Every cell of both tables. */

test('a request: every state and act', () => {
  const cells = leaveStates.flatMap((state) =>
    leaveActs.map(
      (act) => `${state} ${act}: ${Object.values(leaveMove(state, act) ?? {}).join(', ')}`,
    ),
  )
  expect(cells).toEqual([
    'pending finish: approved, use',
    'pending reject: rejected, free',
    'pending withdraw: cancelled, free',
    'approved finish: ',
    'approved reject: ',
    'approved withdraw: cancelled, give back',
    'rejected finish: ',
    'rejected reject: ',
    'rejected withdraw: ',
    'cancelled finish: ',
    'cancelled reject: ',
    'cancelled withdraw: ',
  ])
})

test.each([
  ['pending', '2026-03-09', true],
  ['pending', '2026-03-11', true],
  ['approved', '2026-03-11', true],
  ['approved', '2026-03-10', false],
  ['approved', '2026-03-09', false],
  ['rejected', '2026-03-11', false],
  ['cancelled', '2026-03-11', false],
] as const)('a %s request from %s can be cancelled on 10 March: %s', (status, start_date, may) => {
  expect(mayWithdraw({ status, start_date }, '2026-03-10')).toBe(may)
})

test('an approval: every state and act', () => {
  const open = Object.fromEntries(approvalActs.map((act) => [act, approvalMove('pending', act)]))
  expect(open).toEqual({
    approve: 'approved',
    reject: 'rejected',
    reassign: 'pending',
    close: 'closed',
    pass: 'passed on',
  })
  for (const state of approvalStates.filter((one) => one !== 'pending')) {
    for (const act of approvalActs)
      expect([state, act, approvalMove(state, act)]).toEqual([state, act, undefined])
  }
})
