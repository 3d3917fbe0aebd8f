import { type Day, monthOf, type Stretch } from './calendar.ts'
import type { Month } from './dated.ts'
import { divideHalfUp } from './money.ts'
import type { Cents, HourHundredths } from './units.ts'

/**
 * Pay by the day (C1, C15). Every amount is worked out day by day and rounded there, so that the
 * days of a range come to the same however the range is cut into payrolls.
 */

export type { Stretch } from './calendar.ts'

/** How somebody is paid for a day. */
export interface CasualTerms {
  pay: Cents
  basis: 'day' | 'piece'
  /** Employed from, and until; days outside are not paid. */
  from: Day
  to: Day | null
  /** Gone in between: paid only where the roll has seen them. */
  away?: readonly Stretch[]
  /** Added to each day. */
  advances: readonly DailyItem[]
  /** Taken from each day of its period. */
  deductions: readonly (DailyItem & Stretch)[]
  /** Days that another payslip has: they are not this one's (C24). */
  settled?: readonly Stretch[]
}

export interface DailyItem {
  name: string
  amount: Cents
}

/** What the roll says of somebody's day. */
export interface Mark {
  /** Half days: 2 is a full day, 0 is absent. */
  halves: 0 | 1 | 2
  overtime: HourHundredths
  /** Hundredths of a piece. */
  pieces: number
}

/** The days of a payroll. */
export interface CasualRange {
  days: readonly {
    day: Day
    /** On the muster roll: whoever is not marked was not there. */
    onRoll: boolean
  }[]
  /** Hundredths: an hour of overtime counts so many normal ones. */
  overtimeFactor: number
  /** In a day's pay. */
  dayHours: HourHundredths
}

/** A named amount, and for how many days it stands. */
export interface CasualLine {
  name: string
  amount: Cents
  /** For one day. */
  daily: Cents
  days: number
}

export interface CasualPay {
  /** Halves count half. */
  days: number
  /** Where the days come from. */
  source: 'roll' | 'range' | 'both'
  overtimeHours: HourHundredths
  pieces: number
  total: Cents
  overtime: Cents
  advance: Cents
  gross: Cents
  deduction: Cents
  net: Cents
  advances: CasualLine[]
  deductions: CasualLine[]
  /**
   * A letter for each day: Full, Half, - for none, Paid in another payroll; lower case where it is
   * not from the roll.
   */
  marks: string
  /** The days that are settled here, paid or not: employed, and in no other payslip. */
  covered: Stretch[]
  /** What each day of the range has of the gross. */
  daily: Cents[]
  /** What each month of the range has of the gross. */
  months: { month: Month; gross: Cents }[]
}

/** The letter of a day that another payslip has, and whether one stands for a day paid here. */
export const elsewhere = 'P'
export const isPaid = (letter: string | undefined) => letter !== undefined && /[fh]/i.test(letter)

/** The share of a day's amount that a full or half day earns. */
const forHalves = (amount: Cents, halves: number): Cents =>
  halves === 2 ? amount : divideHalfUp(amount * halves, 2)

/** Paid by the piece, any piece makes a day; by the day, the roll or the range says it. */
function halvesOf(basis: CasualTerms['basis'], onRoll: boolean, mark: Mark | undefined): number {
  if (basis === 'piece') return onRoll && mark && mark.pieces > 0 ? 2 : 0
  if (!onRoll) return 2
  return mark?.halves ?? 0
}

