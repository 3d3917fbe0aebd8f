import { divideHalfUp, formatShillings } from './money.ts'
import { deductible } from './one-third.ts'
import { type IncomeLine, sumOf } from './pay-lines.ts'
import type { Cents } from './units.ts'

/** Unpaid days of an earlier month, which was confirmed before they were known. */
export interface TakenBack {
  side: 'taken back'
  id: string
  name: string
  days: number
  /** What that month paid, taxed and not, the VAT on its fee, and how many days it had. */
  agreed: Cents
  untaxed?: Cents
  vat?: Cents
  of: number
  working: string
}

interface Paid {
  fee: Cents
  /** Of the month itself, without the days of its own that were not worked. */
  incomes: readonly IncomeLine[]
  vat: Cents
  /** There is no next month. */
  last: boolean
  /** Whether a third of pay is left with these lines, and with whatever else is deducted. */
  leavesThird: (lines: readonly IncomeLine[]) => boolean
}

/**
 * Pay that was too much is taken back as other deductions are: together with them it leaves a third
 * of what the month pays (Employment Act, s. 19(3)), and the rest waits for the next, or is a claim
 * after the last.
 */
export function takenBack(due: readonly TakenBack[], paid: Paid): IncomeLine[] {
  if (due.length === 0) return []
  let most = due.reduce((sum, { days }) => sum + hundredthsOf(days), 0)
  let lines = linesFor(most, due, paid)
  if (paid.leavesThird(lines)) return lines
  // Tax and contributions fall with pay: the most days are found by trying.
  let least = 0
  lines = linesFor(0, due, paid)
  while (most - least > 1) {
    const half = Math.floor((least + most) / 2)
    const tried = linesFor(half, due, paid)
    if (paid.leavesThird(tried)) {
      least = half
      lines = tried
    } else {
      most = half
    }
  }
  return lines
}

const hundredthsOf = (days: number) => Math.round(days * 100)

/** With so many hundredths of a day at most; taxed and untaxed pay leave a third each. */
function linesFor(most: number, due: readonly TakenBack[], { fee, incomes, vat, last }: Paid) {
  const lines: IncomeLine[] = []
  const taxed = incomes.filter(({ taxable, one_off }) => taxable && !one_off)
  let days = most
  let left = deductible(fee + sumOf(taxed), 0)
  let leftUntaxed = deductible(sumOf(incomes.filter(({ taxable }) => !taxable)), 0)
  let leftVat = vat
  for (const part of due) {
    const costOf = (hundredths: number) => divideHalfUp(part.agreed * hundredths, part.of * 100)
    let taken = Math.min(hundredthsOf(part.days), days)
    if (part.agreed > 0) taken = Math.min(taken, Math.floor((left * part.of * 100) / part.agreed))
    while (taken > 0 && costOf(taken) > left) taken -= 1
    days -= taken
    left -= costOf(taken)
    // Of what no tax was on, as far as this month has any.
    const untaxed = shareOf('untaxed', part, taken, leftUntaxed)
    const onTop = shareOf('VAT', part, taken, leftVat)
    leftUntaxed -= untaxed.taken
    leftVat -= onTop.taken
    lines.push(...linesOf(part, taken, { taxed: costOf(taken), shares: [untaxed, onTop], last }))
  }
  return lines
}

/** What the days have cost beside taxed pay, and what is taken of it. */
interface Share {
  called: 'untaxed' | 'VAT'
  whole: Cents
  owed: Cents
  taken: Cents
}

function shareOf(called: Share['called'], part: TakenBack, hundredths: number, left: Cents): Share {
  const whole = (called === 'VAT' ? part.vat : part.untaxed) ?? 0
  const owed = divideHalfUp(whole * hundredths, part.of * 100)
  return { called, whole, owed, taken: Math.max(0, Math.min(left, owed)) }
}

interface Cost {
  taxed: Cents
  shares: readonly Share[]
  last: boolean
}

function linesOf(part: TakenBack, taken: number, { taxed, shares, last }: Cost): IncomeLine[] {
  const { id, name, agreed } = part
  const days = taken / 100
  const rest = (hundredthsOf(part.days) - taken) / 100
  const line = {
    ...({ kind: 'absence', one_off: false } as const),
    quantity: `${days} ${days === 1 ? 'day' : 'days'}`,
  }
  const more = rest > 0 ? explainRest(rest, last) : ''
  const untold = shares.filter((share) => share.taken === 0).map(explainLeft)
  return [
    {
      ...{ ...line, id, name, taxable: true, amount: 0 - taxed },
      working: `${formatShillings(agreed)} × ${days} of ${part.working}${more}${untold.join('')}`,
      ...(rest > 0 && { carried: rest }),
    },
    ...shares
      .filter((share) => share.taken > 0)
      .map((share) => ({
        ...{ ...line, id: `${id} ${share.called.toLowerCase()}`, name: `${name}, ${share.called}` },
        ...{ taxable: false, amount: -share.taken },
        working: `${formatShillings(share.whole)} × ${days} of ${part.working}${explainLeft(share)}`,
      })),
  ]
}

function explainRest(days: number, last: boolean): string {
  const more = `; ${days} more ${days === 1 ? 'day' : 'days'}`
  const where = last ? 'stay a claim' : 'carried forward'
  return `${more} ${where}, so that a third of pay is left (Employment Act s. 19(3))`
}

function explainLeft({ called, owed, taken }: Share): string {
  if (owed === taken) return ''
  const rest = `; ${formatShillings(owed - taken)} of`
  return called === 'VAT'
    ? `${rest} VAT not taken, since this month has no more of it`
    : `${rest} untaxed pay not taken, since a third of this month’s is left`
}
