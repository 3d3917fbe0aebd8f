import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { monthPay } from '../month-pay.ts'
import { monthsAfter, monthsBegun, quoteLoan, scheduleOf, settlementOn } from './figures.ts'
import { canGuarantee, daysEarned, maximumAdvance, maximumLoan, perMonth } from './maximum.ts'
import { inWordsOf, type LoanProduct, loanProduct, loanProducts } from './products.ts'

const product = (id: number) => loanProduct(id, '2026-11') as LoanProduct
const checkOff = product(1)
const tank = product(2)

/** Worked by hand: product, amount, term, interest, total, monthly, last instalment; shillings. */
const cases: [LoanProduct, number, number, number, number, number, number][] = [
  [checkOff, 100_000, 1, 6_600, 113_600, 113_600, 113_600],
  [checkOff, 100_000, 2, 13_200, 120_200, 60_100, 60_100],
  [checkOff, 100_000, 3, 19_800, 126_800, 42_267, 42_266],
  [checkOff, 100_000, 4, 26_400, 133_400, 33_350, 33_350],
  [checkOff, 100_000, 5, 33_000, 140_000, 28_000, 28_000],
  [checkOff, 100_000, 6, 39_600, 146_600, 24_433, 24_435],
  [checkOff, 100_000, 7, 39_200, 146_200, 20_886, 20_884],
  [checkOff, 100_000, 8, 44_800, 151_800, 18_975, 18_975],
  [checkOff, 100_000, 9, 50_400, 157_400, 17_489, 17_488],
  [checkOff, 100_000, 10, 46_000, 153_000, 15_300, 15_300],
  [checkOff, 100_000, 11, 50_600, 157_600, 14_327, 14_330],
  [checkOff, 100_000, 12, 55_200, 162_200, 13_517, 13_513],
  [checkOff, 8_000, 1, 528, 9_088, 9_088, 9_088],
  [checkOff, 250_000, 12, 138_000, 405_500, 33_792, 33_788],
  // Fees 864.15, interest 814.77 and 4,839.24: the total is rounded, and the interest with it.
  [checkOff, 12_345, 1, 814.85, 14_024, 14_024, 14_024],
  [checkOff, 12_345, 7, 4_838.85, 18_048, 2_578, 2_580],
  // 22,788.496: cents would make it 22,788.50, and that a shilling more.
  [checkOff, 17_972, 3, 3_557.96, 22_788, 7_596, 7_596],
  [tank, 12_000, 1, 2_400, 14_400, 14_400, 14_400],
  [tank, 12_000, 2, 4_800, 16_800, 8_400, 8_400],
  [tank, 12_000, 3, 7_200, 19_200, 6_400, 6_400],
  [tank, 37_000, 1, 7_400, 44_400, 44_400, 44_400],
  [tank, 37_000, 2, 14_800, 51_800, 25_900, 25_900],
  [tank, 37_000, 3, 22_200, 59_200, 19_733, 19_734],
]

describe('a quote, worked by hand', () => {
  test.each(cases.map((row) => [row[0].code, ...row.slice(1), row[0]] as const))(
    '%s %d over %d months: interest %d, total %d, monthly %d, last %d',
    (...row) => {
      const [, amount, term, interest, total, monthly, last, of] = row as unknown as [
        string,
        number,
        number,
        number,
        number,
        number,
        number,
        LoanProduct,
      ]
      const quote = quoteLoan(of, amount * 100, term)
      expect(quote).toMatchObject({
        interest: Math.round(interest * 100),
        total: total * 100,
        monthly: monthly * 100,
      })
      const schedule = scheduleOf(quote.total, term, '2026-11')
      expect(schedule.at(-1)?.amount).toBe(last * 100)
    },
  )

  test('every term of every product has a rate, and no other has', () => {
    for (const of of loanProducts('2026-11')) {
      for (let term = of.term_min; term <= of.term_max; term += 1) {
        expect(quoteLoan(of, of.amount_min, term).total).toBeGreaterThanOrEqual(of.amount_min)
      }
      expect(() => quoteLoan(of, of.amount_min, of.term_max + 1)).toThrow('No rate')
      expect(() => quoteLoan(of, of.amount_min, 0)).toThrow('No rate')
    }
  })
})

const anyLoan = fc.constantFrom(...loanProducts('2026-11')).chain((of) =>
  fc.record({
    of: fc.constant(of),
    // Loans are in whole shillings.
    amount: fc
      .integer({ min: of.amount_min / 100, max: of.amount_max / 100 })
      .map((shillings) => shillings * 100),
    term: fc.integer({ min: of.term_min, max: of.term_max }),
    day: fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true }),
  }),
)

/** Nothing was left out or given up before. */
const kept = { rebated: 0, written_off: 0 }

