import { checked, type Dated } from '../dated.ts'
import type { BasisPoints, Cents } from '../units.ts'

/**
 * What benefits in kind count as (B33). The limits of small benefits and of meals stand with the
 * deductions: `nonCashFrom`, `mealsFree`.
 */

const act = 'Income Tax Act'
const guide = "KRA, Employer's Guide to PAYE 2017, the Commissioner's prescribed values"

const since2021 = <T>(source: string, value: T): Dated<T> => [
  { from: '2021-01', source, checkedUntil: checked, value },
]

/** Saloons, hatchbacks and estates; pick-ups and panel vans; Land Rovers and Cruisers. */
export const carBodies = ['saloon', 'van', 'cruiser'] as const
export type CarBody = (typeof carBodies)[number]

/** Engines up to so many cc count as so much a month. */
export interface CarStep {
  upTo: number
  amount: Cents
}

export const carScale: Dated<Readonly<Record<CarBody, readonly CarStep[]>>> = since2021(
  `${act} s. 5(2B); ${guide} by engine size`,
  {
    saloon: [
      { upTo: 1_200, amount: 3_600_00 },
      { upTo: 1_500, amount: 4_200_00 },
      { upTo: 1_750, amount: 5_800_00 },
      { upTo: 2_000, amount: 7_200_00 },
      { upTo: 3_000, amount: 8_600_00 },
      { upTo: Number.POSITIVE_INFINITY, amount: 14_400_00 },
    ],
    van: [
      { upTo: 1_750, amount: 3_600_00 },
      { upTo: Number.POSITIVE_INFINITY, amount: 4_200_00 },
    ],
    cruiser: [{ upTo: Number.POSITIVE_INFINITY, amount: 7_200_00 }],
  },
)

/** Of what the car cost at first, a month: where that is more than the scale. */
export const carShare: Dated<BasisPoints> = since2021(
  `${act} s. 5(2B): 2% of the initial cost a month`,
  200,
)

/** Of what furniture cost, a month. */
export const furnitureShare: Dated<BasisPoints> = since2021(`${guide}: 1% of cost a month`, 100)

/** Of the bills, land line and mobile. */
export const telephoneShare: Dated<BasisPoints> = since2021(`${guide}: 30% of the bills`, 3_000)

/** Communal, or from the employer's own source; what is metered counts as the bill. */
export interface Communal {
  usual: Cents
  farm: Cents
}
export const electricity: Dated<Communal> = since2021(`${guide}, electricity`, {
  usual: 1_500_00,
  farm: 900_00,
})
export const water: Dated<Communal> = since2021(`${guide}, water`, {
  usual: 500_00,
  farm: 200_00,
})

/** Of each day away on duty. */
export const perDiemFree: Dated<Cents> = [
  {
    from: '2025-07',
    source: `Finance Act 2025, ${act} s. 5(2)(a): 10,000 a day`,
    checkedUntil: checked,
    value: 10_000_00,
  },
  {
    from: '2021-01',
    source: `${act} s. 5(2)(a): 2,000 a day`,
    checkedUntil: '2025-06',
    value: 2_000_00,
  },
]

/** Who lives in it: a director outside full-time service, a farm worker, anybody else. */
export const occupants = ['employee', 'director', 'farm'] as const
export type Occupant = (typeof occupants)[number]

/** Of the gains from employment; of all income for a director. */
export const quarters: Dated<Readonly<Record<Occupant, BasisPoints>>> = since2021(
  `${act} s. 5(3): 15% of the gains, 10% for agricultural employees, 15% of a director's income`,
  { employee: 1_500, director: 1_500, farm: 1_000 },
)

const notice = `${act} s. 12B; KRA's notice`

/**
 * The market rate of interest of a quarter. Of April to June 2025 and from April 2026 on no notice
 * was seen: the last known rate goes on, unchecked.
 */
export const marketInterest: Dated<BasisPoints> = [
  {
    from: '2025-07',
    source: `${notice}: 8% from July 2025 to March 2026`,
    checkedUntil: '2026-03',
    value: 800,
  },
  {
    from: '2025-01',
    source: `${notice}: 13% from January to March 2025`,
    checkedUntil: '2025-03',
    value: 1_300,
  },
  {
    from: '2024-10',
    source: `${notice}: 16% from October to December 2024`,
    checkedUntil: '2024-12',
    value: 1_600,
  },
]

/** The resident rate of companies: paid by the employer, whatever the person pays. */
export const fringeBenefitTax: Dated<BasisPoints> = since2021(
  `${act} s. 12B, Third Schedule: the resident corporate rate`,
  3_000,
)
