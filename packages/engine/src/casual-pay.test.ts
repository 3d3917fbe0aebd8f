import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addFigures, casualLaw, keptOnEarlier, takenFrom } from './casual-month-to-date.ts'
import { type CasualRange, type CasualTerms, casualPay, type Mark } from './casual-pay.ts'

/** Pay by the day, worked out by hand (C1, C15), and the same however a range is cut. */

const first = '2026-03-02'
const dayAt = (index: number) =>
  new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10)

const rangeOf = (count: number, onRoll: boolean | boolean[] = false): CasualRange => ({
  days: Array.from({ length: count }, (_, index) => ({
    day: dayAt(index),
    onRoll: Array.isArray(onRoll) ? onRoll[index] === true : onRoll,
  })),
  overtimeFactor: 150,
  dayHours: 800,
})

const terms = (given: Partial<CasualTerms> = {}): CasualTerms => ({
  pay: 85_000,
  basis: 'day',
  from: '2025-01-01',
  to: null,
  advances: [],
  deductions: [],
  ...given,
})

const full: Mark = { halves: 2, overtime: 0, pieces: 0 }
const half: Mark = { halves: 1, overtime: 0, pieces: 0 }
const absent: Mark = { halves: 0, overtime: 0, pieces: 0 }
const marks = (letters: string) =>
  [...letters].map((letter) => ({ F: full, H: half, A: absent })[letter])

describe('without a roll', () => {
  test('total is pay times days, and advances and deductions are by the day', () => {
    const pay = casualPay(
      terms({
        advances: [
          { name: 'Lunch', amount: 10_000 },
          { name: 'Fare', amount: 5_050 },
        ],
        deductions: [{ name: 'Tools', amount: 2_000, from: '2026-01-01', to: '2026-12-31' }],
      }),
      [],
      rangeOf(14),
    )
    // 14 × 850.00; 14 × (100.00 + 50.50); 14 × 20.00
    expect(pay).toMatchObject({
      days: 14,
      source: 'range',
      total: 1_190_000,
      advance: 210_700,
      gross: 1_400_700,
      deduction: 28_000,
      net: 1_372_700,
      marks: 'f'.repeat(14),
    })
    expect(pay.advances).toEqual([
      { name: 'Lunch', daily: 10_000, days: 14, amount: 140_000 },
      { name: 'Fare', daily: 5_050, days: 14, amount: 70_700 },
    ])
  })

  test.each([
    ['begins before and ends within', '2026-02-01', '2026-03-04', 3],
    ['begins within and ends after', '2026-03-06', '2026-04-30', 3],
    ['lies within', '2026-03-04', '2026-03-05', 2],
    ['is one day', '2026-03-08', '2026-03-08', 1],
    ['is over', '2026-01-01', '2026-03-01', 0],
    ['has not begun', '2026-03-09', '2026-03-31', 0],
  ])('a deduction that %s counts %#', (_, from, to, days) => {
    const deductions = [{ name: 'Fine', amount: 3_000, from, to }]
    const pay = casualPay(terms({ deductions }), [], rangeOf(7))
    expect(pay.deduction).toBe(days * 3_000)
  })

  test.each([
    ['joined on the third day', '2026-03-04', null, 5],
    ['left on the second', '2025-01-01', '2026-03-03', 2],
    ['joined and left within', '2026-03-04', '2026-03-05', 2],
    ['joined later', '2026-04-01', null, 0],
    ['left before', '2025-01-01', '2026-03-01', 0],
  ])('somebody who %s is paid for those days', (_, from, to, days) => {
    const deductions = [{ name: 'Fine', amount: 100, from: '2026-01-01', to: '2026-12-31' }]
    const pay = casualPay(terms({ from, to, deductions }), [], rangeOf(7))
    expect([pay.days, pay.total, pay.deduction]).toEqual([days, days * 85_000, days * 100])
  })

  test('net below zero is told, not hidden', () => {
    const deductions = [{ name: 'Loan', amount: 90_000, from: '2026-01-01', to: '2026-12-31' }]
    expect(casualPay(terms({ deductions }), [], rangeOf(2)).net).toBe(-10_000)
  })
})

