import { costSharesOf } from './cost-shares.ts'
import type { Month } from './dated.ts'
import { figuresOf } from './figures.ts'
import { inKind } from './in-kind.ts'
import type { IncomeInput } from './input.ts'
import { formatShillings } from './money.ts'
import {
  inputOf,
  isTaken,
  type MonthPay,
  optionsOf,
  type PayPart,
  type PayTerms,
  statutoryLines,
  withheldOf,
} from './month-pay.ts'
import { type DeductionLine, type IncomeLine, sumOf } from './pay-lines.ts'
import { payslip } from './payslip.ts'
import { employedDays } from './proration.ts'
import type { Cents } from './units.ts'

/**
 * A correction of a confirmed payslip: its parts are what should have been less what was paid, of
 * either sign, and the law takes what the month's other payslips have not (B31). Pure; whole cents.
 */

/** What is taken from later pay: the code of its line, and its kind where it is taken. */
export const owedLine = 'owed'
export const owedKind = 'overpaid'

type Of<Side extends PayPart['side']> = Extract<PayPart, { side: Side }>

/**
 * Amounts are whole already: no days, no fee to be split from its VAT. What comes out below zero
 * is nobody's negative pay: it is owed, and taken from the months to come.
 */
export function correctionPay(parts: readonly PayPart[], terms: PayTerms, month: Month): MonthPay {
  const incomes = ofSide(parts, 'income').map(({ line }): IncomeLine => line)
  const own = ofSide(parts, 'deduction')
    .map(({ line }): DeductionLine => line)
    .filter(isTaken)
  const salary = ofSide(parts, 'salary').reduce((sum, { amount }) => sum + amount, 0)
  const given = inputOf(parts, salary, incomes, optionsOf(terms, month))
  const input: MonthPay['input'] = {
    ...{ ...given, difference: true, incomes: incomes.map(differenceOf) },
    ...inKind(parts, {}, month),
    ...costSharesOf(parts),
    ...(terms.earlier && { earlier: terms.earlier }),
  }
  const figures = figuresOf(payslip(input, month), salary, employedDays(month, null, null))
  figures.withholding_tax = withheldOf(input, terms, month)
  const deductions = [...statutoryLines(figures, month), ...own]
  const owed = Math.max(0, sumOf(deductions) - figures.gross)
  if (owed > 0) {
    input.owed = owed
    deductions.push(lineOfOwed(owed))
  }
  figures.other_deductions = sumOf(own) - owed
  figures.total_deductions = sumOf(deductions)
  figures.net = figures.gross - figures.total_deductions
  return { figures, incomes, deductions, input }
}

const ofSide = <Side extends PayPart['side']>(parts: readonly PayPart[], side: Side) =>
  parts.filter((part): part is Of<Side> => part.side === side)

function differenceOf({ amount, taxable, one_off: oneOff }: IncomeLine): IncomeInput {
  return amount < 0 ? { amount, taxable, oneOff, difference: true } : { amount, taxable, oneOff }
}

const lineOfOwed = (owed: Cents): DeductionLine => ({
  id: owedLine,
  name: 'Taken from later pay',
  kind: owedLine,
  amount: 0 - owed,
  working: `${formatShillings(owed)} was paid too much, and is owed. The next payrolls take it, so that a third of pay is left`,
})
