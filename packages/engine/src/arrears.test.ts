import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  arrearsNet,
  arrearsOf,
  arrearsPay,
  arrearsTaken,
  lessArrears,
  type PaidMonth,
} from './arrears.ts'
import type { Arrears } from './arrears-kept.ts'
import { type EarlierPay, type TakenName, takenNames } from './input.ts'
import { type MonthPay, monthPay, type PayPart, type PayTerms } from './month-pay.ts'

/** Months that were confirmed before a salary was changed, and what is paid for them since. */

const salary = (amount: number): PayPart => ({ side: 'salary', amount })
const sumBy = <T>(list: readonly T[], amount: (one: T) => number) =>
  list.reduce((sum, one) => sum + amount(one), 0)

interface Kept {
  id: string
  extra: boolean
  pay: MonthPay
}

/** The month's own figures: arrears that a payslip paid are not of its month. */
const ownOf = ({ figures, input }: MonthPay) => lessArrears(figures, input.arrears ?? [])
const takenBy = (slips: readonly Kept[]) =>
  Object.fromEntries(
    takenNames.map((name) => [name, sumBy(slips, ({ pay }) => ownOf(pay)[name])]),
  ) as Record<TakenName, number>

const withoutOthers = ({ input: { earlier: _, arrears: __, ...own } }: MonthPay) => own

const earlierOf = (slips: readonly Kept[]): EarlierPay | undefined =>
  slips.length === 0
    ? undefined
    : {
        slips: slips.map(({ id }) => id),
        runs: slips.map(({ id }) => id),
        inputs: slips.map(({ pay }) => withoutOthers(pay)),
        taken: takenBy(slips),
      }

interface About {
  month: string
  slips: readonly Kept[]
  agreed: number[]
  now: number
  /** Everything confirmed so far, in which arrears of the month may be. */
  all: readonly Kept[]
  terms: PayTerms
}

const paidMonth = ({ month, slips, agreed, now, all, terms }: About): PaidMonth => ({
  month,
  slips: slips.map(({ id, extra, pay }) => ({
    ...{ id, run: id, extra, input: withoutOthers(pay), incomes: pay.incomes },
    ...{ days: pay.figures.days, days_of: pay.figures.days_of },
  })),
  taken: takenBy(slips),
  paid: all.flatMap(({ id, pay }) =>
    (pay.input.arrears ?? [])
      .filter((one) => one.month === month)
      .map((arrears) => ({ slip: id, arrears })),
  ),
  salary: now,
  agreed,
  consultant: terms.consultant,
})

/**
 * Worked by hand. 60,000 instead of 50,000: SHIF 275 and levy 150 more in every month. November:
 * NSSF 2,160 at its limit either way, tax 30% of 10,000, and 15% of 150 more relief on the levy.
 * December and January: SHIF and levy before tax, 30% of 9,575. From February NSSF reaches 72,000:
 * 600 more, and tax is 30% of 8,975.
 */