describe('by the roll', () => {
  test('half days count half, for advances and deductions too', () => {
    const pay = casualPay(
      terms({
        advances: [{ name: 'Lunch', amount: 10_000 }],
        deductions: [{ name: 'Tools', amount: 2_000, from: '2026-03-04', to: '2026-03-06' }],
      }),
      marks('FFHAFH '),
      rangeOf(7, true),
    )
    // 3 full + 2 half; Tools on the 4th (half), the 5th (absent) and the 6th (full).
    expect(pay).toMatchObject({
      days: 4,
      source: 'roll',
      total: 340_000,
      advance: 40_000,
      deduction: 3_000,
      net: 377_000,
      marks: 'FFH-FH-',
    })
  })

  test('half of an odd number of cents is rounded up, each day by itself', () => {
    const pay = casualPay(terms({ pay: 75_025 }), marks('HHH'), rangeOf(3, true))
    expect(pay.total).toBe(3 * 37_513)
  })

  test('overtime by the hour at the factor of the organisation', () => {
    const late = (hours: number): Mark => ({ ...full, overtime: hours })
    // 850 ÷ 8 × 1.5 = 159.375 an hour: 2 h are 318.75, 1.25 h are 199.22.
    const pay = casualPay(terms(), [late(200), late(125)], rangeOf(2, true))
    expect([pay.overtime, pay.overtimeHours]).toEqual([31_875 + 19_922, 325])
    expect(pay.gross).toBe(170_000 + 51_797)
    const double = { ...rangeOf(1, true), overtimeFactor: 200, dayHours: 900 }
    expect(casualPay(terms(), [late(300)], double).overtime).toBe(56_667)
  })

  test('pieces at their rate, and any piece makes a day', () => {
    const sacks = (pieces: number): Mark => ({ halves: 2, overtime: 0, pieces })
    const pay = casualPay(
      terms({ pay: 1_250, basis: 'piece', advances: [{ name: 'Lunch', amount: 10_000 }] }),
      [sacks(4_000), sacks(0), sacks(3_750), undefined],
      rangeOf(4, true),
    )
    // 40 × 12.50, none, 37.5 × 12.50; lunch on two days.
    expect(pay).toMatchObject({ days: 2, pieces: 7_750, total: 96_875, advance: 20_000 })
  })

  test('pieces are on the roll or nowhere', () => {
    expect(casualPay(terms({ basis: 'piece' }), [], rangeOf(7)).days).toBe(0)
  })

  test('days on the roll by the roll, the others as they are', () => {
    const half_rolled = rangeOf(4, [true, true, false, false])
    const pay = casualPay(terms(), marks('FA'), half_rolled)
    expect(pay).toMatchObject({ days: 3, source: 'both', marks: 'F-ff' })
  })

  test('what is marked outside the employment is not paid', () => {
    const pay = casualPay(terms({ to: '2026-03-03' }), marks('FFFF'), rangeOf(4, true))
    expect(pay.days).toBe(2)
  })
})

test('each month of the range has its own part of the gross', () => {
  const range = rangeOf(32)
  const pay = casualPay(terms(), [], range)
  expect(pay.months).toEqual([
    { month: '2026-03', gross: 30 * 85_000 },
    { month: '2026-04', gross: 2 * 85_000 },
  ])
})

// ---------------------------------------------------------------- however it is cut

const amount = fc.integer({ min: 0, max: 200_000 })
const anyMark = fc.option(
  fc.record({
    halves: fc.constantFrom(0 as const, 1 as const, 2 as const),
    overtime: fc.integer({ min: 0, max: 1_600 }),
    pieces: fc.integer({ min: 0, max: 100_000 }),
  }),
  { nil: undefined },
)
const anyDay = fc.integer({ min: -5, max: 40 }).map(dayAt)
const anyTerms = fc.record({
  pay: amount,
  basis: fc.constantFrom('day' as const, 'piece' as const),
  from: anyDay,
  to: fc.option(anyDay),
  advances: fc.array(fc.record({ name: fc.constant('Advance'), amount }), { maxLength: 3 }),
  deductions: fc.array(
    fc.record({ name: fc.constant('Deduction'), amount, from: anyDay, to: anyDay }),
    { maxLength: 3 },
  ),
})
const sums = ['days', 'total', 'overtime', 'advance', 'gross', 'deduction', 'net'] as const

