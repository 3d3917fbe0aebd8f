import { checked, type Dated } from '../dated.ts'
import { divideHalfUp, formatShillings, percent } from '../money.ts'
import type { BasisPoints, Cents } from '../units.ts'

/** Income tax on a month's pay. */

/** A slice of pay and its rate; the last slice has no top. Edges belong to the slice below. */
export interface Band {
  top: Cents
  rate: BasisPoints
  /** The top in a year, as KRA prints it: not always twelve times the month's. */
  yearTop: Cents
}

const endless = Number.POSITIVE_INFINITY
const above = (rate: BasisPoints): Band => ({ top: endless, rate, yearTop: endless })
const first: Band[] = [
  { top: 24_000_00, rate: 1000, yearTop: 288_000_00 },
  { top: 32_333_00, rate: 2500, yearTop: 388_000_00 },
]

export const payeBands: Dated<readonly Band[]> = [
  {
    from: '2023-07',
    source: 'Income Tax Act, Third Schedule, as amended by the Finance Act 2023',
    checkedUntil: checked,
    value: [
      ...first,
      { top: 500_000_00, rate: 3000, yearTop: 6_000_000_00 },
      { top: 800_000_00, rate: 3250, yearTop: 9_600_000_00 },
      above(3500),
    ],
  },
  {
    from: '2021-01',
    source:
      'Income Tax Act, Third Schedule, as amended by the Tax Laws (Amendment) (No. 2) Act 2020',
    checkedUntil: '2023-06',
    value: [...first, above(3000)],
  },
]

/** Pay from an employer who is not the main one: one flat rate, no reliefs. */
export const secondaryRate: Dated<BasisPoints> = [
  {
    from: '2023-07',
    source: 'Finance Act 2023: highest rate for secondary employment',
    checkedUntil: checked,
    value: 3500,
  },
  {
    from: '2021-01',
    source: 'KRA practice: highest rate for secondary employment',
    checkedUntil: '2023-06',
    value: 3000,
  },
]

export const personalRelief: Dated<Cents> = [
  {
    from: '2021-01',
    source: 'Income Tax Act, Head A: personal relief of 28,800 a year, residents, one employer',
    checkedUntil: checked,
    value: 2_400_00,
  },
]

export const disabilityExemption: Dated<Cents> = [
  {
    from: '2021-01',
    source: 'Persons with Disabilities Act, Income Tax Exemption Order 2010: 150,000 a month',
    checkedUntil: checked,
    value: 150_000_00,
  },
]

/** Tax by slices, rounded once at the end. */
export function taxOn(pay: Cents, bands: readonly Band[]): Cents {
  let parts = 0
  let below = 0
  for (let index = 0; index < bands.length; index += 1) {
    const { top, rate } = bands[index] as Band
    if (pay <= top) return divideHalfUp(parts + (pay - below) * rate, 10_000)
    parts += (top - below) * rate
    below = top
  }
  return divideHalfUp(parts, 10_000)
}

/** "24,000 × 10% + 8,333 × 25% + 57,417 × 30% = 21,708.35" */
export function taxInWords(pay: Cents, bands: readonly Band[]): string {
  const slices: string[] = []
  let below = 0
  for (const { top, rate } of bands) {
    if (pay <= below && slices.length) break
    slices.push(`${formatShillings(Math.min(pay, top) - below)} × ${percent(rate)}`)
    below = top
  }
  return `${slices.join(' + ')} = ${formatShillings(taxOn(pay, bands))}`
}
