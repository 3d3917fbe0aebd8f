import type { ComputedPay, PayInput } from '../packages/engine/src/index.ts'

/**
 * The arithmetic of November 2026 written out bare: no dates, no options, no checks, the figures
 * as numbers in the code. It takes the same input and returns the same object with the same lines:
 * what the engine's speed is measured against.
 */
const half = (value: number) => Math.floor((2 * value + 10_000) / 20_000)

function taxOn(pay: number): number {
  if (pay <= 24_000_00) return half(pay * 1000)
  if (pay <= 32_333_00) return half(24_000_00 * 1000 + (pay - 24_000_00) * 2500)
  const low = 24_000_00 * 1000 + 8_333_00 * 2500
  if (pay <= 500_000_00) return half(low + (pay - 32_333_00) * 3000)
  const middle = low + 467_667_00 * 3000
  if (pay <= 800_000_00) return half(middle + (pay - 500_000_00) * 3250)
  return half(middle + 300_000_00 * 3250 + (pay - 800_000_00) * 3500)
}

export function barePayslip(input: PayInput): ComputedPay {
  let regular = input.salary
  let bonus = 0
  for (const { amount, oneOff } of input.incomes ?? []) {
    if (oneOff) bonus += amount
    else regular += amount
  }
  const pension = input.pension ?? 0
  const otherDeductions = input.otherDeductions ?? 0
  const cash = regular + bonus
  const nssfTier1 = half(Math.min(cash, 9_000_00) * 600)
  const nssfTier2 = cash <= 9_000_00 ? 0 : half((Math.min(cash, 108_000_00) - 9_000_00) * 600)
  const nssf = nssfTier1 + nssfTier2
  const shif = regular <= 0 ? 0 : Math.max(half(regular * 275), 300_00)
  const levy = half(regular * 150)
  const nita = cash > 0 ? 50_00 : 0
  const pensionDeductible = Math.min(half(cash * 3000), nssf + pension, 30_000_00)
  const allowableDeductions = pensionDeductible + levy + shif
  const taxablePay = Math.max(0, cash - allowableDeductions)
  const taxCharged = taxOn(taxablePay)
  const paye = Math.max(0, taxCharged - 2_400_00)
  const totalDeductions = paye + nssf + shif + levy + pension + otherDeductions
  return {
    grossPay: cash,
    regularCash: regular,
    taxableNonCash: 0,
    taxableMeals: 0,
    housingBenefit: 0,
    grossTaxable: cash,
    nssfTier1,
    nssfTier2,
    nssfEmployee: nssf,
    nssfEmployer: nssf,
    nhif: 0,
    shif,
    ahlEmployee: levy,
    ahlEmployer: levy,
    nitaEmployer: nita,
    pensionDeductible,
    mortgageDeductible: 0,
    prmfDeductible: 0,
    ahlDeductible: levy,
    shifDeductible: shif,
    allowableDeductions,
    disabilityExemption: 0,
    taxablePay,
    taxCharged,
    personalRelief: 2_400_00,
    insuranceRelief: 0,
    ahlRelief: 0,
    prmfRelief: 0,
    paye,
    totalDeductions,
    netPay: cash - totalDeductions,
    employerCost: cash + nssf + levy + nita,
  }
}
