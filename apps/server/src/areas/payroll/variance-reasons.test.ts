import { varianceKinds } from '@mshahara/contract/payroll-variance'
import { monthPay, type PayPart, type PayTerms } from '@mshahara/engine/month-pay'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type KeptPay, reasonsFor } from './variance-reasons.ts'

/** As it is kept of a payslip that the engine has worked out. */
function keptOf(parts: PayPart[], terms: PayTerms, month: string): KeptPay {
  const { figures, incomes, deductions } = monthPay(parts, terms, month)
  const own = deductions.filter(({ kind }) => kind !== 'statutory')
  return { ...figures, incomes, deductions: own }
}

const salary = (shillings: number): PayPart => ({ side: 'salary', amount: shillings * 100 })
const income = (name: string, shillings: number, kind = 'income', one_off = false): PayPart => ({
  side: 'income',
  by_days: kind === 'allowance',
  line: { id: name, name, amount: shillings * 100, kind: kind as 'income', taxable: true, one_off },
})
const deduction = (name: string, shillings: number): PayPart => ({
  side: 'deduction',
  before_tax: false,
  line: { id: name, name, amount: shillings * 100, kind: 'other' },
})
const since = '2020-01-01'
const between = (before: PayPart[], after: PayPart[], terms: [PayTerms, PayTerms] = [{}, {}]) =>
  reasonsFor(
    keptOf(before, { from: since, ...terms[0] }, '2026-09'),
    keptOf(after, { from: since, ...terms[1] }, '2026-10'),
    '2026-10',
  )
/** Taxes follow from the rest, and have a test of their own. */
const own = (reasons: ReturnType<typeof between>) =>
  reasons
    .filter(({ kind }) => kind !== 'statutory')
    .map(({ kind, name, detail, gross, net }) => [kind, name, detail.en, gross / 100, net / 100])

describe('one reason at a time', () => {
  test('nothing has changed', () => {
    expect(between([salary(80_000)], [salary(80_000)])).toEqual([])
  })
  test('a raise, and the taxes that follow from it', () => {
    const reasons = between([salary(80_000)], [salary(90_000)])
    expect(own(reasons)).toEqual([['salary', '', '80,000 → 90,000', 10_000, 10_000]])
    const taxes = reasons.filter(({ kind }) => kind === 'statutory')
    expect(taxes.map(({ name }) => name)).toEqual(['PAYE', 'NSSF', 'SHIF', 'Housing Levy'])
    expect(taxes.every(({ gross, net }) => gross === 0 && net < 0)).toBe(true)
  })
  test('items start, end and change, each by its name whatever its case', () => {
    const before = [salary(50_000), income('House', 10_000, 'allowance'), income('Airtime', 500)]
    const after = [salary(50_000), income('HOUSE', 12_000, 'allowance'), income('Car', 9000)]
    expect(own(between(before, after))).toEqual([
      ['item', 'House', '10,000 → 12,000', 2000, 2000],
      ['item', 'Airtime', 'Ended', -500, -500],
      ['item', 'Car', 'New', 9000, 9000],
    ])
  })
  test('one-offs, commission and overtime are told apart from items', () => {
    const before = [salary(50_000), income('Gift', 5000, 'income', true)]
    const overtime = { ...income('OT', 30) } as Extract<PayPart, { side: 'income' }>
    overtime.line.type = 'overtime'
    const after = [salary(50_000), income('Sales', 700, 'commission'), overtime]
    expect(own(between(before, after))).toEqual([
      ['one-off', 'Gift', 'Last month', -5000, -5000],
      ['one-off', 'Sales', 'This month', 700, 700],
      ['one-off', 'OT', 'This month', 30, 30],
    ])
  })
  test('a part month is days, for the salary and for allowances, and no raise of some cents', () => {
    const parts = [salary(77_777), income('House', 10_001, 'allowance'), income('Car', 100)]
    const joined = between(parts, parts, [{ from: '2026-09-18' }, { from: '2026-09-18' }])
    expect(own(joined)).toEqual([
      ['days', '', '13 of 30 days → whole month', 44_073.63, 44_073.63],
      ['days', 'House', '13 of 30 days → whole month', 5667.23, 5667.23],
    ])
  })
  test('what moved it is told in Swahili too', () => {
    const [days] = between([salary(30_000)], [salary(30_000)], [{ from: '2026-09-16' }, {}])
    expect(days?.detail).toMatchObject({
      code: 'payroll.days',
      values: { was: { days: 15, days_of: 30 }, now: { days: 31, days_of: 31 } },
      sw: 'siku 15 kati ya 30 → mwezi mzima',
    })
  })
  test('a raise in a part month is both', () => {
    const left = between([salary(60_000)], [salary(62_000)], [{}, { to: '2026-10-15' }])
    expect(own(left)).toEqual([
      ['salary', '', '60,000 → 62,000', 2000, 2000],
      ['days', '', 'whole month → 15 of 31 days', -32_000, -32_000],
    ])
  })
  test('absence is days too', () => {
    const day = { ...keptOf([salary(50_000)], { from: since }, '2026-10') }
    const absent = { id: 'a', name: 'Absence', kind: 'absence' as 'income', amount: -2000_00 }
    const short = {
      ...day,
      gross: day.gross - 2000_00,
      net: day.net - 2000_00,
      incomes: [{ ...absent, taxable: true, one_off: true }],
    }
    expect(reasonsFor(day, short, '2026-10')).toMatchObject([
      { kind: 'days', name: 'Absence', gross: -2000_00, net: -2000_00 },
    ])
  })
  test('deductions move the net alone; VAT belongs to a consultant’s fee', () => {
    const before = [salary(116_000), deduction('SACCO', 3000)]
    const after = [salary(232_000), deduction('SACCO', 3500)]
    const off = { paye: false, nssf: false, health: false, ahl: false, nita: false }
    const consultant = { consultant: { vat_registered: true, withhold: true }, options: off }
    const reasons = between(before, after, [consultant, consultant])
    expect(own(reasons)).toEqual([
      ['salary', '', '116,000 → 232,000', 116_000, 116_000],
      ['deduction', 'SACCO', '3,000 → 3,500', 0, -500],
    ])
    expect(reasons.find(({ name }) => name === 'Withholding Tax')?.net).toBe(-5000_00)
  })
  test('a new law alone: no reason but the statutory ones', () => {
    const january = keptOf([salary(200_000)], { from: since }, '2026-01')
    const february = keptOf([salary(200_000)], { from: since }, '2026-02')
    const reasons = reasonsFor(january, february, '2026-02')
    expect(reasons.length).toBeGreaterThan(0)
    expect(new Set(reasons.map(({ kind }) => kind))).toEqual(new Set(['statutory']))
  })
})

