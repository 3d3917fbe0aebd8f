import { wordingOf } from './say.ts'

/**
 * What can be done with a leave request in which state, and how approval goes through the levels
 * (C7, C8). Handlers and screens ask here; nothing else decides.
 */

export const leaveStates = ['pending', 'approved', 'rejected', 'cancelled'] as const
export type LeaveState = (typeof leaveStates)[number]

/** `finish`: the last level has approved. `withdraw`: cancelled by its owner before it starts. */
export const leaveActs = ['finish', 'reject', 'withdraw'] as const
export type LeaveAct = (typeof leaveActs)[number]

/** What becomes of the days: promised days are used or freed, used ones given back. */
export type DaysMove = 'use' | 'free' | 'give back'

interface Move {
  to: LeaveState
  days: DaysMove
}

const moves: Record<LeaveState, Partial<Record<LeaveAct, Move>>> = {
  pending: {
    finish: { to: 'approved', days: 'use' },
    reject: { to: 'rejected', days: 'free' },
    withdraw: { to: 'cancelled', days: 'free' },
  },
  approved: { withdraw: { to: 'cancelled', days: 'give back' } },
  rejected: {},
  cancelled: {},
}

/** Where an act leads; nothing when it is not possible. */
export const leaveMove = (state: LeaveState, act: LeaveAct): Move | undefined => moves[state][act]

/** An approved leave can be given up until it has begun (C8). */
export const mayWithdraw = (
  { status, start_date }: { status: LeaveState; start_date: string },
  today: string,
): boolean =>
  leaveMove(status, 'withdraw') !== undefined && (status === 'pending' || start_date > today)

/**
 * An approved leave that has begun can end earlier (C8). `first` is the earliest last day: yesterday
 * where the office calls somebody back, today where one comes back oneself.
 */
export const mayShorten = (
  { status, start_date, end_date }: { status: LeaveState; start_date: string; end_date: string },
  today: string,
  first: string,
): boolean => status === 'approved' && start_date <= today && end_date > first

export const approvalStates = ['pending', 'approved', 'rejected', 'closed', 'passed on'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** `close`: somebody else has decided. `pass`: nobody answered in time, or they are gone. */
export const approvalActs = ['approve', 'reject', 'reassign', 'close', 'pass'] as const
export type ApprovalAct = (typeof approvalActs)[number]

const approvalMoves: Record<ApprovalState, Partial<Record<ApprovalAct, ApprovalState>>> = {
  pending: {
    approve: 'approved',
    reject: 'rejected',
    reassign: 'pending',
    close: 'closed',
    pass: 'passed on',
  },
  approved: {},
  rejected: {},
  closed: {},
  'passed on': {},
}

export const approvalMove = (state: ApprovalState, act: ApprovalAct): ApprovalState | undefined =>
  approvalMoves[state][act]

export const approverLevels = {
  1: 'Last approvers',
  2: 'Third approvers',
  3: 'Second approvers',
  4: 'First approvers',
} as const
export type ApproverLevel = keyof typeof approverLevels

/** What the forms say. */
export const leaveWords = wordingOf('leave-fields', {
  selectUser: 'Please select a user.',
  chooseStatus: 'Please choose a status.',
  sixWeeks: 'Please ask for at most six weeks.',
  lastDay: 'Please choose the last day of the leave.',
})
