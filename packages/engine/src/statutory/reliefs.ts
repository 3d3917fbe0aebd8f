import { checked, type Dated } from '../dated.ts'
import { share } from '../money.ts'
import type { BasisPoints, Cents } from '../units.ts'

/** What lowers tax after it was charged. A relief that is not in force has the rate 0. */

export interface Relief {
  rate: BasisPoints
  most: Cents
}
export interface InsuranceRelief extends Relief {
  /** NHIF counts as a premium. */
  withNhif: boolean
}

const none: Relief = { rate: 0, most: 0 }
const amendment = 'Tax Laws (Amendment) Act 2024 (KRA notice of 19 December 2024)'
const premium = { rate: 1500, most: 5_000_00 }

export const insuranceRelief: Dated<InsuranceRelief> = [
  {
    from: '2024-10',
    source: 'Income Tax Act s. 31; KRA notice of 8 November 2024: SHIF gives no relief',
    checkedUntil: checked,
    value: { ...premium, withNhif: false },
  },
  {
    from: '2022-01',
    source: 'Finance Act 2021: NHIF counts for insurance relief from 1 January 2022',
    checkedUntil: '2024-09',
    value: { ...premium, withNhif: true },
  },
  {
    from: '2021-01',
    source: 'Income Tax Act s. 31: 15% of premiums, at most 5,000 a month',
    checkedUntil: '2021-12',
    value: { ...premium, withNhif: false },
  },
]

export const housingRelief: Dated<Relief> = [
  {
    from: '2024-12',
    source: `${amendment}: a deduction instead of a relief`,
    checkedUntil: checked,
    value: none,
  },
  {
    from: '2024-03',
    source: 'Affordable Housing Act 2024, Income Tax Act s. 30A: 15% of the levy, at most 9,000',
    checkedUntil: '2024-11',
    value: { rate: 1500, most: 9_000_00 },
  },
  {
    from: '2021-01',
    source: 'No relief: KRA, payers under Employment Act s. 31B are not entitled to it',
    checkedUntil: '2024-02',
    value: none,
  },
]

export const medicalFundRelief: Dated<Relief> = [
  {
    from: '2024-12',
    source: `${amendment}: a deduction instead of a relief`,
    checkedUntil: checked,
    value: none,
  },
  {
    from: '2024-01',
    source: 'Finance Act 2023: post-retirement medical fund, 15%, at most 5,000 a month',
    checkedUntil: '2024-11',
    value: { rate: 1500, most: 5_000_00 },
  },
  {
    from: '2021-01',
    source: 'No relief for a post-retirement medical fund before 2024',
    checkedUntil: '2023-12',
    value: none,
  },
]

export const reliefOn = ({ rate, most }: Relief, amount: Cents): Cents =>
  rate === 0 ? 0 : Math.min(share(amount, rate), most)