const name = fc.constantFrom('House', 'house', 'Car', 'PAYE', 'Bonus', 'SACCO')
const cents = fc.integer({ min: 1, max: 90_000_000 })
const incomePart = fc
  .record({
    name,
    amount: cents,
    kind: fc.constantFrom('allowance', 'income', 'commission'),
    taxable: fc.boolean(),
    one_off: fc.boolean(),
  })
  .map(
    (line): PayPart => ({
      side: 'income',
      by_days: line.kind === 'allowance',
      line: { id: line.name, ...line } as never,
    }),
  )
const deductionPart = fc
  .record({ name, amount: cents, kind: fc.constantFrom('other', 'pension', 'mortgage interest') })
  .map((line): PayPart => ({ side: 'deduction', before_tax: true, line: { id: 'd', ...line } }))
const day = fc.integer({ min: 1, max: 28 }).map((one) => String(one).padStart(2, '0'))

/** A payslip of any month: part months, consultants, switches, items of the same name. */
const anyPay = fc
  .record({
    month: fc.constantFrom('2022-05', '2023-08', '2024-09', '2024-12', '2026-01', '2026-02'),
    salary: cents,
    items: fc.array(fc.oneof(incomePart, deductionPart), { maxLength: 6 }),
    first: fc.option(day),
    last: fc.option(day),
    consultant: fc.option(fc.record({ vat_registered: fc.boolean(), withhold: fc.boolean() })),
    paye: fc.boolean(),
  })
  .map(({ month, salary: amount, items, first, last, consultant, paye }) => {
    const [from, to] = [first && `${month}-${first}`, last && `${month}-${last}`]
    const terms = {
      from: from && to && from > to ? to : from,
      to: from && to && from > to ? from : to,
      ...(consultant ? { consultant } : {}),
      options: { paye },
    }
    return keptOf([{ side: 'salary', amount }, ...items], terms, month)
  })

test('whatever two months hold, the reasons are the difference to the cent', () => {
  fc.assert(
    fc.property(anyPay, anyPay, (before, after) => {
      const reasons = reasonsFor(before, after, '2026-02')
      const sum = (of: 'gross' | 'net') => reasons.reduce((all, reason) => all + reason[of], 0)
      expect(before.gross + sum('gross')).toBe(after.gross)
      expect(before.net + sum('net')).toBe(after.net)
      expect(reasons.every(({ kind }) => varianceKinds.includes(kind))).toBe(true)
      expect(reasonsFor(before, before, '2026-02')).toEqual([])
    }),
    { numRuns: 500 },
  )
})