describe('50,000 becomes 60,000 from November 2024, known in April 2025', () => {
  const slip = (month: string): Kept => {
    return { id: month, extra: false, pay: monthPay([salary(50_000_00)], {}, month) }
  }
  const about = (month: string, now = 60_000_00, was = slip(month)) =>
    paidMonth({ month, slips: [was], agreed: [now, 50_000_00], now, all: [was], terms: {} })
  const cases = [
    { month: '2024-11', paye: 2_977_50, nssf: 0 },
    { month: '2024-12', paye: 2_872_50, nssf: 0 },
    { month: '2025-01', paye: 2_872_50, nssf: 0 },
    { month: '2025-02', paye: 2_692_50, nssf: 600_00 },
    { month: '2025-03', paye: 2_692_50, nssf: 600_00 },
  ]

  test.each(cases)('$month', ({ month, paye, nssf }) => {
    const found = arrearsOf(about(month)) as Arrears
    expect(found.pay).toEqual([
      {
        ...{ component: 'Basic pay', amount: 10_000_00, taxable: true },
        working: '60,000 for the month, less 50,000 paid',
      },
    ])
    expect(arrearsTaken([found])).toMatchObject({
      ...{ paye, nssf, health: 275_00, housing: 150_00 },
      ...{ nssf_employer: nssf, housing_employer: 150_00, nita: 0, tax_relief: 0 },
    })
    expect(found.law.grossPay).toBe(10_000_00)
    // A cut to what it was before is the same amounts the other way.
    const raised = {
      ...{ id: month, extra: false },
      pay: monthPay([salary(60_000_00)], {}, month),
    }
    const cut = arrearsOf(about(month, 50_000_00, raised)) as Arrears
    expect(arrearsNet([cut])).toBe(-arrearsNet([found]))
    expect(arrearsTaken([cut]).paye).toBe(-paye)
  })

  test('in the payslip of April: lines by month, and its own tax as ever', () => {
    const parts = cases.map(({ month }): PayPart => ({ side: 'arrears', of: about(month) }))
    const april = monthPay([salary(60_000_00), ...parts], {}, '2025-04')
    const alone = monthPay([salary(60_000_00)], {}, '2025-04')
    expect(ownOf(april)).toMatchObject({ paye: alone.figures.paye, nssf: alone.figures.nssf })
    expect(april.incomes.map(({ name, amount }) => [name, amount])).toEqual([
      ['Arrears of November 2024: Basic pay', 10_000_00],
      ['Arrears of December 2024: Basic pay', 10_000_00],
      ['Arrears of January 2025: Basic pay', 10_000_00],
      ['Arrears of February 2025: Basic pay', 10_000_00],
      ['Arrears of March 2025: Basic pay', 10_000_00],
    ])
    expect(april.deductions.map(({ name, amount }) => [name, amount])).toContainEqual([
      'PAYE of arrears, November 2024',
      2_977_50,
    ])
    expect(april.deductions.map(({ name }) => name)).toContain('NSSF of arrears, March 2025')
    // 14,107.50 of PAYE, 1,200 of NSSF, 1,375 of SHIF and 750 of levy.
    expect(april.figures.net - alone.figures.net).toBe(50_000_00 - 17_432_50)
    expect(april.figures.gross - april.figures.total_deductions).toBe(april.figures.net)
  })

  test('what is above a limit of the month costs no more of it', () => {
    const was = {
      ...{ id: 'a', extra: false },
      pay: monthPay([salary(100_000_00)], {}, '2025-02'),
    }
    const found = arrearsOf(about('2025-02', 120_000_00, was)) as Arrears
    // 30% of 20,000 less SHIF 550 and levy 300; NSSF is at its limit.
    expect(arrearsTaken([found])).toMatchObject({ paye: 5_745_00, nssf: 0, health: 550_00 })
  })

  test('a month that was paid as it is agreed has none', () => {
    expect(arrearsOf(about('2025-02', 50_000_00))).toBeUndefined()
  })
})

test('days not worked cost what the new salary says', () => {
  const terms: PayTerms = { from: '2025-06-11' }
  const parts = (amount: number): PayPart[] => [salary(amount), { side: 'absence', days: 3 }]
  const was = { id: 'a', extra: false, pay: monthPay(parts(45_000_00), terms, '2025-06') }
  const given = { month: '2025-06', slips: [was], all: [was], terms }
  const found = arrearsOf(
    paidMonth({ ...given, agreed: [60_000_00, 45_000_00], now: 60_000_00 }),
  ) as Arrears
  // 17 of 30 days: 34,000 less 25,500.
  expect(arrearsPay([found])).toBe(8_500_00)
  const due = monthPay(parts(60_000_00), terms, '2025-06').figures
  expect(arrearsTaken([found]).paye).toBe(due.paye - was.pay.figures.paye)
})

test("a consultant's fee, VAT and tax withheld", () => {
  const terms: PayTerms = {
    consultant: { vat_registered: true, withhold: true },
    options: { paye: false, nssf: false, health: false, ahl: false, nita: false },
  }
  const was = { id: 'a', extra: false, pay: monthPay([salary(23_200_00)], terms, '2025-06') }
  const given = { month: '2025-06', slips: [was], all: [was], terms }
  const found = arrearsOf(paidMonth({ ...given, agreed: [23_200_00], now: 34_800_00 })) as Arrears
  expect(found.pay.map(({ component, amount }) => [component, amount])).toEqual([
    ['Fee', 10_000_00],
    ['VAT', 1_600_00],
  ])
  // 5% of 30,000: the fee of 20,000 was below 24,000.
  expect(found.withholding_tax).toBe(1_500_00)
})

