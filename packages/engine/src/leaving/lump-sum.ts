import type { Day } from '../calendar.ts'
import { firstMonth, type Month } from '../dated.ts'
import { divideHalfUp, formatShillings } from '../money.ts'
import { lawOf } from '../statutory/index.ts'
import { type Band, taxOn } from '../statutory/paye.ts'
import type { Cents } from '../units.ts'

/**
 * Tax on a lump sum that was earned over years (Income Tax Act s. 5(2)(a)(i); KRA, Employer's Guide
 * to PAYE): it is spread back evenly over the years of service, what was earned before the fifth
 * year before the year of leaving counts in that fifth year, and each year is taxed again with its
 * share by its own annual bands. Pure; whole cents.
 */

/** Of its line on a payslip: it is no tax of the month's bands, and due with the month's. */
export const lumpSumTaxKind = 'lump sum tax'

/** What the tax deduction card of a year says. */
export interface YearPaid {
  taxable: Cents
  reliefs: Cents
  paye: Cents
}

export interface YearOfLumpSum {
  year: number
  /** How many years of service count here. */
  years: number
  share: Cents
  /** Null where nobody has said what was paid in the year. */
  paid: YearPaid | null
  tax: Cents
  working: string
}

export interface LumpSumTax {
  years: YearOfLumpSum[]
  /** Over all years whose card is known. */
  tax: Cents
  /** Years that must be asked for before the tax is known. */
  missing: number[]
}

const firstYear = Number(firstMonth.slice(0, 4))
/** Years before the year of leaving that count as themselves. */
const yearsBack = 5

/**
 * The years in which it was earned, newest first. The year of leaving is one of them when it was
 * served to its end. Without a completed year all of it is of the year of leaving.
 */
export function spreadBack(amount: Cents, completedYears: number, last: Day) {
  const left = Number(last.slice(0, 4))
  if (completedYears < 1) return [{ year: left, years: 1, share: amount }]
  const newest = last.endsWith('-12-31') ? left : left - 1
  const counted = new Map<number, number>()
  for (let back = 0; back < completedYears; back += 1) {
    const year = Math.max(newest - back, left - yearsBack)
    counted.set(year, (counted.get(year) ?? 0) + 1)
  }
  // Each takes what is due up to it less what those before it took, so that the cents add up.
  let years = 0
  let taken = 0
  return [...counted].map(([year, count]) => {
    years += count
    const share = divideHalfUp(amount * years, completedYears) - taken
    taken += share
    return { year, years: count, share }
  })
}

export function lumpSumTax(
  amount: Cents,
  { completedYears, last }: { completedYears: number; last: Day },
  paidIn: (year: number) => YearPaid | undefined,
): LumpSumTax {
  const years = spreadBack(amount, completedYears, last).map((part): YearOfLumpSum => {
    const paid = paidIn(part.year) ?? null
    if (!paid) return { ...part, paid, tax: 0, working: 'The pay of this year is not known' }
    return { ...part, paid, ...taxOfYear(part.year, part.share, paid) }
  })
  return {
    years,
    tax: years.reduce((sum, { tax }) => sum + tax, 0),
    missing: years.filter(({ paid }) => paid === null).map(({ year }) => year),
  }
}

/** Tax that was paid too much in a year comes back by the person's own return, and not by us. */
function taxOfYear(year: number, share: Cents, { taxable, reliefs, paye }: YearPaid) {
  const charged = annualTax(taxable + share, year)
  const tax = Math.max(0, charged - reliefs - paye)
  const [pay, sum, all, less, paid] = [taxable, share, charged, reliefs, paye].map(formatShillings)
  const bands = year < firstYear ? ` by the bands of ${firstYear}` : ''
  const told = `Tax on ${pay} + ${sum}${bands} = ${all}, less reliefs of ${less} and PAYE of ${paid}`
  return { tax, working: `${told} = ${formatShillings(tax)}` }
}

/**
 * By the annual bands of the year. Where the bands changed within it (July 2023), the tax by each
 * is taken for as many months as it held.
 */
export function annualTax(taxable: Cents, year: number): Cents {
  const held = bandsIn(year)
  const sum = held.reduce((total, [bands, months]) => total + yearTax(taxable, bands) * months, 0)
  return divideHalfUp(sum, 12)
}

const yearTax = (taxable: Cents, bands: readonly Band[]) =>
  taxOn(
    taxable,
    bands.map((band) => ({ ...band, top: band.yearTop })),
  )

/** The tables of a year, and for how many months each held. */
function bandsIn(year: number): [readonly Band[], number][] {
  const held = new Map<readonly Band[], number>()
  for (let number = 1; number <= 12; number += 1) {
    const month: Month = `${year}-${String(number).padStart(2, '0')}`
    // Before the law we know: by the first that we do.
    const { payeBands } = lawOf(month < firstMonth ? firstMonth : month)
    held.set(payeBands, (held.get(payeBands) ?? 0) + 1)
  }
  return [...held]
}
