import { type Wording, wordingOf } from './say.ts'

/** What can be done to a loan and to a guarantor's request in which state. */

export const loanStatuses = ['pending', 'approved', 'rejected', 'withdrawn', 'cancelled'] as const
export type LoanStatus = (typeof loanStatuses)[number]

export const loanStates = [
  'pending',
  'rejected',
  'withdrawn',
  'cancelled',
  'approved',
  'settled',
  'written off',
] as const
export type LoanState = (typeof loanStates)[number]

export const loanActs = [
  /** The applicant asks one more colleague. */
  'ask',
  /** A guarantor approves or rejects. */
  'answer',
  'approve',
  'reject',
  /** The applicant no longer wants it. */
  'withdraw',
  /** The money was paid out on another day. */
  'correct',
  /** The money is not paid out after all. */
  'cancel',
  /** A payroll is confirmed that takes an instalment. */
  'deduct',
  'repay',
  /** What was recorded wrongly, or taken by a payroll that was reversed, is owed again. */
  'take back',
  /** Repaid at once, with the interest of months that have not begun left out. */
  'settle',
  'write off',
] as const
export type LoanAct = (typeof loanActs)[number]

/** The states that may follow, or why not. */
export type LoanOutcome = { next: readonly LoanState[] } | { refusal: Wording }

const to = (...next: LoanState[]): LoanOutcome => ({ next })
const no = (refusal: Wording): LoanOutcome => ({ refusal })

export const loanStateWords = wordingOf('loan-states', {
  undecided: 'This loan application has not been decided yet.',
  rejected: 'This loan application was rejected.',
  withdrawn: 'This loan application was withdrawn.',
  cancelled: 'The approval of this loan was cancelled.',
  decided: 'This loan application has already been decided.',
  repaid: 'This loan has been repaid.',
  writtenOff: 'This loan has been written off.',
  answeredYes: 'You have already approved this guarantor request.',
  answeredNo: 'You have already rejected this guarantor request.',
})

const undecided = no(loanStateWords.undecided)
const wasRejected = no(loanStateWords.rejected)
const wasWithdrawn = no(loanStateWords.withdrawn)
const wasCancelled = no(loanStateWords.cancelled)
const decided = no(loanStateWords.decided)
const repaid = no(loanStateWords.repaid)
const writtenOff = no(loanStateWords.writtenOff)

const afterDecision = {
  rejected: decided,
  withdrawn: wasWithdrawn,
  cancelled: wasCancelled,
  approved: decided,
  settled: decided,
  'written off': decided,
}
const beforeMoney = {
  pending: undecided,
  rejected: wasRejected,
  withdrawn: wasWithdrawn,
  cancelled: wasCancelled,
}

export const loanTable: Readonly<Record<LoanAct, Readonly<Record<LoanState, LoanOutcome>>>> = {
  ask: { pending: to('pending'), ...afterDecision },
  answer: { pending: to('pending'), ...afterDecision },
  approve: { pending: to('approved'), ...afterDecision },
  reject: { pending: to('rejected'), ...afterDecision },
  withdraw: { pending: to('withdrawn'), ...afterDecision },
  correct: {
    ...beforeMoney,
    approved: to('approved'),
    settled: repaid,
    'written off': writtenOff,
  },
  cancel: {
    ...beforeMoney,
    approved: to('cancelled'),
    settled: repaid,
    'written off': writtenOff,
  },
  deduct: {
    ...beforeMoney,
    approved: to('approved', 'settled'),
    settled: repaid,
    'written off': writtenOff,
  },
  repay: {
    ...beforeMoney,
    approved: to('approved', 'settled'),
    settled: repaid,
    // What comes in after all lowers what was lost.
    'written off': to('written off', 'settled'),
  },
  'take back': {
    ...beforeMoney,
    approved: to('approved'),
    settled: to('approved', 'written off'),
    'written off': to('approved', 'written off'),
  },
  settle: {
    ...beforeMoney,
    approved: to('settled'),
    settled: repaid,
    'written off': writtenOff,
  },
  'write off': {
    ...beforeMoney,
    approved: to('written off'),
    settled: repaid,
    'written off': writtenOff,
  },
}

export interface LoanFacts {
  status: LoanStatus
  outstanding: number
  written_off: number
}

export function loanStateOf({ status, outstanding, written_off }: LoanFacts): LoanState {
  if (status !== 'approved' || outstanding > 0) return status
  return written_off > 0 ? 'written off' : 'settled'
}

export const loanOutcome = (loan: LoanFacts, act: LoanAct): LoanOutcome =>
  loanTable[act][loanStateOf(loan)]

export const loanAllows = (loan: LoanFacts, act: LoanAct): boolean =>
  'next' in loanOutcome(loan, act)

// ---------------------------------------------------------------- a guarantor's request

export const guarantorStatuses = ['pending', 'approved', 'rejected'] as const
export type GuarantorStatus = (typeof guarantorStatuses)[number]

/** As people see it: nobody waits for an answer about a loan that was withdrawn or decided. */
export const guarantorStates = [...guarantorStatuses, 'closed'] as const
export type GuarantorState = (typeof guarantorStates)[number]

export const guarantorStateOf = (status: GuarantorStatus, loan: LoanStatus): GuarantorState =>
  status === 'pending' && loan !== 'pending' ? 'closed' : status

/** Answered once: whoever has approved is bound, and whoever has rejected is not asked again. */
export const guarantorTable: Readonly<Record<GuarantorStatus, Wording | null>> = {
  pending: null,
  approved: loanStateWords.answeredYes,
  rejected: loanStateWords.answeredNo,
}
