/**
 * What can happen to a payment, chosen by the last four digits of the number paid or asked. It is
 * data, so that a restart goes on where it was.
 */

export type Kind = 'stk' | 'b2c' | 'bank'
export type Moment = 'result' | 'later' | 'late'

/** 'paid', 'reversed', or the code of a failure. */
export type Outcome = string

/** What the callback says; without one nothing is delivered. */
export type CallbackText = 'truth' | 'wrong amount' | 'forged' | 'queue timeout'

export interface Step {
  at: Moment
  settle?: Outcome
  tell?: CallbackText
  /** How often it is delivered. */
  times?: number
}

/** What becomes of the answer to the request itself. */
export type Answer =
  | 'lost before'
  | 'lost after'
  | 'after the callback'
  | 'html'
  | 'locked'
  | 'fault'
  | 'timed out'
  | 'refused'
  | 'internal error'

export interface Scenario {
  answer?: Answer
  steps: Step[]
}

const told = (settle: Outcome, more: Partial<Step> = {}): Step => ({
  at: 'result',
  settle,
  tell: 'truth',
  ...more,
})
const ends = (...steps: Step[]): Scenario => ({ steps })
const paid = ends(told('paid'))

/** The same for every provider. */
const everywhere: Record<string, Scenario> = {
  default: paid,
  '0005': ends({ at: 'result', settle: 'paid' }),
  '0006': ends(told('paid', { times: 3 })),
  '0007': { answer: 'after the callback', steps: paid.steps },
  '0008': { answer: 'lost after', steps: paid.steps },
  '0009': { answer: 'lost before', steps: [] },
  '0010': ends(),
  '0012': ends({ at: 'result', settle: 'paid', tell: 'wrong amount' }),
  '0013': { answer: 'html', steps: [] },
  // Never by a number, only by a rule.
  refused: { answer: 'refused', steps: [] },
  'internal error': { answer: 'internal error', steps: paid.steps },
}

/** A forgery says paid, and the truth is that nothing was: whoever believes it is found out. */
const forged = (failure: Outcome) =>
  ends({ at: 'result', tell: 'forged' }, told(failure, { at: 'later' }))

export const scenarios: Record<Kind, Record<string, Scenario>> = {
  stk: {
    ...everywhere,
    '0001': ends(told('1')),
    '0002': ends(told('1032')),
    '0003': ends(told('1037')),
    '0004': ends(told('2001')),
    '0011': { answer: 'locked', steps: [] },
    '0014': ends(told('paid', { at: 'late' })),
    '0015': forged('1'),
    // Whoever asks knows before the callback comes.
    '0016': ends({ at: 'result', settle: 'paid' }, { at: 'late', tell: 'truth' }),
  },
  b2c: {
    ...everywhere,
    '0001': ends(told('1')),
    '0002': ends(told('2040')),
    '0003': ends(told('SFC_IC0003')),
    '0004': ends(told('2001')),
    '0010': ends({ at: 'result', tell: 'queue timeout' }, told('paid', { at: 'later' })),
    '0011': ends({ at: 'result', tell: 'queue timeout' }, told('8', { at: 'later' })),
    '0014': ends(told('17'), told('paid', { at: 'later' })),
    '0015': forged('8'),
  },
  bank: {
    ...everywhere,
    '0001': ends(told('insufficient')),
    '0002': ends(told('invalid account')),
    '0004': { answer: 'fault', steps: [] },
    '0011': { answer: 'timed out', steps: [told('paid', { at: 'later' })] },
    '0014': ends(told('paid'), told('reversed', { at: 'later' })),
    '0015': forged('invalid account'),
  },
}