test('any split of a range into payrolls comes to the payroll over the whole range', () => {
  fc.assert(
    fc.property(
      anyTerms,
      fc.array(fc.tuple(anyMark, fc.boolean()), { minLength: 1, maxLength: 35 }),
      fc.array(fc.integer({ min: 0, max: 35 }), { maxLength: 4 }),
      (given, sheet, cuts) => {
        const range = rangeOf(
          sheet.length,
          sheet.map(([, onRoll]) => onRoll),
        )
        const cells = sheet.map(([mark]) => mark)
        const whole = casualPay(given, cells, range)
        const at = [0, ...cuts.filter((cut) => cut < sheet.length), sheet.length]
        const ends = [...new Set(at)].sort((a, b) => a - b)
        const parts = ends.slice(0, -1).map((start, index) => {
          const end = ends[index + 1]
          const days = range.days.slice(start, end)
          return casualPay(given, cells.slice(start, end), { ...range, days })
        })
        for (const name of sums) {
          expect(parts.reduce((sum, part) => sum + part[name], 0)).toBe(whole[name])
        }
      },
    ),
    { numRuns: 300 },
  )
})

describe('the law, month to date', () => {
  const law = { born: null, options: {} }
  const nothing = { gross: 0, taken: null }

  test('a first week alone, by hand', () => {
    // 5,950: SHIF at least 300; NSSF 6% = 357; levy 1.5% = 89.25; tax below the relief.
    const taken = casualLaw(595_000, nothing, law, '2026-03')
    expect([taken.paye, taken.nssf, taken.health, taken.housing]).toEqual([
      0, 35_700, 30_000, 8_925,
    ])
    expect(takenFrom(taken)).toBe(74_625)
  })

  test('the second week takes the rest of the month to date', () => {
    const one = casualLaw(595_000, nothing, law, '2026-03')
    const two = casualLaw(595_000, { gross: 595_000, taken: one }, law, '2026-03')
    // 11,900: SHIF 2.75% = 327.25, of which 300 are taken.
    expect(two.health).toBe(2_725)
    expect(two.nssf).toBe(35_700)
  })

  test('a payroll from before the switch was on is made up for', () => {
    const late = casualLaw(595_000, { gross: 595_000, taken: null }, law, '2026-03')
    expect(late).toEqual(casualLaw(1_190_000, nothing, law, '2026-03'))
  })

  test('what was taken and is no longer due stays taken, and is told', () => {
    const one = casualLaw(595_000, nothing, law, '2026-03')
    const without = { born: null, options: { nssf: false, health: false } }
    const earlier = { gross: 595_000, taken: one }
    const two = casualLaw(170_000, earlier, without, '2026-03')
    expect([two.nssf, two.nssf_employer, two.health, two.housing]).toEqual([0, 0, 0, 2_550])
    expect(keptOnEarlier(170_000, earlier, without, '2026-03')).toBe(65_700)
    expect(keptOnEarlier(170_000, earlier, law, '2026-03')).toBe(0)
    expect(keptOnEarlier(170_000, nothing, without, '2026-03')).toBe(0)
  })

  test('and lowers the tax of the month as it did', () => {
    const one = casualLaw(2_000_000, nothing, law, '2026-03')
    expect([one.paye, one.nssf, one.health, one.housing]).toEqual([0, 120_000, 55_000, 30_000])
    const earlier = { gross: 2_000_000, taken: one }
    const two = casualLaw(2_000_000, earlier, { born: null, options: { nssf: false } }, '2026-03')
    // 40,000 less NSSF 1,200, SHIF 1,100 and levy 600 are 37,100.
    expect(one.taxable + two.taxable).toBe(3_710_000)
    // 2,400 + 2,083.25 + 30% of 4,767 less 2,400.
    expect(two.paye).toBe(351_335)
    const off = { born: null, options: { nssf: false, health: false, ahl: false } }
    const three = casualLaw(2_000_000, earlier, off, '2026-03')
    expect(one.taxable + three.taxable).toBe(3_795_000)
  })

  test('however a month is cut, its payrolls take what one would', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 4_000_000 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(parts, (gross) => {
        const all = gross.reduce((sum, one) => sum + one, 0)
        let earlier: { gross: number; taken: ReturnType<typeof casualLaw> | null } = nothing
        for (const one of gross) {
          const taken = casualLaw(one, earlier, law, '2026-03')
          earlier = {
            gross: earlier.gross + one,
            taken: earlier.taken ? addFigures(earlier.taken, taken) : taken,
          }
        }
        expect(earlier.taken).toEqual(casualLaw(all, nothing, law, '2026-03'))
      }),
      { numRuns: 100 },
    )
  })
})
