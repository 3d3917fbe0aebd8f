import { describe, expect, test } from 'vitest'
import {
  allows,
  changes,
  isOpen,
  outcomeOf,
  type RunAct,
  runActs,
  runStateOf,
  runStates,
  runTable,
} from './run-states.ts'

/** Every cell, written a second time: the next state, or the beginning of the refusal. */
const cells: Record<RunAct, [string, string, string, string, string]> = {
  recalculate: [
    '… still being',
    'calculating',
    'calculating',
    '… already conf',
    '… already been rev',
  ],
  finish: ['draft', 'draft', '… already been worked', '… already conf', '… already been rev'],
  change: ['… still being', '… could not be', 'draft', '… already conf', '… already been rev'],
  remove: ['… still being', 'removed', 'removed', '… already conf', '… already been rev'],
  confirm: ['… still being', '… could not be', 'confirmed', 'confirmed', '… was reversed.'],
  reverse: ['… Only a conf', '… Only a conf', '… Only a conf', 'reversed', '… Only a conf'],
  export: ['… still being', '… could not be', 'draft', 'confirmed', 'reversed'],
  declare: [
    '… still being',
    '… could not be',
    '… made from confirmed payrolls',
    'confirmed',
    '… nor paid',
  ],
  issue: ['… not confirmed', '… not confirmed', '… not confirmed', 'confirmed', '… was reversed.'],
  pay: ['… still being', '… could not be', '… Only a conf', 'confirmed', '… nor paid'],
  resend: ['… is a draft.', '… is a draft.', '… is a draft.', 'confirmed', '… is reversed.'],
}

describe.each(runActs)('%s', (act) => {
  test.each(runStates.map((state, place) => [state, cells[act][place] ?? '']))(
    '%s: %s',
    (state, cell) => {
      const outcome = runTable[act][state]
      if (cell.startsWith('… '))
        expect(outcome).toEqual({ refusal: expect.stringContaining(cell.slice(2)) })
      else expect(outcome).toEqual({ next: cell })
    },
  )
})

test('refusals are whole sentences', () => {
  const outcomes = runActs.flatMap((act) => Object.values(runTable[act]))
  for (const outcome of outcomes) {
    if ('refusal' in outcome) expect(outcome.refusal).toMatch(/^[A-Z].*\.$/)
  }
})

describe('the state of a run', () => {
  const run = { status: 'draft', calculated: true, calculation_failed: false } as const
  test.each([
    [run, 'draft'],
    [{ ...run, calculated: false }, 'calculating'],
    [{ ...run, calculated: false, calculation_failed: true }, 'failed'],
    [{ ...run, status: 'confirmed' }, 'confirmed'],
    [{ ...run, status: 'reversed' }, 'reversed'],
  ] as const)('%j is %s', (facts, state) => {
    expect(runStateOf(facts)).toBe(state)
  })
  test('decides what it allows', () => {
    expect(allows(run, 'confirm')).toBe(true)
    expect(allows(run, 'reverse')).toBe(false)
    expect(outcomeOf(run, 'remove')).toEqual({ next: 'removed' })
  })
  test('decides what would change it', () => {
    expect(changes(run, 'confirm')).toBe(true)
    expect(changes({ ...run, status: 'confirmed' }, 'confirm')).toBe(false)
    expect(changes(run, 'reverse')).toBe(false)
  })
})

test('a run is open until it is confirmed', () => {
  expect(runStates.filter(isOpen)).toEqual(['calculating', 'failed', 'draft'])
})
