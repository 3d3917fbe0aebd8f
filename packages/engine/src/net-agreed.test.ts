import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrearsNet, arrearsOf, type PaidMonth } from './arrears.ts'
import { takenNames } from './input.ts'
import { monthPay, type PayPart, type PayTerms } from './month-pay.ts'
import { explainPay } from './month-working.ts'
import { agreedNet, netOfSalary } from './net-agreed.ts'
import { payslip } from './payslip.ts'

const net = 80_000_00

describe('the gross of an agreed net', () => {
  // Each can be followed by hand: gross less NSSF, health cover, levy and PAYE is 80,000.00.
  test.each([
    // 106,033.36 − 200 is taxed: 26,533.36 less 2,400 relief and no more.
    ['2021-06', { gross: 106_033_36, nssf: 200_00, health: 1_700_00, levy: 0, paye: 24_133_36 }],
    ['2023-12', { gross: 108_882_26, nssf: 1_080_00, health: 1_700_00, levy: 1_633_23 }],
    ['2024-09', { gross: 109_625_83, nssf: 2_160_00, health: 1_700_00, levy: 1_644_39 }],
    // SHIF for NHIF; it and the levy are taxed.
    ['2024-11', { gross: 112_005_08, nssf: 2_160_00, health: 3_080_14, levy: 1_680_08 }],
    // Both come before tax.
    ['2025-01', { gross: 110_250_43, nssf: 2_160_00, health: 3_031_89, levy: 1_653_76 }],
    // From here on the taxable pay is the same: only NSSF moves, and what hangs on the gross.
    ['2025-02', { gross: 112_506_29, nssf: 4_320_00, health: 3_093_92, levy: 1_687_59 }],
    ['2026-02', { gross: 114_762_17, nssf: 6_480_00, health: 3_155_96, levy: 1_721_43 }],
  ])('80,000 in %s', (month, line) => {
    const found = agreedNet(net, undefined, month)
    expect(found).toEqual({ net, gross: line.gross, reached: net })
    const slip = payslip({ salary: found.gross }, month)
    const { nssfEmployee: nssf, nhif, shif, ahlEmployee: levy, paye, netPay } = slip
    expect({ nssf, health: nhif + shif, levy, netPay }).toEqual({
      ...{ nssf: line.nssf, health: line.health, levy: line.levy, netPay: net },
    })
    expect(nssf + nhif + shif + levy + paye + net).toBe(found.gross)
  })

  const months = Array.from({ length: 71 }, (_, at) => {
    return `${2021 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
  const options = fc.constantFrom(
    ...[undefined, { resident: false }, { employeeType: 'secondary' } as const],
    ...[{ disability: true }, { nssf: false, ahl: false }, { paye: false }, { health: false }],
    ...[{ nssfTier2: false }, { nssfAge: 'past' } as const],
  )
  test('leaves that net, to the cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 300_00, max: 2_000_000_00 }),
        fc.constantFrom(...months),
        options,
        (wanted, month, taxed) => {
          const found = agreedNet(wanted, taxed, month)
          expect(found).toEqual({ net: wanted, gross: found.gross, reached: wanted })
          expect(netOfSalary(found.gross, taxed, month)).toBe(wanted)
        },
      ),
      { numRuns: 2_000 },
    )
  })
  // So no net is jumped over on the way up: each is reached by some gross, whatever is rounded.
  test('a cent more of gross is never more than a cent more of net', () => {
    const rounding = fc.constantFrom('cent', 'shilling' as const)
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 500_000_00 }),
        fc.constantFrom(...months),
        options,
        fc.tuple(rounding, rounding),
        (salary, month, taxed, [payeRounding, shifRounding]) => {
          const by = { ...taxed, payeRounding, shifRounding } as const
          const more = netOfSalary(salary + 1, by, month) - netOfSalary(salary, by, month)
          expect(more).toBeLessThanOrEqual(1)
          const wanted = netOfSalary(salary, by, month)
          if (wanted > 0) expect(agreedNet(wanted, by, month).reached).toBe(wanted)
        },
      ),
      { numRuns: 1_000 },
    )
  })
  test('whoever is exempt from everything is paid the net', () => {
    const free = { paye: false, nssf: false, health: false, ahl: false }
    expect(agreedNet(net, free, '2026-06')).toEqual({ net, gross: net, reached: net })
  })
  test.each([0, -1, 0.5, Number.NaN, 9e15])('%s is refused', (wanted) => {
    expect(() => agreedNet(wanted, undefined, '2026-06')).toThrow(/net/)
  })
})

describe("a month's pay", () => {
  const parts: PayPart[] = [
    { side: 'salary', amount: 103_000_00 },
    { side: 'agreed net', net },
  ]
  const told = (pay: ReturnType<typeof monthPay>, month: string) =>
    explainPay({ ...pay, ...pay.figures }, month).find(({ code }) => code === 'salary')
  test('keeps the net while the law moves', () => {
    for (const month of ['2024-11', '2025-01', '2025-02', '2026-02']) {
      expect(monthPay(parts, {}, month).figures.net).toBe(net)
    }
    const pay = monthPay(parts, {}, '2025-03')
    expect(pay.input.agreedNet).toEqual({ net, gross: 112_506_29, reached: net })
    expect(told(pay, '2025-03')?.because.working).toBe(
      'Agreed net 80,000; gross by the law of March 2025',
    )
  })
  test('part of a month is a share of the gross, and so are days not worked', () => {
    const pay = monthPay(parts, { from: '2025-03-17' }, '2025-03')
    expect(pay.figures.salary).toBe(Math.round((112_506_29 * 15) / 31))
    expect(told(pay, '2025-03')?.because.working).toBe(
      'Agreed net 80,000; gross 112,506.29 by the law of March 2025, for 15 of 31 days of the month',
    )
    const absent = monthPay([...parts, { side: 'absence', days: 2 }], {}, '2025-03')
    expect(absent.incomes[0]?.amount).toBe(-Math.round((112_506_29 * 2) / 31))
  })
  test('an age past NSSF is counted in, and what else is paid comes on top', () => {
    const old: PayTerms = { born: '1960-01-01' }
    expect(monthPay(parts, old, '2025-03').figures).toMatchObject({ net, nssf: 0 })
    const line = { id: 'a', name: 'House', kind: 'allowance', taxable: true } as const
    const more: PayPart = { side: 'income', line: { ...line, one_off: false, amount: 10_000_00 } }
    const pay = monthPay([...parts, more], {}, '2025-03')
    expect(pay.figures.salary).toBe(112_506_29)
    expect(pay.figures.net).toBeGreaterThan(net)
  })
  test('a law that jumps over the net would be told with what it leaves', () => {
    const pay = monthPay(parts, {}, '2025-03')
    const input = { ...pay.input, agreedNet: { net, gross: 112_506_29, reached: net + 5 } }
    expect(told({ ...pay, input }, '2025-03')?.because.working).toBe(
      'Agreed net 80,000; gross by the law of March 2025, the least that leaves it: 80,000.05',
    )
  })
  test('a fee is not agreed net', () => {
    const consultant = { vat_registered: false, withhold: true }
    expect(() => monthPay(parts, { consultant }, '2025-03')).toThrow(/consultant/)
  })
})

describe('arrears', () => {
  const month = '2025-01'
  const slipOf = (parts: PayPart[], days?: PayTerms): PaidMonth => {
    const { input, incomes, figures } = monthPay(parts, days ?? {}, month)
    const slip = { id: 'a', run: 'PR-1', extra: false, input, incomes }
    const taken = Object.fromEntries(takenNames.map((name) => [name, figures[name]]))
    return {
      ...{ month, slips: [{ ...slip, days: figures.days, days_of: figures.days_of }] },
      ...{ taken: taken as PaidMonth['taken'], paid: [], agreed: [103_000_00], salary: 0 },
    }
  }
  const byNet = (wanted: number) => agreedNet(wanted, undefined, month).gross
  test('from one net to another is the difference of the two, in hand', () => {
    const paid = slipOf([{ side: 'agreed net', net }])
    const found = arrearsOf({ ...paid, salary: byNet(90_000_00) })
    expect(found && arrearsNet([found])).toBe(10_000_00)
    expect(arrearsOf({ ...paid, salary: byNet(net) })).toBeUndefined()
  })
  test('from a gross to a net', () => {
    const paid = slipOf([{ side: 'salary', amount: 103_000_00 }])
    const found = arrearsOf({ ...paid, salary: byNet(net) })
    expect(found && arrearsNet([found])).toBe(net - netOfSalary(103_000_00, undefined, month))
  })
  test('of part of a month what it was made from is known, whatever else was agreed', () => {
    const paid = slipOf([{ side: 'agreed net', net }], { from: '2025-01-20' })
    expect(arrearsOf({ ...paid, salary: byNet(net) })).toBeUndefined()
    const found = arrearsOf({ ...paid, salary: byNet(90_000_00) })
    const share = (gross: number) => Math.round((gross * 12) / 31)
    expect(found?.pay[0]?.amount).toBe(share(byNet(90_000_00)) - share(byNet(net)))
  })
})
