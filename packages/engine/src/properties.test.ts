import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { benefitParts, type ComputedPay, type PayInput, payslip, stepsToTaxable } from './index.ts'

/** What must hold for any pay in every regime. */

const regimes = [
  '2021-06',
  '2022-06',
  '2023-03',
  '2023-09',
  '2024-01',
  '2024-02',
  '2024-06',
  '2024-10',
  '2024-12',
  '2025-06',
  '2026-06',
]
const cents = (most: number) => fc.integer({ min: 0, max: most })
const income = fc.record({
  amount: cents(200_000_00),
  taxable: fc.boolean(),
  oneOff: fc.boolean(),
})
const options = fc.record(
  {
    resident: fc.boolean(),
    employeeType: fc.constantFrom('primary' as const, 'secondary' as const),
    disability: fc.boolean(),
    paye: fc.boolean(),
    nssf: fc.boolean(),
    nssfTier2: fc.boolean(),
    health: fc.boolean(),
    ahl: fc.boolean(),
    nita: fc.boolean(),
    shifRounding: fc.constantFrom('cent' as const, 'shilling' as const),
    payeRounding: fc.constantFrom('cent' as const, 'shilling' as const),
  },
  { requiredKeys: [] },
)
const benefit = fc.record({
  name: fc.constant('Benefit'),
  part: fc.constantFrom(...benefitParts),
  amount: cents(20_000_00),
  working: fc.constant(''),
})
const house = fc
  .record({
    occupant: fc.constantFrom('employee' as const, 'director' as const, 'farm' as const),
    house: fc.constantFrom('own' as const, 'rented' as const, 'connected' as const),
    rent: fc.integer({ min: 1, max: 90_000_00 }),
    market: fc.integer({ min: 1, max: 90_000_00 }),
    recovered: cents(30_000_00),
    lived: fc.integer({ min: 0, max: 30 }),
  })
  .map(({ lived, ...given }) => ({ ...given, part: { lived, employed: 30, of: 30 } }))
const anyPay = fc.record(
  {
    salary: cents(2_000_000_00),
    incomes: fc.array(income, { maxLength: 4 }),
    nonCash: cents(20_000_00),
    meals: cents(20_000_00),
    housingBenefit: cents(50_000_00),
    benefits: fc.array(benefit, { maxLength: 3 }),
    quarters: fc.array(house, { maxLength: 2 }),
    pension: cents(60_000_00),
    medicalFund: cents(30_000_00),
    mortgageInterest: cents(60_000_00),
    insurancePremium: cents(60_000_00),
    otherDeductions: cents(50_000_00),
    options,
  },
  { requiredKeys: ['salary'] },
) as fc.Arbitrary<PayInput>
const month = fc.constantFrom(...regimes)
const runs = { numRuns: 2_000 }

function addsUp(input: PayInput, slip: ComputedPay) {
  const taken = (input.pension ?? 0) + (input.medicalFund ?? 0) + (input.otherDeductions ?? 0)
  const statutory = slip.paye + slip.nssfEmployee + slip.nhif + slip.shif + slip.ahlEmployee
  expect(slip.totalDeductions).toBe(statutory + taken)
  expect(slip.netPay).toBe(slip.grossPay - slip.totalDeductions)
  expect(slip.nssfEmployee).toBe(slip.nssfTier1 + slip.nssfTier2)
  expect(slip.allowableDeductions).toBe(
    slip.pensionDeductible +
      slip.mortgageDeductible +
      slip.prmfDeductible +
      slip.ahlDeductible +
      slip.shifDeductible,
  )
  expect(slip.employerCost).toBe(
    slip.grossPay + slip.nssfEmployer + slip.ahlEmployer + slip.nitaEmployer,
  )
}

describe('for any pay, in every regime', () => {
  test('what is shown adds up, in whole cents', () => {
    fc.assert(
      fc.property(anyPay, month, (input, when) => {
        const slip = payslip(input, when)
        addsUp(input, slip)
        for (const amount of Object.values(slip)) expect(Number.isInteger(amount)).toBe(true)
      }),
      runs,
    )
  })
  test('the steps from gross to taxable pay add up to it', () => {
    fc.assert(
      fc.property(anyPay, month, (input, when) => {
        const sum = stepsToTaxable(input, when).reduce((total, { amount }) => total + amount, 0)
        expect(Math.max(0, sum)).toBe(payslip(input, when).taxablePay)
      }),
      runs,
    )
  })
  test('no line but net pay is negative, and no relief exceeds its cap', () => {
    fc.assert(
      fc.property(anyPay, month, (input, when) => {
        const { netPay: _, ...slip } = payslip(input, when)
        for (const amount of Object.values(slip)) expect(amount).toBeGreaterThanOrEqual(0)
        expect(slip.insuranceRelief).toBeLessThanOrEqual(5_000_00)
        expect(slip.prmfRelief).toBeLessThanOrEqual(5_000_00)
        expect(slip.ahlRelief).toBeLessThanOrEqual(9_000_00)
      }),
      runs,
    )
  })
  test('tax before reliefs never falls as taxable pay rises', () => {
    fc.assert(
      fc.property(anyPay, month, cents(100_000_00), (input, when, more) => {
        const [low, high] = [
          payslip(input, when),
          payslip({ ...input, salary: input.salary + more }, when),
        ]
        fc.pre(high.taxablePay >= low.taxablePay)
        expect(high.taxCharged).toBeGreaterThanOrEqual(low.taxCharged)
      }),
      runs,
    )
  })
  test.each(['pension', 'medicalFund', 'otherDeductions'] as const)(
    'adding %s, which is taken from pay, never raises net',
    (name) => {
      fc.assert(
        fc.property(anyPay, month, cents(80_000_00), (given, when, more) => {
          // Where PAYE is cut to whole shillings, the cut may give back up to 99 cents.
          const options = { ...given.options, payeRounding: 'cent' as const }
          const input = { ...given, options }
          const before = payslip(input, when).netPay
          const after = payslip({ ...input, [name]: (input[name] ?? 0) + more }, when).netPay
          expect(after).toBeLessThanOrEqual(before)
        }),
        runs,
      )
    },
  )
  test('the order of incomes does not matter', () => {
    fc.assert(
      fc.property(anyPay, month, (input, when) => {
        const turned = { ...input, incomes: [...(input.incomes ?? [])].reverse() }
        expect(payslip(turned, when)).toEqual(payslip(input, when))
      }),
      runs,
    )
  })
  test('switching a deduction off never leaves it on the payslip', () => {
    fc.assert(
      fc.property(anyPay, month, (input, when) => {
        const none = { paye: false, nssf: false, health: false, ahl: false, nita: false }
        const slip = payslip({ ...input, options: { ...input.options, ...none } }, when)
        const { paye, nssfEmployee, nhif, shif, ahlEmployee, nitaEmployer } = slip
        expect([paye, nssfEmployee, nhif, shif, ahlEmployee, nitaEmployer]).toEqual([
          0, 0, 0, 0, 0, 0,
        ])
      }),
      runs,
    )
  })
})
