import { type OpeningAmount, type OpeningMore, openingTitles } from '@mshahara/contract/opening'
import { formatShillings, share } from '@mshahara/engine/money'
import { isNewCard } from '@mshahara/engine/p9-columns'
import { lawOf } from '@mshahara/engine/statutory/index'
import { taxOn } from '@mshahara/engine/statutory/paye'
import type { Cents } from '@mshahara/engine/units'
import type { RowIssue } from '../../foundation/sheets/import.ts'

/** Whether the columns of a row go together. Pure. */

export type Amounts = Record<OpeningAmount, Cents>
/** Null: not known. */
export type More = Record<OpeningMore, Cents | null>
export const nothingMore: More = { paid_gross: null, nssf: null, net: null }
export interface Months {
  from: string
  to: string
}

export const monthsIn = ({ from, to }: Months): string[] => {
  const [year, first, last] = [from.slice(0, 4), Number(from.slice(5)), Number(to.slice(5))]
  return Array.from({ length: last - first + 1 }, (_, index) => {
    return `${year}-${String(first + index).padStart(2, '0')}`
  })
}

/** Columns that the others tell. */
export function filled(given: Partial<Amounts>, { from }: Months): Amounts {
  const of = (name: OpeningAmount) => given[name] ?? 0
  const gross = given.gross ?? of('basic') + of('benefits') + of('quarters')
  return {
    ...(Object.fromEntries(
      (Object.keys(openingTitles) as OpeningAmount[]).map((name) => [name, of(name)]),
    ) as Amounts),
    gross,
    pension_share: given.pension_share ?? share(of('basic'), lawOf(from).pensionLimit.rate),
    deductions: given.deductions ?? Math.max(0, gross - of('exempt') - of('chargeable')),
  }
}

interface Findings {
  issues: RowIssue[]
  warnings: RowIssue[]
}

/** Other systems cut cents off. */
const shilling = 100

/**
 * Of one month every column follows from others. Of a sum, a month in which somebody earned less
 * than was taken off lets chargeable pay and PAYE be more than the sums say, and never less.
 */
export function findingsIn(row: Amounts, months: Months): Findings {
  const issues: RowIssue[] = []
  const warnings: RowIssue[] = []
  const refuse = (key: OpeningAmount, sentence: string) => issues.push({ key, sentence })
  const count = monthsIn(months).length
  const parts = row.basic + row.benefits + row.quarters
  if (row.gross !== parts) {
    refuse('gross', `Basic Salary, benefits and quarters come to ${formatShillings(parts)}.`)
  }
  const follows = (key: OpeningAmount, from: string, due: Cents) => {
    const beyond = row[key] - due
    if (Math.abs(beyond) <= shilling * count) return
    const sentence = `${from} ${formatShillings(due)}.`
    if (beyond > 0 && count > 1) warnings.push({ key, sentence })
    else refuse(key, sentence)
  }
  const left = Math.max(0, row.gross - row.deductions - row.exempt)
  const reliefs = row.personal_relief + row.insurance_relief
  if (row.chargeable > row.gross) refuse('chargeable', 'This is more than Gross Pay.')
  else follows('chargeable', 'Gross Pay less deductions leaves', left)
  if (row.tax_charged > row.chargeable) refuse('tax_charged', 'This is more than Chargeable Pay.')
  if (row.paye > row.tax_charged) refuse('paye', 'This is more than Tax Charged.')
  else follows('paye', 'Tax Charged less reliefs is', Math.max(0, row.tax_charged - reliefs))
  const before = takenOff(row, months)
  if (count === 1 && Math.abs(row.deductions - before) > shilling) {
    const sentence = `Columns E to I come to ${formatShillings(before)}.`
    warnings.push({ key: 'deductions', sentence })
  }
  if (!isNewCard(Number(months.from.slice(0, 4)))) {
    for (const key of ['ahl', 'shif', 'medical_fund'] as const) {
      if (row[key] > 0) refuse(key, 'This has a column on the P9 from 2024 on.')
    }
  }
  return { issues, warnings }
}

/** What payslips tell of it, held against the card. */
export function moreFindings({ paid_gross, nssf, net }: More, row: Amounts): RowIssue[] {
  const found: RowIssue[] = []
  if (nssf !== null && nssf > row.pension) {
    found.push({ key: 'nssf', sentence: 'This is more than Pension and NSSF.' })
  }
  if (net !== null && net > (paid_gross ?? row.basic)) {
    found.push({ key: 'net', sentence: 'This is more than was earned in money.' })
  }
  return found
}

/** The lowest of the pension columns, and what comes before tax beside it. */
function takenOff(row: Amounts, { from }: Months): Cents {
  const { pensionLimit } = lawOf(from)
  const pension = Math.min(row.pension_share, row.pension, pensionLimit.most)
  return pension + row.ahl + row.shif + row.medical_fund + row.mortgage
}

/** What the law makes of the chargeable pay, where that is not what was taken. */
export function lawDoubt(row: Amounts, months: Months, secondary: boolean): RowIssue | null {
  const all = monthsIn(months)
  // Evenly over the months: any other spread of the same pay is taxed more, never less.
  const tax = all.reduce((sum, month) => {
    const law = lawOf(month)
    const pay = Math.round(row.chargeable / all.length)
    return sum + (secondary ? share(pay, law.secondaryRate) : taxOn(pay, law.payeBands))
  }, 0)
  const due = Math.max(0, tax - row.personal_relief - row.insurance_relief)
  const beyond = row.paye - due
  if (Math.abs(beyond) <= shilling * all.length || (beyond > 0 && all.length > 1)) return null
  return { key: 'paye', sentence: `The law makes ${formatShillings(due)} PAYE of this.` }
}
