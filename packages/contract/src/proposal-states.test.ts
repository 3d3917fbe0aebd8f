import { expect, test } from 'vitest'
import { proposalActs, proposalAfter, proposalStates } from './proposal-states.ts'

test('only what waits is decided, each act in its own way', () => {
  const next = proposalActs.map((act) => proposalAfter('waiting', act))
  expect(next).toEqual(['agreed', 'sent back', 'withdrawn', 'lapsed', 'void'])
  for (const state of proposalStates.filter((one) => one !== 'waiting')) {
    for (const act of proposalActs) expect(proposalAfter(state, act)).toBeUndefined()
  }
})
