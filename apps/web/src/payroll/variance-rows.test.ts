import { expect, test } from 'vitest'
import { statementOf, whyOf } from './variance-rows.ts'

const side = { year: 2026, codes: [], count: 2 }
const reason = (
  kind: 'salary' | 'item' | 'statutory',
  name: string,
  gross: number,
  net: number,
) => ({
  ...{ kind, name, gross, net, count: 1 },
})

test('a kind of several items is summed up above them, one of its own stands alone', () => {
  const lines = statementOf({
    ...{ id: '', code: '', people: [], people_count: 0 },
    opening: { ...side, month: 'March', gross: 100, net: 80 },
    closing: { ...side, month: 'April', gross: 130.3, net: 100.3 },
    reasons: [
      reason('salary', '', 0.1, 0.1),
      reason('item', 'Car', 30, 30),
      reason('item', 'House', 0.2, 0.2),
      reason('statutory', 'PAYE', 0, -10),
    ],
  })
  expect(lines.map(({ title, part, gross, net }) => [part, title, gross, net])).toEqual([
    [false, 'March 2026', '100.00', '80.00'],
    [false, 'Salary changes', '+0.10', '+0.10'],
    [false, 'Allowances and other incomes', '+30.20', '+30.20'],
    [true, 'Car', '+30.00', '+30.00'],
    [true, 'House', '+0.20', '+0.20'],
    [false, 'Tax and statutory deductions: PAYE', '', '−10.00'],
    [false, 'April 2026', '130.30', '100.30'],
  ])
})

test('a person’s reasons in words, the law’s in one line', () => {
  const detail = '80,000 → 90,000'
  const reasons = [
    { ...reason('salary', '', 10_000, 10_000), detail },
    { ...reason('statutory', 'PAYE', 0, -2700.5), detail: '' },
    { ...reason('statutory', 'SHIF', 0, -275), detail: '' },
  ]
  expect(whyOf({ reasons })).toEqual([
    'Salary changes: 80,000 → 90,000, +10,000.00',
    'PAYE, SHIF: −2,975.50',
  ])
})
