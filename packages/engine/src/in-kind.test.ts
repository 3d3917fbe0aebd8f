import { describe, expect, test } from 'vitest'
import {
  arrearsOf,
  correctionPay,
  explainPay,
  monthPay,
  netToGross,
  type PayInput,
  type PayPart,
  payslip,
  type Quarters,
  takenNames,
  type ValuedBenefit,
} from './index.ts'

/** Benefits in kind in a month's pay, beside its other payslips and its arrears (B33). */

const now = '2026-02'
const line = (part: ValuedBenefit['part'], amount: number): ValuedBenefit => ({
  ...{ name: part, part, amount: amount * 100 },
  working: '',
})

describe('in the parts of a month', () => {
  const salary: PayPart = { side: 'salary', amount: 100_000_00 }
  const house: PayPart = { side: 'quarters', of: { occupant: 'farm', house: 'own' } }
  const given: PayPart = { side: 'benefit', of: { kind: 'electricity' }, name: 'Power' }
  test('have the days somebody was employed and had them', () => {
    const terms = { from: '2026-02-08' }
    const later = { ...given, from: '2026-02-15', to: '2026-12-31' }
    const { input } = monthPay([salary, house, later, { ...given, to: '2026-02-07' }], terms, now)
    expect(input.benefits).toMatchObject([{ name: 'Power', amount: 750_00 }])
    expect(input.quarters).toEqual([
      { occupant: 'farm', house: 'own', part: { lived: 21, employed: 21, of: 28 } },
    ])
  })
  test('are not in it where there are none', () => {
    const { input } = monthPay([salary], {}, now)
    expect('benefits' in input || 'quarters' in input).toBe(false)
  })
  test('are told with the payslip', () => {
    const { input, figures, incomes, deductions } = monthPay([salary, given], {}, now)
    const told = explainPay({ ...figures, input, incomes, deductions }, now)
    expect(told.find(({ label }) => label === 'Power')).toMatchObject({
      ...{ amount: 1_500_00, because: { working: 'communal, a month = 1,500' } },
    })
  })
})

describe('beside other payslips of the month', () => {
  const rented: Quarters = { occupant: 'employee', house: 'rented', rent: 10_000_00 }
  const first: PayInput = {
    ...{ salary: 100_000_00, benefits: [line('car', 20_000), line('nonCash', 3_000)] },
    quarters: [rented],
  }
  const month = monthPay([{ side: 'salary', amount: 100_000_00 }], {}, now)
  const law = payslip(first, now)
  const taken = Object.fromEntries(takenNames.map((name) => [name, 0])) as never
  const earlier = {
    ...{ slips: ['1'], runs: ['PR-1'], inputs: [first] },
    taken: {
      ...(taken as object),
      ...{ taxable: law.taxablePay, income_tax: law.taxCharged, tax_relief: law.personalRelief },
      ...{ paye: law.paye, nssf: law.nssfEmployee, health: law.shif, housing: law.ahlEmployee },
      ...{ nssf_employer: law.nssfEmployer, housing_employer: law.ahlEmployer, nita: 50_00 },
    } as typeof month.figures,
  }
  test('an extra one takes what one with everything would have taken', () => {
    const benefits = [line('nonCash', 2_000)]
    const bonus = { incomes: [{ amount: 40_000_00, oneOff: true }], benefits }
    const extra = payslip({ salary: 0, ...bonus, earlier }, now)
    const whole = payslip(
      { ...first, incomes: bonus.incomes, benefits: [...(first.benefits ?? []), ...benefits] },
      now,
    )
    // 3,000 and 2,000 reach the limit together; 15% of 165,000 instead of 120,000.
    expect(extra.taxableNonCash).toBe(5_000_00)
    expect(extra.housingBenefit).toBe(6_750_00)
    expect(law.paye + extra.paye).toBe(whole.paye)
    expect(law.netPay + extra.netPay).toBe(whole.netPay)
  })
  test('a correction keeps them', () => {
    const parts: PayPart[] = [{ side: 'salary', amount: 10_000_00 }]
    const { figures } = correctionPay(parts, { earlier }, now)
    const whole = payslip({ ...first, salary: 110_000_00 }, now)
    expect(figures.paye).toBe(whole.paye - law.paye)
  })
  test('a correction brings one that was forgotten', () => {
    const benefit = { kind: 'leased car', amount: 30_000_00 } as const
    const { figures } = correctionPay([{ side: 'benefit', of: benefit }], { earlier }, now)
    // 30,000 and 15% of it, at 30%.
    expect(figures.paye).toBe(10_350_00)
    expect(figures.net).toBe(0)
  })
})

test('arrears of a month value the house with the new pay', () => {
  const input: PayInput = {
    ...{ salary: 100_000_00, incomes: [], benefits: [line('car', 20_000)] },
    quarters: [{ occupant: 'employee', house: 'rented', rent: 10_000_00 }],
  }
  const law = payslip(input, now)
  const none = Object.fromEntries(takenNames.map((name) => [name, 0]))
  const { taxablePay: taxable, taxCharged: income_tax, paye, nssfEmployee: nssf, shif } = law
  const taken = {
    ...(none as Record<(typeof takenNames)[number], number>),
    ...{ taxable, income_tax, paye, nssf, health: shif, housing: law.ahlEmployee },
    ...{ nssf_employer: law.nssfEmployer, housing_employer: law.ahlEmployer },
  }
  const slip = { id: '1', run: 'PR-1', extra: false, input, incomes: [], days: 28, days_of: 28 }
  const found = arrearsOf({
    ...{ month: now, slips: [slip], taken, paid: [] },
    ...{ salary: 110_000_00, agreed: [100_000_00] },
  })
  const whole = payslip({ ...input, salary: 110_000_00 }, now)
  // 15% of the 10,000 that are paid more.
  expect(found?.law.housingBenefit).toBe(1_500_00)
  expect(found?.law.paye).toBe(whole.paye - law.paye)
  expect(found?.law.taxableNonCash).toBeUndefined()
})

test('gross is found from net with a house on top', () => {
  const quarters: Quarters[] = [{ occupant: 'employee', house: 'rented', rent: 30_000_00 }]
  const given = { benefits: [line('car', 20_000)], quarters }
  const { salary, exact } = netToGross(given, now, 90_000_00)
  expect(exact).toBe(true)
  expect(payslip({ salary, ...given }, now).netPay).toBe(90_000_00)
})