describe('a cut that a last pay cannot take back', () => {
  const was = { id: 'a', extra: false, pay: monthPay([salary(90_000_00)], {}, '2025-06') }
  const given = { month: '2025-06', slips: [was], agreed: [30_000_00, 90_000_00], terms: {} }
  const of = (now: number, all: Kept[] = [was]) => paidMonth({ ...given, all, now })
  const due: PayPart = {
    side: 'income',
    line: { id: 'x', name: 'Due', kind: 'income', amount: 9_000_00, taxable: true, one_off: true },
  }
  const last = monthPay([due, { side: 'arrears', of: of(30_000_00), last: true }], {}, '2025-07')

  test('is a claim, which changes no figure of it', () => {
    const part = monthPay([due, { side: 'arrears', of: of(30_000_00) }], {}, '2025-07')
    expect(last.figures).toEqual(part.figures)
    const [cut] = part.input.arrears ?? []
    const [kept] = last.input.arrears ?? []
    expect(kept?.rest).toBeUndefined()
    expect(kept?.claimed?.net).toBe(cut?.rest)
    expect(last.deductions.at(-1)).toMatchObject({
      ...{ name: 'Too much paid for June 2025', kind: 'owed', amount: 0, balance: cut?.rest },
    })
    const whole = arrearsOf(of(30_000_00)) as Arrears
    expect(arrearsNet([kept as Arrears]) - (kept?.claimed?.net ?? 0)).toBe(arrearsNet([whole]))
  })

  test('is not asked for again, whatever is agreed later', () => {
    const all = [was, { id: 'last', extra: true, pay: last }]
    expect(arrearsOf(of(30_000_00, all))).toBeUndefined()
    // What is agreed on top is due by itself.
    const more = arrearsOf(of(31_000_00, all))
    expect(more?.pay.map(({ amount }) => amount)).toEqual([1_000_00])
  })
})

describe('a cut', () => {
  const was = { id: 'a', extra: false, pay: monthPay([salary(90_000_00)], {}, '2025-06') }
  const given = { month: '2025-06', slips: [was], agreed: [30_000_00, 90_000_00], terms: {} }

  test('is taken back over as many months as leave a third of pay', () => {
    const all: Kept[] = [was]
    let left = arrearsNet([arrearsOf(paidMonth({ ...given, all, now: 30_000_00 })) as Arrears])
    expect(left).toBeLessThan(-30_000_00)
    const months = ['2025-07', '2025-08', '2025-09', '2025-10', '2025-11']
    for (const month of months) {
      const of = paidMonth({ ...given, all, now: 30_000_00 })
      const pay = monthPay([salary(30_000_00), { side: 'arrears', of }], {}, month)
      expect(pay.figures.net).toBeGreaterThanOrEqual(10_000_00)
      const [taken] = pay.input.arrears ?? []
      if (!taken) break
      left -= arrearsNet([taken])
      expect((taken.rest ?? 0) + left).toBe(0)
      all.push({ id: month, extra: false, pay })
    }
    expect(left).toBe(0)
    expect(all.length).toBeGreaterThan(2)
  })

  test('and a loan beside it leave a third together', () => {
    const of = paidMonth({ ...given, all: [was], now: 30_000_00 })
    const loan: PayPart = {
      side: 'instalment',
      line: { id: 'l', name: 'Loan', kind: 'loan', amount: 5_000_00, balance: 0 },
    }
    const pay = monthPay([salary(30_000_00), loan, { side: 'arrears', of }], {}, '2025-07')
    const alone = monthPay([salary(30_000_00), loan], {}, '2025-07')
    expect(pay.figures.net).toBeLessThan(alone.figures.net)
    expect(pay.figures.net).toBeGreaterThanOrEqual(10_000_00)
  })
})

// ---------------------------------------------------------------- random histories

const past = [
  '2022-12',
  '2023-02',
  '2023-07',
  '2024-01',
  '2024-09',
  '2024-10',
  '2024-11',
  '2024-12',
]
  .concat(['2025-01', '2025-02', '2025-06', '2026-02'])
  .sort()
const cents = (most: number) => fc.integer({ min: 0, max: most })
const extraPart = fc
  .record({ amount: cents(300_000_00), taxable: fc.boolean(), one_off: fc.boolean() })
  .map((one): PayPart => {
    return { side: 'income', line: { id: 'x', name: 'Extra', kind: 'income', ...one } }
  })
const deduction = fc
  .record({
    kind: fc.constantFrom('pension', 'mortgage interest', 'insurance premium', 'union'),
    amount: cents(3_000_00),
  })
  .map(({ kind, amount }): PayPart => {
    return { side: 'deduction', before_tax: true, line: { id: 'd', name: kind, kind, amount } }
  })