/** `marks` stand beside the days of the range. */
export function casualPay(
  terms: CasualTerms,
  marks: readonly (Mark | undefined)[],
  range: CasualRange,
): CasualPay {
  const { pay, basis, advances, deductions } = terms
  const added = advances.map(lineOf)
  const taken = deductions.map(lineOf)
  const months: CasualPay['months'] = []
  const sum = { halves: 0, overtimeHours: 0, pieces: 0, total: 0, overtime: 0 }
  const sources = new Set<boolean>()
  const daily: Cents[] = []
  const covered: Stretch[] = []
  let told = ''
  for (const [index, { day, onRoll }] of range.days.entries()) {
    const isSeen = onRoll && (marks[index]?.halves ?? 0) > 0
    const place = placeOf(terms, day, isSeen)
    const mark = place === 'here' && onRoll ? marks[index] : undefined
    const halves = place === 'here' ? halvesOf(basis, onRoll, mark) : 0
    told += place === 'elsewhere' ? elsewhere : letterOf(halves, onRoll)
    if (place === 'here') {
      cover(covered, day, range.days[index - 1]?.day)
      if (onRoll || halves > 0) sources.add(onRoll)
    }
    const earned = earnedOn(halves, mark, pay, basis, range)
    sum.halves += halves
    sum.overtimeHours += earned.hours
    sum.pieces += earned.pieces
    sum.total += earned.total
    sum.overtime += earned.overtime
    let gross = earned.total + earned.overtime
    for (const line of added) gross += add(line, halves)
    for (const [which, line] of taken.entries()) {
      const { from, to } = deductions[which] as Stretch
      if (day >= from && day <= to) add(line, halves)
    }
    daily.push(gross)
    note(months, monthOf(day), gross)
  }
  const advance = sumOf(added)
  const gross = sum.total + sum.overtime + advance
  const deduction = sumOf(taken)
  return {
    days: sum.halves / 2,
    source: sources.size === 2 ? 'both' : sources.has(true) ? 'roll' : 'range',
    overtimeHours: sum.overtimeHours,
    pieces: sum.pieces,
    total: sum.total,
    overtime: sum.overtime,
    advance,
    gross,
    deduction,
    net: gross - deduction,
    advances: added.filter(({ days }) => days > 0),
    deductions: taken.filter(({ days }) => days > 0),
    marks: told,
    covered,
    daily,
    months,
  }
}

/** Whether a day is paid here, by another payslip, or not at all because nobody was employed. */
function placeOf({ from, to, away = [], settled = [] }: CasualTerms, day: Day, isSeen: boolean) {
  const isIn = (days: Stretch) => day >= days.from && day <= days.to
  if (day < from || (to !== null && day > to)) return 'nowhere'
  if (settled.some(isIn)) return 'elsewhere'
  return away.some(isIn) && !isSeen ? 'nowhere' : 'here'
}

function cover(covered: Stretch[], day: Day, before: Day | undefined) {
  const last = covered.at(-1)
  if (last && last.to === before) last.to = day
  else covered.push({ from: day, to: day })
}

const lineOf = ({ name, amount }: DailyItem): CasualLine => ({
  name,
  amount: 0,
  daily: amount,
  days: 0,
})

const sumOf = (lines: readonly CasualLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0)

function add(line: CasualLine, halves: number): Cents {
  const amount = forHalves(line.daily, halves)
  line.amount += amount
  line.days += halves / 2
  return amount
}

function earnedOn(
  halves: number,
  mark: Mark | undefined,
  pay: Cents,
  basis: CasualTerms['basis'],
  { overtimeFactor, dayHours }: CasualRange,
) {
  if (basis === 'piece') {
    const pieces = mark?.pieces ?? 0
    return { hours: 0, pieces, total: divideHalfUp(pay * pieces, 100), overtime: 0 }
  }
  const hours = mark?.overtime ?? 0
  // An hour is a part of the day's pay; hours and factor are hundredths, and so is the day.
  const overtime = divideHalfUp(pay * hours * overtimeFactor, dayHours * 100)
  return { hours, pieces: 0, total: forHalves(pay, halves), overtime }
}

function letterOf(halves: number, onRoll: boolean): string {
  if (halves === 0) return '-'
  const letter = halves === 2 ? 'F' : 'H'
  return onRoll ? letter : letter.toLowerCase()
}

function note(months: CasualPay['months'], month: Month, gross: Cents) {
  const last = months.at(-1)
  if (last?.month === month) last.gross += gross
  else months.push({ month, gross })
}
