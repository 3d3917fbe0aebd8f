import { describe, expect, test } from 'vitest'
import { countLeave } from './leave-days.ts'
import { leaveWorth, lostToLeave, type PaidTerms } from './leave-pay.ts'
import { monthPay, type TakenBack } from './month-pay.ts'

const by = {
  count_by: 'working',
  pattern: { saturday: false, sunday: false },
  holidays: new Map(),
} as const
const leave = (id: string, start: string, end: string, half_start = false) => ({
  id,
  lines: countLeave({ start, end, half_start }, by),
})
const unpaid: PaidTerms = { paid_share: 0, full_pay_days: null }
const sick: PaidTerms = { paid_share: 50, full_pay_days: 700 }
const annual: PaidTerms = { paid_share: 100, full_pay_days: null }
const lost = (terms: PaidTerms, ...leaves: ReturnType<typeof leave>[]) =>
  lostToLeave(leaves.map((one) => ({ ...one, ...terms }))).map(({ id, month, days }) => [
    id,
    month,
    days,
  ])

describe('what leave costs of pay', () => {
  test('unpaid leave costs its calendar days, by month', () => {
    expect(lost(unpaid, leave('a', '2026-03-30', '2026-04-07'))).toEqual([
      ['a', '2026-03', 200],
      ['a', '2026-04', 700],
    ])
    expect(lost(unpaid, leave('a', '2026-03-02', '2026-03-02', true))).toEqual([
      ['a', '2026-03', 50],
    ])
  })
  test('paid leave costs nothing', () => {
    expect(lost(annual, leave('a', '2026-03-02', '2026-03-31'))).toEqual([])
  })
  test('after seven days at full pay, sick leave costs half', () => {
    // Seven working days until Tuesday the 10th, then three at half pay.
    expect(lost(sick, leave('a', '2026-03-02', '2026-03-13'))).toEqual([['a', '2026-03', 150]])
    expect(lost(sick, leave('a', '2026-03-02', '2026-03-10'))).toEqual([])
  })
  test('earlier sick leave of the year uses up the full pay, weekends go with the day before', () => {
    const first = leave('a', '2026-02-02', '2026-02-06')
    const second = leave('b', '2026-03-05', '2026-03-10')
    // Thursday and Friday in full, then Saturday to Tuesday at half.
    expect(lost(sick, first, second)).toEqual([['b', '2026-03', 200]])
  })
  test('every year has its own days at full pay, also within one leave', () => {
    const november = leave('a', '2026-11-02', '2026-11-10')
    // Four days of December at half pay; then full pay again, of which June has four days left.
    const turn = leave('b', '2026-12-28', '2027-01-05')
    const june = leave('c', '2027-06-07', '2027-06-11')
    expect(lost(sick, november, turn, june)).toEqual([
      ['b', '2026-12', 200],
      ['c', '2027-06', 50],
    ])
  })
  test('each leave keeps the terms it was approved under', () => {
    const then = { ...leave('a', '2026-02-02', '2026-02-03'), ...unpaid }
    const now = { ...leave('b', '2026-03-02', '2026-03-03'), ...annual }
    expect(lostToLeave([then, now]).map(({ id, days }) => [id, days])).toEqual([['a', 200]])
  })
  test('half a day at half pay is a quarter', () => {
    const none = { ...sick, full_pay_days: null }
    expect(lost(none, leave('a', '2026-03-02', '2026-03-02', true))).toEqual([['a', '2026-03', 25]])
  })
})

test('a day of leave is the salary by the working days of a month', () => {
  expect(leaveWorth(100, 6_600_000, 22)).toBe(300_000)
  expect(leaveWorth(350, 5_000_000, 26)).toBe(673_077)
})