describe('for any loan', () => {
  test('what is payable is the exact fraction, rounded once', () => {
    fc.assert(
      fc.property(anyLoan, ({ of, amount, term }) => {
        const { total, monthly, rate } = quoteLoan(of, amount, term)
        const points = BigInt(10_000 + of.processing_fee + of.insurance_fee + rate * term)
        // Shillings are this over a million: half of one is added, and what is left is cut.
        const exact = BigInt(amount) * points
        expect(BigInt(total)).toBe(((exact * 2n + 1_000_000n) / 2_000_000n) * 100n)
        const part = (BigInt(total) * 2n + BigInt(term) * 100n) / (BigInt(term) * 200n)
        expect(BigInt(monthly)).toBe(part * 100n)
      }),
      { numRuns: 5_000 },
    )
  })

  test('fees, interest and amount make the total, and the instalments too', () => {
    fc.assert(
      fc.property(anyLoan, ({ of, amount, term }) => {
        const quote = quoteLoan(of, amount, term)
        const { principal, processing_fee, insurance_fee, interest, total } = quote
        expect(principal + processing_fee + insurance_fee + interest).toBe(total)
        expect(total % 100).toBe(0)
        const schedule = scheduleOf(total, term, '2026-11')
        expect(schedule).toHaveLength(term)
        expect(schedule.reduce((sum, one) => sum + one.amount, 0)).toBe(total)
        for (const one of schedule) {
          expect(one.amount).toBeGreaterThan(0)
          expect(Math.abs(one.amount - quote.monthly)).toBeLessThanOrEqual(term * 50)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('a settlement never asks for more than the balance, nor for less from day to day', () => {
    fc.assert(
      fc.property(anyLoan, ({ of, amount, term, day }) => {
        const { interest, total } = quoteLoan(of, amount, term)
        const loan = { interest, term, disbursed_on: '2026-01-15', outstanding: total, ...kept }
        const on = day.toISOString().slice(0, 10)
        const next = new Date(day.getTime() + 86_400_000).toISOString().slice(0, 10)
        const settlement = settlementOn(loan, on)
        expect(settlement.amount + settlement.rebate).toBe(total)
        expect(settlement.rebate).toBeGreaterThanOrEqual(0)
        expect(settlementOn(loan, next).amount).toBeGreaterThanOrEqual(settlement.amount)
      }),
      { numRuns: 1_000 },
    )
  })
})

test('the months of a schedule follow each other over the year', () => {
  expect(scheduleOf(300_00, 3, '2026-11').map(({ month }) => month)).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
  ])
  expect(monthsAfter('2026-12', 12)).toBe('2027-12')
  expect(monthsAfter('2026-01', -1)).toBe('2025-12')
})

describe('a settlement', () => {
  const disbursed_on = '2026-01-31'
  const loan = { interest: 39_200_00, term: 7, disbursed_on, outstanding: 146_200_00, ...kept }
  test.each([
    ['2026-01-30', 0],
    ['2026-01-31', 1],
    ['2026-02-27', 1],
    // The 31st of January returns on the last of February.
    ['2026-02-28', 2],
    ['2026-03-30', 2],
    ['2026-03-31', 3],
    ['2026-07-31', 7],
    ['2027-07-31', 7],
  ])('on %s, %d months have begun', (day, begun) => {
    expect(monthsBegun(loan, day)).toBe(begun)
  })
  test('leaves out the interest of months that have not begun', () => {
    expect(settlementOn({ ...loan, outstanding: 104_428_00 }, '2026-03-01')).toEqual({
      amount: 76_428_00,
      rebate: 28_000_00,
    })
    expect(settlementOn(loan, '2026-08-01')).toEqual({
      amount: 146_200_00,
      rebate: 0,
    })
  })
  test('leaves the same interest out once, whatever was taken back in between', () => {
    const owed = { ...loan, outstanding: 50_000_00, rebated: 22_400_00 }
    expect(settlementOn(owed, '2026-03-01')).toEqual({
      amount: 44_400_00,
      rebate: 5_600_00,
    })
    expect(settlementOn({ ...owed, rebated: 28_000_00 }, '2026-04-01').rebate).toBe(0)
    // A write-off gave it up, with all the rest.
    const given = { ...loan, outstanding: 20_886_00, written_off: 125_314_00 }
    expect(settlementOn(given, '2026-03-01')).toMatchObject({ amount: 20_886_00, rebate: 0 })
  })
})

describe('how much somebody may borrow', () => {
  test.each([
    // Two thirds are 26,666.67, 26,500.00 and 26,499.33.
    [40_000, 27_000],
    [39_750, 27_000],
    [39_749, 26_000],
    [0, 0],
    [700, 0],
    [750, 1_000],
    [-5_000, 0],
  ])('net %d: %d a month', (net, monthly) => {
    expect(perMonth(net * 100)).toBe(monthly * 100)
  })
  test('grows with the term', () => {
    expect(maximumLoan(40_000_00, 12)).toBe(324_000_00)
  })
  test.each([
    [40_000, 100_000, true],
    [39_999.99, 100_000, false],
    [0, 0, true],
  ])('a guarantor with %d for an applicant with %d: %s', (guarantor, applicant, may) => {
    expect(canGuarantee(Math.round(guarantor * 100), applicant * 100)).toBe(may)
  })
  test.each([
    ['2026-11-15', null, 50, 0, 15_000],
    ['2026-11-30', '2024-02-29', 50, 0, 30_000],
    ['2026-11-30', '2026-11-01', 50, 10_000, 20_000],
    ['2026-11-01', null, 50, 10_000, 0],
    ['2026-11-10', null, 0, 0, 0],
    ['2026-02-13', null, 33, 0, 9_192],
    // Who joined within the month has earned from that day on.
    ['2026-11-16', '2026-11-14', 50, 0, 3_000],
    ['2026-11-14', '2026-11-14', 50, 0, 1_000],
    ['2026-11-13', '2026-11-14', 50, 0, 0],
    ['2026-11-16', '2026-12-05', 50, 0, 0],
  ])('an advance on %s, employed from %s, by %d, after %d: %d', (...row) => {
    const [day, employed_from, percent, advanced, most] = row
    const earner = { salary: 60_000_00, employed_from, employed_until: null, unpaid: 0 }
    const asked = { ...earner, advanced: advanced * 100 }
    expect(maximumAdvance(asked, day, percent)).toBe(most * 100)
  })

  test.each([
    ['2026-04-20', '2026-04-30', 0, 20_00],
    ['2026-04-20', '2026-04-20', 0, 20_00],
    ['2026-04-20', '2026-04-12', 0, 12_00],
    ['2026-04-20', '2026-03-31', 0, 0],
    ['2026-04-20', null, 4_50, 15_50],
    ['2026-04-20', '2026-04-12', 20_00, 0],
  ] as const)('days earned by %s, until %s, without %d: %d', (...row) => {
    const [day, employed_until, unpaid, days] = row
    expect(daysEarned({ employed_from: '2026-01-01', employed_until, unpaid }, day)).toBe(days)
  })
})

test('terms name the employer in both languages', () => {
  const { en, sw } = inWordsOf('Baraka Ltd', checkOff.terms)
  expect(en).toMatch(/^I authorise Baraka Ltd, my employer/)
  expect(`${en}${sw}`).not.toContain('{')
})

describe('an instalment in a month of pay', () => {
  const line = { id: 'loan', name: 'Check-Off Loan', kind: 'loan', working: 'Instalment 1 of 2' }
  const pay = (salary: number, ...dues: number[]) =>
    monthPay(
      [
        { side: 'salary', amount: salary * 100 },
        {
          side: 'deduction',
          before_tax: false,
          line: { id: 'sacco', name: 'SACCO', kind: 'other', amount: 1_000_00 },
        },
        ...dues.map((due) => ({
          side: 'instalment' as const,
          line: { ...line, amount: due * 100 },
        })),
      ],
      {},
      '2026-06',
    )
  const taken = ({ deductions }: ReturnType<typeof pay>) =>
    deductions.filter(({ kind }) => kind === 'loan').map(({ amount }) => amount)

  test('is taken whole where a third is left', () => {
    const { figures, input } = pay(60_000, 5_000)
    expect(taken(pay(60_000, 5_000))).toEqual([5_000_00])
    expect(figures.other_deductions).toBe(6_000_00)
    expect(input.otherDeductions).toBe(6_000_00)
    expect(figures.gross - figures.total_deductions).toBe(figures.net)
  })

  test('is cut to what leaves exactly a third, one after another', () => {
    const whole = pay(60_000)
    const room = whole.figures.net - 20_000_00
    const cut = pay(60_000, 10_000, 200_000, 300)
    expect(taken(cut)).toEqual([10_000_00, room - 10_000_00])
    expect(cut.figures.net).toBe(20_000_00)
    expect(cut.deductions.at(-1)?.working).toMatch(
      /^Instalment 1 of 2; [\d,.]+ of 200,000 taken, so that a third of gross pay is left/,
    )
  })

  test('is not taken where others have taken the two thirds already', () => {
    const parts = [
      { side: 'salary' as const, amount: 30_000_00 },
      {
        side: 'deduction' as const,
        before_tax: false,
        line: { id: 'x', name: 'X', kind: 'other', amount: 25_000_00 },
      },
      { side: 'instalment' as const, line: { ...line, amount: 100 } },
    ]
    expect(taken(monthPay(parts, {}, '2026-06'))).toEqual([])
  })

  test('never leaves less than a third, whatever is due', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3_000, max: 900_000 }),
        fc.array(fc.integer({ min: 1, max: 400_000 }), { maxLength: 4 }),
        (salary, dues) => {
          const { net, gross } = pay(salary, ...dues).figures
          const before = pay(salary).figures.net
          expect(net * 3 >= gross || net === before).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
})
