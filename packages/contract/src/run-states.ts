import { type Wording, wordingOf } from './say.ts'

/** What can be done to a run in which state: for handlers, jobs and screens alike. */

export const runStates = ['calculating', 'failed', 'draft', 'confirmed', 'reversed'] as const
export type RunState = (typeof runStates)[number]

export const runActs = [
  'recalculate',
  /** The figures are there. */
  'finish',
  /** Take one payslip out, or work it out again. */
  'change',
  'remove',
  'confirm',
  'reverse',
  'export',
  /** Export what goes to an authority or a bank. */
  'declare',
  /** Hand a payslip out: as PDF, by email, for verification. */
  'issue',
  'resend',
  /** Send money to its people. */
  'pay',
] as const
export type RunAct = (typeof runActs)[number]

/** The state that follows, or why not. */
export type ActOutcome = { next: RunState | 'removed' } | { refusal: Wording }

const to = (next: RunState | 'removed'): ActOutcome => ({ next })
const no = (refusal: Wording): ActOutcome => ({ refusal })

/** What staff are told who act on a payroll. */
const words = wordingOf('run-states', {
  busy: 'The figures of this payroll are still being worked out.',
  unfinished: 'The figures of this payroll could not be worked out. Please recalculate it.',
  confirmed: 'This payroll is already confirmed.',
  reversedAlready: 'This payroll has already been reversed.',
  notConfirmed: 'This payroll is not confirmed yet.',
  wasReversed: 'This payroll was reversed.',
  onlyConfirmed: 'Only a confirmed payroll can be reversed.',
  isDraft: 'This payroll is a draft.',
  workedOut: 'The figures of this payroll have already been worked out.',
  notDeclared: 'This payroll was reversed: it can be neither declared nor paid.',
  isReversed: 'This payroll is reversed.',
  declareConfirmed:
    'Bank files and returns can only be made from confirmed payrolls. Please confirm it first.',
  confirmFirst: 'Only a confirmed payroll can be paid. Please confirm it first.',
})

const busy = no(words.busy)
const unfinished = no(words.unfinished)
const confirmedAlready = no(words.confirmed)
const reversedAlready = no(words.reversedAlready)
const notConfirmed = no(words.notConfirmed)
const wasReversed = no(words.wasReversed)
const onlyConfirmed = no(words.onlyConfirmed)
const isDraft = no(words.isDraft)

const kept = { confirmed: confirmedAlready, reversed: reversedAlready }

export const runTable: Readonly<Record<RunAct, Readonly<Record<RunState, ActOutcome>>>> = {
  recalculate: {
    calculating: busy,
    failed: to('calculating'),
    draft: to('calculating'),
    ...kept,
  },
  finish: {
    calculating: to('draft'),
    // Given up too early: the work was done after all.
    failed: to('draft'),
    draft: no(words.workedOut),
    ...kept,
  },
  change: { calculating: busy, failed: unfinished, draft: to('draft'), ...kept },
  remove: { calculating: busy, failed: to('removed'), draft: to('removed'), ...kept },
  confirm: {
    calculating: busy,
    failed: unfinished,
    draft: to('confirmed'),
    // Asked twice, done once.
    confirmed: to('confirmed'),
    reversed: wasReversed,
  },
  reverse: {
    calculating: onlyConfirmed,
    failed: onlyConfirmed,
    draft: onlyConfirmed,
    confirmed: to('reversed'),
    reversed: onlyConfirmed,
  },
  export: {
    calculating: busy,
    failed: unfinished,
    draft: to('draft'),
    confirmed: to('confirmed'),
    reversed: to('reversed'),
  },
  declare: {
    calculating: busy,
    failed: unfinished,
    draft: no(words.declareConfirmed),
    confirmed: to('confirmed'),
    reversed: no(words.notDeclared),
  },
  issue: {
    calculating: notConfirmed,
    failed: notConfirmed,
    draft: notConfirmed,
    confirmed: to('confirmed'),
    reversed: wasReversed,
  },
  resend: {
    calculating: isDraft,
    failed: isDraft,
    draft: isDraft,
    confirmed: to('confirmed'),
    reversed: no(words.isReversed),
  },
  pay: {
    calculating: busy,
    failed: unfinished,
    draft: no(words.confirmFirst),
    confirmed: to('confirmed'),
    reversed: no(words.notDeclared),
  },
}

export interface RunFacts {
  status: 'draft' | 'confirmed' | 'reversed'
  calculated: boolean
  calculation_failed: boolean
}

export function runStateOf({ status, calculated, calculation_failed }: RunFacts): RunState {
  if (status !== 'draft' || calculated) return status
  return calculation_failed ? 'failed' : 'calculating'
}

export const outcomeOf = (run: RunFacts, act: RunAct): ActOutcome => runTable[act][runStateOf(run)]

/** Whether the act would bring the run into another state. */
export function changes(run: RunFacts, act: RunAct): boolean {
  const outcome = outcomeOf(run, act)
  return 'next' in outcome && outcome.next !== runStateOf(run)
}

export const allows = (run: RunFacts, act: RunAct): boolean => 'next' in outcomeOf(run, act)

/** Nothing of it is settled yet: what it was made from may still change it. */
export const isOpen = (state: RunState) => state !== 'confirmed' && state !== 'reversed'