describe('in the month’s pay', () => {
  const salary = { side: 'salary', amount: 6_200_000 } as const
  const house = {
    id: 'h',
    name: 'House',
    amount: 310_000,
    kind: 'allowance',
    taxable: true,
  } as const
  const parts = [
    salary,
    { side: 'income', by_days: true, line: { ...house, one_off: false } },
  ] as const
  const linesOf = (more: Parameters<typeof monthPay>[0]) =>
    monthPay([...parts, ...more], {}, '2026-03')
      .incomes.filter(({ kind }) => kind === 'absence')
      .map(({ name, amount, quantity, working }) => [name, amount, quantity, working])

  test('leave has its own line beside absence, and both cost what their days cost together', () => {
    const as = { name: 'Unpaid leave', working: '2 to 3 March' }
    const both = linesOf([
      { side: 'absence', days: 1 },
      { side: 'absence', days: 2, as },
    ])
    expect(both).toEqual([
      ['Absence', -210_000, '1 day', 'salary and allowances × 1 of 31 days'],
      ['Unpaid leave', -420_000, '2 days', 'salary and allowances × 2 of 31 days (2 to 3 March)'],
    ])
    const [together] = linesOf([{ side: 'absence', days: 3 }])
    expect(both.reduce((all, [, amount]) => all + Number(amount), 0)).toBe(together?.[1])
  })
  test('nobody is paid less than nothing', () => {
    const as = { name: 'Unpaid leave', working: 'all of March' }
    const taken = linesOf([
      { side: 'absence', days: 20 },
      { side: 'absence', days: 31, as },
    ])
    expect(taken.reduce((all, [, amount]) => all + Number(amount), 0)).toBe(-6_510_000)
    expect(taken[1]?.[2]).toBe('11 days')
  })
  const back = (days: number, id = 'x'): TakenBack => ({
    ...{ id, name: 'Unpaid leave (February 2026)', days, side: 'taken back' },
    ...{ agreed: 5_600_000, of: 28, working: '28 days of February 2026' },
  })
  const carriedOf = (more: Parameters<typeof monthPay>[0], terms = {}) =>
    monthPay([...parts, ...more], terms, '2026-03')
      .incomes.filter(({ id }) => id.startsWith('x'))
      .map(({ amount, quantity, carried }) => [amount, quantity, carried])

  test('days of an earlier month are taken back by what that month paid', () => {
    expect(carriedOf([back(1)])).toEqual([[-200_000, '1 day', undefined]])
    expect(monthPay([...parts, back(1)], {}, '2026-03').figures.gross).toBe(6_310_000)
  })
  test('a third of what the month pays is left, and the rest is carried forward to the hundredth', () => {
    // 65,100 are paid, 43,400 may go: 21.7 days of 2,000.
    expect(carriedOf([back(28)])).toEqual([[-4_340_000, '21.7 days', 6.3]])
    const { incomes } = monthPay([...parts, back(28)], {}, '2026-03')
    expect(incomes.at(-1)?.working).toBe(
      '56,000 × 21.7 of 28 days of February 2026; 6.3 more days carried forward, so that a third ' +
        'of pay is left (Employment Act s. 19(3))',
    )
    expect(carriedOf([back(20), back(5, 'x2')])).toEqual([
      [-4_000_000, '20 days', undefined],
      [-340_000, '1.7 days', 3.3],
    ])
  })
  test('with an instalment in the same month, all of it together leaves a third', () => {
    const line = { id: 'l', name: 'Loan', kind: 'loan', amount: 9_000_000 } as const
    const loan = { side: 'instalment', line } as const
    const instalment = (...more: Parameters<typeof monthPay>[0]) => {
      const { figures, deductions } = monthPay([...parts, ...more, loan], {}, '2026-03')
      return [figures.net, deductions.find(({ kind }) => kind === 'loan')?.amount]
    }
    // 65,100 are paid: what was taken back goes before the instalment, and 21,700 are left.
    expect(instalment(back(10))[0]).toBe(2_170_000)
    expect(instalment(back(28))[1]).toBeUndefined()
  })
  test('of a month without pay nothing is taken; of the last pay no more than of others', () => {
    expect(carriedOf([{ side: 'absence', days: 31 }, back(2)])).toEqual([[0, '0 days', 2]])
    const last = { to: '2026-03-31' }
    expect(carriedOf([back(40)], last)).toEqual([[-4_340_000, '21.7 days', 18.3]])
    expect(monthPay([...parts, back(40)], last, '2026-03').incomes.at(-1)?.working).toContain(
      '; 18.3 more days stay a claim, so that a third of pay is left',
    )
  })
})
