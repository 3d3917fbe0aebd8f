import { describe, expect, test } from 'vitest'
import {
  guarantorStatuses,
  guarantorTable,
  type LoanAct,
  loanActs,
  loanAllows,
  loanStateOf,
  loanStates,
  loanTable,
} from './loan-states.ts'

const decided = [
  '… already been',
  '… withdrawn',
  '… cancelled',
  '… already been',
  '… already been',
  '… already been',
] as const

/** Every cell, written a second time: the states that may follow, or a part of the refusal. */
const cells: Record<LoanAct, string[]> = {
  ask: ['pending', ...decided],
  answer: ['pending', ...decided],
  approve: ['approved', ...decided],
  reject: ['rejected', ...decided],
  withdraw: ['withdrawn', ...decided],
  correct: [
    '… not been',
    '… rejected',
    '… withdrawn',
    '… cancelled',
    'approved',
    '… repaid',
    '… written off',
  ],
  cancel: [
    '… not been',
    '… rejected',
    '… withdrawn',
    '… cancelled',
    'cancelled',
    '… repaid',
    '… written off',
  ],
  deduct: [
    '… not been',
    '… rejected',
    '… withdrawn',
    '… cancelled',
    'approved|settled',
    '… repaid',
    '… written off',
  ],
  repay: [
    '… not been',
    '… rejected',
    '… withdrawn',
    '… cancelled',
    'approved|settled',
    '… repaid',
    'written off|settled',
  ],
  'take back': [
    '… not been',
    '… rejected',
    '… withdrawn',
    '… cancelled',
    'approved',
    'approved|written off',
    'approved|written off',
  ],
  settle: [
    '… not been',
    '… rejected',
    '… withdrawn',
    '… cancelled',
    'settled',
    '… repaid',
    '… written off',
  ],
  'write off': [
    '… not been',
    '… rejected',
    '… withdrawn',
    '… cancelled',
    'written off',
    '… repaid',
    '… written off',
  ],
}

describe.each(loanActs)('%s', (act) => {
  test.each(loanStates.map((state, place) => [state, cells[act][place] ?? '']))(
    '%s: %s',
    (state, cell) => {
      const outcome = loanTable[act][state]
      if (cell.startsWith('… '))
        expect(outcome).toEqual({ refusal: expect.stringContaining(cell.slice(2)) })
      else expect(outcome).toEqual({ next: cell.split('|') })
    },
  )
})

test.each([
  ['pending', 0, 0, 'pending'],
  ['rejected', 0, 0, 'rejected'],
  ['withdrawn', 0, 0, 'withdrawn'],
  ['cancelled', 0, 0, 'cancelled'],
  ['approved', 100, 0, 'approved'],
  ['approved', 0, 0, 'settled'],
  ['approved', 0, 50, 'written off'],
  ['approved', 10, 50, 'approved'],
] as const)(
  '%s with %d owed and %d written off is %s',
  (status, outstanding, written_off, state) => {
    expect(loanStateOf({ status, outstanding, written_off })).toBe(state)
  },
)

test('a decision is possible once', () => {
  const pending = { status: 'pending', outstanding: 0, written_off: 0 } as const
  expect(loanAllows(pending, 'approve')).toBe(true)
  expect(loanAllows({ ...pending, status: 'rejected' }, 'approve')).toBe(false)
})

test('a request is answered once', () => {
  expect(guarantorStatuses.filter((status) => guarantorTable[status] === null)).toEqual(['pending'])
})