const terms = fc
  .record({
    options: fc.record(
      {
        resident: fc.boolean(),
        employeeType: fc.constantFrom('primary' as const, 'secondary' as const),
        disability: fc.boolean(),
        nssf: fc.boolean(),
        nssfTier2: fc.boolean(),
        health: fc.boolean(),
        ahl: fc.boolean(),
        shifRounding: fc.constantFrom('cent' as const, 'shilling' as const),
        payeRounding: fc.constantFrom('cent' as const, 'shilling' as const),
      },
      { requiredKeys: [] },
    ),
    from: fc.constantFrom(undefined, '2022-12-10', '2023-02-14'),
  })
  .map(({ options, from }): PayTerms => ({ options, ...(from ? { from } : {}) }))

interface History {
  first: number
  others: PayPart[]
  absent: number
  extra: PayPart[]
  terms: PayTerms
  changes: { amount: number; from: number }[]
}
const history: fc.Arbitrary<History> = fc.record({
  first: fc.integer({ min: 20_000_00, max: 300_000_00 }),
  others: fc.array(fc.oneof(extraPart, deduction), { maxLength: 3 }),
  absent: fc.constantFrom(0, 0, 1, 2.5),
  extra: fc.array(extraPart, { maxLength: 1 }),
  terms,
  changes: fc.array(
    fc.record({
      amount: fc.integer({ min: 20_000_00, max: 300_000_00 }),
      from: fc.nat({ max: past.length - 1 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

const figuresOf = (slips: readonly Kept[], month: string, all: readonly Kept[]) => {
  const of = all.flatMap(({ pay }) => (pay.input.arrears ?? []).filter((a) => a.month === month))
  const late = arrearsTaken(of)
  const taken = takenBy(slips)
  const gross = sumBy(slips, ({ pay }) => pay.figures.gross - arrearsPay(pay.input.arrears ?? []))
  return {
    ...Object.fromEntries(takenNames.map((name) => [name, taken[name] + late[name]])),
    gross: gross + arrearsPay(of),
  }
}

test('confirmed months and their arrears are the months with the new salary, to the cent', () => {
  fc.assert(
    fc.property(history, ({ first, others, absent, extra, terms: known, changes }) => {
      const parts = (amount: number): PayPart[] => [
        salary(amount),
        ...others,
        ...(absent > 0 ? [{ side: 'absence' as const, days: absent }] : []),
      ]
      const all: Kept[] = []
      const months = new Map<string, Kept[]>()
      const confirm = (month: string, run: PayPart[], isExtra: boolean) => {
        const slips = months.get(month) ?? []
        const earlier = earlierOf(slips)
        const pay = monthPay(run, { ...known, earlier }, month)
        const slip = { id: `${month} ${slips.length}`, extra: isExtra, pay }
        months.set(month, [...slips, slip])
        all.push(slip)
        return pay
      }
      for (const month of past) {
        confirm(month, parts(first), false)
        if (extra.length > 0) confirm(month, extra, true)
      }
      const agreed = [first]
      const amountIn = new Map(past.map((month) => [month, first]))
      for (const { amount, from } of changes) {
        agreed.unshift(amount)
        for (const month of past.slice(from)) amountIn.set(month, amount)
        let open = true
        for (let turn = 0; open && turn < 200; turn += 1) {
          const due = past.map((month): PayPart => {
            const slips = months.get(month) as Kept[]
            const now = amountIn.get(month) as number
            const of = paidMonth({ month, slips, agreed, now, all, terms: known })
            return { side: 'arrears', of }
          })
          const pay = monthPay([salary(900_000_00), ...due], known, '2026-03')
          all.push({ id: `later ${all.length}`, extra: false, pay })
          expect(pay.figures.gross - pay.figures.total_deductions).toBe(pay.figures.net)
          expect(sumBy(pay.deductions, (line) => line.amount)).toBe(pay.figures.total_deductions)
          expect(pay.figures.salary + sumBy(pay.incomes, (line) => line.amount)).toBe(
            pay.figures.gross,
          )
          open = (pay.input.arrears ?? []).some(({ rest }) => rest)
        }
        expect(open).toBe(false)
        for (const month of past) {
          const wanted = monthPay(
            [...parts(amountIn.get(month) as number), ...extra],
            known,
            month,
          ).figures
          expect({ month, ...figuresOf(months.get(month) as Kept[], month, all) }).toEqual({
            month,
            ...Object.fromEntries(takenNames.map((name) => [name, wanted[name]])),
            gross: wanted.gross,
          })
        }
      }
    }),
    { numRuns: 300 },
  )
})
