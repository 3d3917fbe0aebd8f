import { checked, type Dated } from '../dated.ts'
import type { Cents } from '../units.ts'

/** Industrial training levy: the employer's, never taken from pay. */
export const nita: Dated<Cents> = [
  {
    from: '2021-01',
    source: 'Industrial Training Act, Levy Order: 50 a month for each employee',
    checkedUntil: checked,
    value: 50_00,
  },
]
