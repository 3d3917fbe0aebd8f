import type { CorrectionLine } from '@mshahara/contract/corrections'
import { describe, expect, test } from 'vitest'
import { byDays, differenceTo, isChanged, valuesOf } from './values.ts'

const line = (given: Partial<CorrectionLine>): CorrectionLine => ({
  ...{ side: 'income', key: 'x', name: 'X', nature: '', paid: 0, due: 0, by_days: false },
  ...given,
})
const paid = [
  line({ side: 'salary', key: 'salary', paid: 56_666.67, due: 56_666.67, by_days: true }),
  line({ key: 'bonus', paid: 5000, due: 5000 }),
]

describe('what should have been paid', () => {
  test('begins with what was paid', () => {
    const values = valuesOf(paid)
    expect(isChanged(paid, values)).toBe(false)
    expect(isChanged(paid, { ...values, added: [{ name: '', kind: 'regular', due: '' }] })).toBe(
      true,
    )
    const [first, ...rest] = values.lines as [(typeof values.lines)[0]]
    expect(isChanged(paid, { ...values, lines: [{ ...first, due: 'ten' }, ...rest] })).toBe(true)
  })

  test('differs to the cent, and not at all while it is no amount', () => {
    expect(differenceTo({ paid: 0.1 }, 0.3)).toBe(0.2)
    expect(differenceTo({ paid: 5 }, '5o')).toBe(null)
  })

  test('follows the days where pay does', () => {
    // 17 of 30 days were paid; 20 were worked: 56,666.67 × 20 ÷ 17.
    expect(
      byDays(paid, valuesOf(paid).lines, { paid: 17, should: 20 }).map(({ due }) => due),
    ).toEqual([66_666.67, 5000])
  })
})
