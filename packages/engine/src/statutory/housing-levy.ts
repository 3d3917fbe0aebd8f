import { checked, type Dated } from '../dated.ts'
import type { BasisPoints } from '../units.ts'

/**
 * Affordable housing levy: the same from employee and employer. A rate of 0 means there is none.
 */
export const housingLevy: Dated<BasisPoints> = [
  {
    from: '2024-03',
    source: 'Affordable Housing Act 2024 (19 March 2024): 1.5% from each side',
    checkedUntil: checked,
    value: 150,
  },
  {
    from: '2024-01',
    source: 'Court of Appeal, 26 January 2024: no levy without a new Act',
    checkedUntil: '2024-02',
    value: 0,
  },
  {
    from: '2023-07',
    source: 'Finance Act 2023, Employment Act s. 31B: 1.5% from each side',
    checkedUntil: '2023-12',
    value: 150,
  },
  {
    from: '2021-01',
    source: 'No housing levy before the Finance Act 2023',
    checkedUntil: '2023-06',
    value: 0,
  },
]
