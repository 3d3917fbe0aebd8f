import { type Day, daysIn, monthOf } from './calendar.ts'
import { checked, type Dated, inForce, type Month, type Version } from './dated.ts'
import type { DueFor } from './due-dates.ts'
import { formatShillings, percent, share } from './money.ts'
import type { BasisPoints, Cents } from './units.ts'

/**
 * What the law adds to what is paid over late. Only what a source names that was read: of all
 * others the penalty is not known here, which is not the same as none.
 */

interface PenaltyRule {
  /** Of what is unpaid, for each month that has begun since the due day. */
  monthly: BasisPoints
}

const rules: Partial<Record<DueFor, Dated<PenaltyRule>>> = {
  housing: [
    {
      from: '2024-03',
      source: 'Affordable Housing Act 2024: 3% of what is unpaid, for each month',
      checkedUntil: checked,
      value: { monthly: 300 },
    },
  ],
}

/** The rule for what was deducted in a month, or nothing where none is known. */
export function penaltyRule(what: DueFor, month: Month): Version<PenaltyRule> | undefined {
  const known = rules[what]
  return known?.some(({ from }) => from <= month) ? inForce<PenaltyRule>(known, month) : undefined
}

/** Months that have begun between a day and a later one. */
export function monthsLate(due: Day, day: Day): number {
  if (day <= due) return 0
  const [from, to] = [due, day].map(
    (one) => Number(one.slice(0, 4)) * 12 + Number(one.slice(5, 7)),
  ) as [number, number]
  // What was due on the 31st is a month late after the last of February.
  const anniversary = Math.min(Number(due.slice(8)), daysIn(monthOf(day)))
  return to - from + (Number(day.slice(8)) > anniversary ? 1 : 0)
}

export interface Owing {
  due: Day
  amount: Cents
  /** What was paid, in the order of its days. */
  paid: readonly { amount: Cents; paid_on: Day }[]
  today: Day
}

export interface Penalty {
  amount: Cents
  /** How it comes about, a line for each part that was, or is, late. */
  working: string[]
}

/** What it comes to so far: each part for as long as it was unpaid, the rest until today. */
export function penaltyOn({ monthly }: PenaltyRule, { due, amount, paid, today }: Owing): Penalty {
  const late: { amount: Cents; until: Day; open: boolean }[] = []
  let left = Math.max(amount, 0)
  for (const { amount: sum, paid_on } of paid) {
    const taken = Math.min(sum, left)
    left -= taken
    if (taken > 0 && paid_on > due) late.push({ amount: taken, until: paid_on, open: false })
  }
  if (left > 0 && today > due) late.push({ amount: left, until: today, open: true })
  const parts = late.map((part) => {
    const months = monthsLate(due, part.until)
    const sum = share(part.amount, monthly * months)
    const count = months === 1 ? '1 month' : `${months} months`
    const until = part.open ? 'still open' : `paid on ${part.until}`
    const working = `${percent(monthly)} × ${count} × ${formatShillings(part.amount)} (${until})`
    return { sum, line: `${working} = ${formatShillings(sum)}` }
  })
  return {
    amount: parts.reduce((total, { sum }) => total + sum, 0),
    working: parts.map(({ line }) => line),
  }
}
