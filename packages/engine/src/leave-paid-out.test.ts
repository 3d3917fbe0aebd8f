import { describe, expect, test } from 'vitest'
import { leaveWorth } from './leave-paid-out.ts'
import { monthPay, type TakenBack } from './month-pay.ts'

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
    // 65,100 are paid. 43,400 may go, 2,478.78 of it to the law: 20.46 days of 2,000.
    expect(carriedOf([back(28)])).toEqual([[-4_092_000, '20.46 days', 7.54]])
    const { incomes } = monthPay([...parts, back(28)], {}, '2026-03')
    expect(incomes.at(-1)?.working).toBe(
      '56,000 × 20.46 of 28 days of February 2026; 7.54 more days carried forward, so that a third ' +
        'of pay is left (Employment Act s. 19(3))',
    )
    expect(carriedOf([back(20), back(5, 'x2')])).toEqual([
      [-4_000_000, '20 days', undefined],
      [-92_000, '0.46 days', 4.54],
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
    // Less than a hundredth of a day.
    expect(instalment(back(28))).toEqual([2_170_000, 155])
  })
  test('tax, contributions and own deductions count: with them too, a third is left', () => {
    const line = { id: 's', name: 'SACCO', kind: 'sacco', amount: 1_000_000 } as const
    const sacco = { side: 'deduction', before_tax: false, line } as const
    const { figures, incomes } = monthPay([...parts, sacco, back(28)], {}, '2026-03')
    // Of 65,100; a hundredth of a day more, which costs 20.00, would be too much.
    expect(figures.net).toBeGreaterThanOrEqual(2_170_000)
    expect(figures.net).toBeLessThan(2_172_000)
    const [taken = 0, carried = 0] = incomes.flatMap(({ id, amount, carried }) =>
      id === 'x' ? [amount / -200_000, carried ?? 0] : [],
    )
    expect(taken + carried).toBeCloseTo(28, 5)
    const most = { ...sacco, line: { ...line, amount: 5_000_000 } }
    expect(carriedOf([most, back(2)])).toEqual([[0, '0 days', 2]])
  })
  test('of untaxed pay a third is left as well, and what is not taken is told', () => {
    const site = { id: 'u', name: 'Site', kind: 'allowance', taxable: false } as const
    const paid = (amount: number) =>
      ({ side: 'income', by_days: true, line: { ...site, amount, one_off: false } }) as const
    const taken = (amount: number) =>
      monthPay([...parts, paid(amount), { ...back(7), untaxed: 8_000_000 }], {}, '2026-03')
        .incomes.filter(({ id }) => id.startsWith('x'))
        .map(({ amount, working }) => [amount, working])
    expect(taken(8_000_000)[1]).toEqual([-2_000_000, '80,000 × 7 of 28 days of February 2026'])
    expect(taken(1_500_000)[1]).toEqual([
      -1_000_000,
      '80,000 × 7 of 28 days of February 2026; 10,000 of untaxed pay not taken, since a third of ' +
        'this month’s is left',
    ])
    expect(taken(0).map(([amount]) => amount)).toEqual([-1_400_000])
  })
  test('of a consultant the VAT goes with the days', () => {
    const fee = { side: 'salary', amount: 116_000_00 } as const
    const options = { paye: false, nssf: false, health: false, ahl: false, nita: false }
    const taken = (vat_registered: boolean, days: number) => {
      const consultant = { vat_registered, withhold: false }
      const due = { ...back(days), agreed: 100_000_00, vat: 16_000_00 }
      const { incomes, figures } = monthPay([fee, due], { consultant, options }, '2026-03')
      const lines = incomes.map(({ name, amount }) => [name, amount])
      return { lines, net: figures.net, working: incomes.map(({ working }) => working) }
    }
    expect(taken(true, 7)).toMatchObject({
      lines: [
        ['Unpaid leave (February 2026)', -25_000_00],
        ['Unpaid leave (February 2026), VAT', -4_000_00],
        ['VAT', 16_000_00],
      ],
      net: 87_000_00,
      working: [
        '100,000 × 7 of 28 days of February 2026',
        '16,000 × 7 of 28 days of February 2026',
        undefined,
      ],
    })
    // Of 116,000 a third is left, to a hundredth of a day.
    expect(taken(true, 28).net).toBeGreaterThanOrEqual(38_666_67)
    expect(taken(true, 28).net).toBeLessThan(38_710_00)
    // Registered no more: there is no VAT to take it from.
    expect(taken(false, 7)).toMatchObject({
      lines: [['Unpaid leave (February 2026)', -25_000_00]],
      working: [
        '100,000 × 7 of 28 days of February 2026; 4,000 of VAT not taken, since this month has no ' +
          'more of it',
      ],
    })
  })
  test('of a month without pay nothing is taken; of the last pay no more than of others', () => {
    expect(carriedOf([{ side: 'absence', days: 31 }, back(2)])).toEqual([[0, '0 days', 2]])
    const last = { to: '2026-03-31' }
    expect(carriedOf([back(40)], last)).toEqual([[-4_092_000, '20.46 days', 19.54]])
    expect(monthPay([...parts, back(40)], last, '2026-03').incomes.at(-1)?.working).toContain(
      '; 19.54 more days stay a claim, so that a third of pay is left',
    )
  })
})
