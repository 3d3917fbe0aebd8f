import { describe, expect, test } from 'vitest'
import {
  type Approver,
  type ApproverLevel,
  approvalActs,
  approvalMove,
  approvalStates,
  isApproverOf,
  leaveActs,
  leaveMove,
  leaveStates,
  mayWithdraw,
  stepAfter,
} from './leave-states.ts'

/** Every cell of both tables, and every turn that approval can take. */

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

const nowhere = { work_station_id: null, department_id: null, designation_id: null }
const at = (user_id: string, level: ApproverLevel, place: Partial<Approver> = {}): Approver => ({
  ...nowhere,
  user_id,
  level,
  ...place,
})
const applicant = {
  user_id: 'me',
  work_station_id: 'w1',
  department_id: 'd1',
  designation_id: null,
}

describe('an approver matches', () => {
  test.each<[Partial<Approver>, boolean]>([
    [{}, true],
    [{ work_station_id: 'w1' }, true],
    [{ work_station_id: 'w2' }, false],
    [{ department_id: 'd1' }, true],
    [{ department_id: 'd2' }, false],
    [{ designation_id: 'g1' }, false],
    [{ work_station_id: 'w1', department_id: 'd1' }, true],
    [{ work_station_id: 'w1', department_id: 'd2' }, false],
    [{ user_id: 'me' }, false],
  ])('%o: %s', (place, matches) => {
    expect(isApproverOf(at('you', 1, place), applicant)).toBe(matches)
  })
})

describe('the levels', () => {
  const all = [at('a', 4), at('b', 3), at('b2', 3), at('c', 2), at('d', 1)]
  const step = (level: ApproverLevel | 0 | null, approvers: Approver[] = all, primaries = ['p']) =>
    stepAfter(level, approvers, applicant, primaries)

  test('4 acts first, then 3, 2, 1; after the last there is nobody', () => {
    expect(step(null)).toEqual({ level: 4, users: ['a'] })
    expect(step(4)).toEqual({ level: 3, users: ['b', 'b2'] })
    expect(step(3)).toEqual({ level: 2, users: ['c'] })
    expect(step(2)).toEqual({ level: 1, users: ['d'] })
    expect(step(1)).toBeUndefined()
  })
  test('a level without a matching approver is left out', () => {
    const some = [at('a', 4, { department_id: 'd2' }), at('b', 3), at('d', 1)]
    expect(step(null, some)).toEqual({ level: 3, users: ['b'] })
    expect(step(3, some)).toEqual({ level: 1, users: ['d'] })
  })
  test('a level whose only approver is the applicant passes to the next', () => {
    expect(step(null, [at('me', 4), at('d', 1)])).toEqual({ level: 1, users: ['d'] })
    expect(step(4, [at('a', 4), at('me', 1)])).toBeUndefined()
  })
  test('somebody appointed twice on a level is asked once', () => {
    const twice = [at('a', 2), at('a', 2, { department_id: 'd1' })]
    expect(step(null, twice)).toEqual({ level: 2, users: ['a'] })
  })
  test('without any approver the primary users decide, and have the last word', () => {
    expect(step(null, [], ['p', 'q'])).toEqual({ level: 0, users: ['p', 'q'] })
    expect(step(null, [], ['me', 'q'])).toEqual({ level: 0, users: ['q'] })
    expect(step(null, [], ['me'])).toEqual({ level: 0, users: [] })
    expect(step(0, [])).toBeUndefined()
  })
})
