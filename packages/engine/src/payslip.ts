import type { Month } from './dated.ts'
import { checkInput, defaults, type PayInput } from './input.ts'
import { type Cents, share } from './money.ts'
import { healthOn } from './statutory/health.ts'
import { type Law, lawOf } from './statutory/index.ts'
import { tierOne, tierTwo } from './statutory/nssf.ts'
import { taxOn } from './statutory/paye.ts'
import { reliefOn } from './statutory/reliefs.ts'

/** One month's pay of one person: every figure in cents. `explain` tells how each came about. */
export interface Payslip {
  grossPay: Cents
  regularCash: Cents
  taxableNonCash: Cents
  taxableMeals: Cents
  housingBenefit: Cents
  grossTaxable: Cents
  nssfTier1: Cents
  nssfTier2: Cents
  nssfEmployee: Cents
  nssfEmployer: Cents
  nhif: Cents
  shif: Cents
  ahlEmployee: Cents
  ahlEmployer: Cents
  nitaEmployer: Cents
  pensionDeductible: Cents
  mortgageDeductible: Cents
  prmfDeductible: Cents
  ahlDeductible: Cents
  shifDeductible: Cents
  allowableDeductions: Cents
  disabilityExemption: Cents
  taxablePay: Cents
  taxCharged: Cents
  personalRelief: Cents
  insuranceRelief: Cents
  ahlRelief: Cents
  prmfRelief: Cents
  paye: Cents
  totalDeductions: Cents
  netPay: Cents
  employerCost: Cents
}
export type LineCode = keyof Payslip

/** The one entry: what the law of `month` makes of this pay. */
export function payslip(input: PayInput, month: Month): Payslip {
  checkInput(input)
  return compute(input, lawOf(month))
}

/** The bases that contributions are taken from. */
export function basesOf(input: PayInput) {
  let regular = input.salary
  let oneOff = 0
  let untaxed = 0
  const incomes = input.incomes
  if (incomes !== undefined) {
    for (let index = 0; index < incomes.length; index += 1) {
      const income = incomes[index] as NonNullable<typeof incomes>[number]
      if (income.taxable === false) untaxed += income.amount
      else if (income.oneOff === true) oneOff += income.amount
      else regular += income.amount
    }
  }
  return { regular, oneOff, untaxed }
}

/** In the order of the law, which is itself dated: `law.order` says what comes before tax. */
export function compute(input: PayInput, law: Law): Payslip {
  const options = input.options === undefined ? defaults : { ...defaults, ...input.options }
  const { regular, oneOff, untaxed } = basesOf(input)
  const cash = regular + oneOff
  const grossPay = cash + untaxed

  const nonCash = input.nonCash ?? 0
  const taxableNonCash = nonCash >= law.nonCashFrom ? nonCash : 0
  const taxableMeals = Math.max(0, (input.meals ?? 0) - law.mealsFree)
  const housingBenefit = input.housingBenefit ?? 0
  const grossTaxable = cash + taxableNonCash + taxableMeals + housingBenefit

  const nssfBase = options.nssfOnIrregular ? cash : regular
  const nssfTier1 = options.nssf ? tierOne(law.nssf, nssfBase) : 0
  const nssfTier2 = options.nssf && options.nssfTier2 ? tierTwo(law.nssf, nssfBase) : 0
  const nssfEmployee = nssfTier1 + nssfTier2

  const isShif = law.health.kind === 'shif'
  const healthBase = isShif && !options.shifOnIrregular ? regular : cash
  const health = options.health ? healthOn(law.health, healthBase, options.shifRounding) : 0
  const nhif = isShif ? 0 : health
  const shif = isShif ? health : 0

  const levyBase = options.ahlOnIrregular ? cash : regular
  const ahlEmployee = options.ahl ? share(levyBase, law.housingLevy) : 0
  const nitaEmployer = options.nita && grossPay > 0 ? law.nita : 0

  const pension = input.pension ?? 0
  const medicalFund = input.medicalFund ?? 0
  const { rate, most } = law.pensionLimit
  const pensionDeductible = Math.min(share(cash, rate), nssfEmployee + pension, most)
  const mortgageDeductible = Math.min(input.mortgageInterest ?? 0, law.mortgageLimit)
  const prmfDeductible = Math.min(medicalFund, law.order.medicalFundMost)
  const ahlDeductible = law.order.levyBeforeTax ? ahlEmployee : 0
  const shifDeductible = law.order.healthBeforeTax ? shif : 0
  const allowableDeductions =
    pensionDeductible + mortgageDeductible + prmfDeductible + ahlDeductible + shifDeductible
  const beforeExemption = Math.max(0, grossTaxable - allowableDeductions)
  const disabilityExemption = options.disability
    ? Math.min(law.disabilityExemption, beforeExemption)
    : 0
  const taxablePay = beforeExemption - disabilityExemption

  const secondary = options.employeeType === 'secondary'
  const relieved = options.paye && options.resident && !secondary
  const taxCharged = !options.paye
    ? 0
    : secondary
      ? share(taxablePay, law.secondaryRate)
      : taxOn(taxablePay, law.payeBands)
  const personalRelief = relieved && options.personalRelief ? law.personalRelief : 0
  const premiums = (input.insurancePremium ?? 0) + (law.insuranceRelief.withNhif ? nhif : 0)
  const insuranceRelief = relieved ? reliefOn(law.insuranceRelief, premiums) : 0
  const ahlRelief = relieved ? reliefOn(law.housingRelief, ahlEmployee) : 0
  const prmfRelief = relieved ? reliefOn(law.medicalFundRelief, medicalFund) : 0
  const reliefs = personalRelief + insuranceRelief + ahlRelief + prmfRelief
  const due = Math.max(0, taxCharged - reliefs)
  const paye = options.payeRounding === 'shilling' ? due - (due % 100) : due

  const taken = nssfEmployee + health + ahlEmployee + pension + medicalFund
  const totalDeductions = paye + taken + (input.otherDeductions ?? 0)
  return {
    grossPay,
    regularCash: regular,
    taxableNonCash,
    taxableMeals,
    housingBenefit,
    grossTaxable,
    nssfTier1,
    nssfTier2,
    nssfEmployee,
    nssfEmployer: nssfEmployee,
    nhif,
    shif,
    ahlEmployee,
    ahlEmployer: ahlEmployee,
    nitaEmployer,
    pensionDeductible,
    mortgageDeductible,
    prmfDeductible,
    ahlDeductible,
    shifDeductible,
    allowableDeductions,
    disabilityExemption,
    taxablePay,
    taxCharged,
    personalRelief,
    insuranceRelief,
    ahlRelief,
    prmfRelief,
    paye,
    totalDeductions,
    netPay: grossPay - totalDeductions,
    employerCost: grossPay + nssfEmployee + ahlEmployee + nitaEmployer,
  }
}

/** Was every rule behind this month looked at for it? Later months are computed, and marked. */
export const isChecked = (month: Month): boolean => month <= lawOf(month).checkedUntil
