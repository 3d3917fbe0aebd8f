import type { Day, Stretch } from '../calendar.ts'
import { formatShillings } from '../money.ts'
import type { Cents } from '../units.ts'
import {
  type Due,
  gratuity,
  leaveDue,
  type Notice,
  noticePay,
  servicePay,
  severancePay,
} from './dues.ts'
import { type Service, serviceOf } from './service.ts'

/**
 * The lines of somebody's final dues, as the law and the terms of leaving make them, with what was
 * changed by hand and what was added. Pure; whole cents.
 */

export interface LeavingTerms {
  last_day: Day
  reason: string
  notice: 'served' | 'paid' | 'owed'
  notice_unit: Notice['unit']
  notice_count: number
  notice_served: number
  /** Not taken, and not paid by a payroll. */
  leave_days: number
  severance_days: number
  severance_divisor: number
  service_pay: boolean
  gratuity_percent: number
  /** Why severance and service pay are not taxed, where the organisation holds them exempt. */
  exempt_reason: string | null
}

export interface Leaver {
  basic: Cents
  /** As payrolls pay leave. */
  divisor: number
  since: Day
  /** Days between two employments. */
  away?: readonly Stretch[]
  /** Leave comes with the payroll of the last day's month. */
  month_pays_leave: boolean
}

/** Worked out by the rules. */
export const ruledCodes = ['notice', 'leave', 'severance', 'service', 'gratuity'] as const
export type RuledCode = (typeof ruledCodes)[number]
/** Entered by hand: an amount due, or one to be taken back. */
export const addedCodes = ['due', 'advance', 'property', 'other'] as const
export type AddedCode = (typeof addedCodes)[number]

/** What somebody entered: another amount for a line of the rules, or a line of its own. */
export interface EnteredLine {
  code: RuledCode | AddedCode
  label: string
  amount: Cents
  reason: string
}

/** Tax of the month, of a lump sum over the years it was earned in, or none. */
export type DueTax = 'month' | 'lump sum' | 'none'

export interface FinalLine extends Omit<Due, 'rule'> {
  code: RuledCode | AddedCode
  label: string
  rule: string | null
  tax: DueTax
  /** Why it is another amount than the rules make it, or why it is there at all. */
  reason: string | null
}

export interface FinalLines {
  service: Service
  /** Below zero: owed by the person. */
  lines: FinalLine[]
}

export function finalLines(
  terms: LeavingTerms,
  leaver: Leaver,
  entered: readonly EnteredLine[],
): FinalLines {
  const service = serviceOf(leaver.since, terms.last_day, leaver.away)
  const lines = ruled(terms, leaver, service).map((line) => changed(line, entered))
  const added = entered.filter(({ code }) => isAdded(code)).map(lineAdded)
  return { service, lines: [...lines, ...added].filter(({ amount }) => amount !== 0) }
}

const isAdded = (code: string): code is AddedCode =>
  (addedCodes as readonly string[]).includes(code)

function ruled(terms: LeavingTerms, leaver: Leaver, service: Service): FinalLine[] {
  const { basic, divisor, month_pays_leave } = leaver
  const line = (code: RuledCode, label: string, due: Due, tax: DueTax): FinalLine => ({
    ...{ code, label, tax, reason: null },
    ...due,
  })
  // Without a completed year all of it is of the year of leaving, and taxed with the month.
  const lump: DueTax = service.years < 1 ? 'month' : 'lump sum'
  const byLaw: DueTax = terms.exempt_reason === null ? lump : 'none'
  const yearly = { days: terms.severance_days, divisor: terms.severance_divisor }
  const lines = noticeLines(terms, basic, line)
  if (!month_pays_leave) {
    const due = leaveDue(basic, Math.round(terms.leave_days * 100), divisor)
    lines.push(line('leave', 'Leave not taken', due, 'month'))
  }
  if (terms.reason === 'redundant') {
    lines.push(line('severance', 'Severance pay', severancePay(basic, service, yearly), byLaw))
  }
  if (terms.service_pay) {
    const due = servicePay(basic, service, { divisor: terms.severance_divisor })
    lines.push(line('service', 'Service pay', due, byLaw))
  }
  const rate = Math.round(terms.gratuity_percent * 100)
  lines.push(line('gratuity', 'Gratuity', gratuity(basic, service, rate), lump))
  return lines
}

type LineMaker = (code: RuledCode, label: string, due: Due, tax: DueTax) => FinalLine

function noticeLines(terms: LeavingTerms, basic: Cents, line: LineMaker): FinalLine[] {
  const { notice, notice_unit: unit, notice_count: count, notice_served } = terms
  if (notice === 'served') return []
  const due = noticePay(basic, { unit, count }, notice_served)
  return notice === 'paid'
    ? [line('notice', 'Pay in lieu of notice', due, 'month')]
    : [line('notice', 'Notice not served', { ...due, amount: 0 - due.amount }, 'none')]
}

/** What is owed stays owed, and what is due stays due. */
function changed(line: FinalLine, entered: readonly EnteredLine[]): FinalLine {
  const other = entered.find(({ code }) => code === line.code)
  if (!other) return line
  const amount = line.amount < 0 ? 0 - other.amount : other.amount
  const by = formatShillings(Math.abs(line.amount))
  return { ...line, amount, reason: other.reason, working: `${line.working} = ${by}, changed` }
}

const lineAdded = ({ code, label, amount, reason }: EnteredLine): FinalLine => ({
  ...{ code, label, reason, rule: null, working: reason },
  amount: code === 'due' ? amount : 0 - amount,
  tax: code === 'due' ? 'month' : 'none',
})
