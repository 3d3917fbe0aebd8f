import { benefitSums } from './benefits.ts'
import type { Month } from './dated.ts'
import {
  checkInput,
  defaults,
  type EarlierPay,
  type PayInput,
  type PayOptions,
  type TakenName,
} from './input.ts'
import { share } from './money.ts'
import { monthSoFar, together } from './month-to-date.ts'
import { pensionCost } from './pension.ts'
import { valueQuarters } from './quarters.ts'
import { healthOn } from './statutory/health.ts'
import { type Law, lawOf } from './statutory/index.ts'
import { tierOne, tierTwo } from './statutory/nssf.ts'
import { taxOn } from './statutory/paye.ts'
import { reliefOn } from './statutory/reliefs.ts'
import type { Cents } from './units.ts'

/** One month's pay of one person: every figure in cents. `explain` tells how each came about. */
export interface ComputedPay {
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
export type LineCode = keyof ComputedPay

/** The one entry: what the law of `month` makes of this pay. */
export function payslip(input: PayInput, month: Month): ComputedPay {
  checkInput(input)
  // A correction may be below zero; with what it corrects nobody is paid less than nothing.
  if (input.difference) checkInput(monthSoFar(input))
  return compute(input, lawOf(month))
}

/** The bases that contributions are taken from. */
export function basesOf(input: PayInput) {
  let regular = input.salary
  let oneOff = 0
  let untaxed = 0
  let taxedDues = 0
  let dues = 0
  const incomes = input.incomes
  if (incomes !== undefined) {
    for (let index = 0; index < incomes.length; index += 1) {
      const income = incomes[index] as NonNullable<typeof incomes>[number]
      if (income.taxable === false) untaxed += income.amount
      else if (income.oneOff === true) oneOff += income.amount
      else regular += income.amount
      if (income.dues !== true) continue
      dues += income.amount
      if (income.taxable !== false) taxedDues += income.amount
    }
  }
  return { regular, oneOff, untaxed, taxedDues, dues }
}

/**
 * Contributions first, then what comes off before tax, then tax and reliefs. Which contribution
 * comes before tax is itself dated: `law.order` says it. The parts fill one object in turn, so that
 * a bulk run makes no other.
 */
export function compute(input: PayInput, law: Law): ComputedPay {
  if (input.earlier === undefined) return computeAlone(input, law)
  const { earlier } = input
  const before = computeAlone(together(earlier.inputs), law)
  return lessTaken(computeAlone(monthSoFar(input), law), before, earlier, {
    agreed: agreedIn(input),
    pension: pensionCost(input),
    health: law.health.kind,
  })
}

/** The figures that payslips keep of what the law took, by the line that each is. */
const lineOf: Record<Exclude<TakenName, 'health' | 'nhif_relief' | 'withholding_tax'>, LineCode> = {
  taxable: 'taxablePay',
  income_tax: 'taxCharged',
  tax_relief: 'personalRelief',
  housing_relief: 'ahlRelief',
  paye: 'paye',
  nssf: 'nssfEmployee',
  housing: 'ahlEmployee',
  nssf_employer: 'nssfEmployer',
  housing_employer: 'ahlEmployer',
  nita: 'nitaEmployer',
}

/** Of this payslip alone, whatever the month has beside it. */
interface Own {
  agreed: Cents
  pension: Cents
  health: 'nhif' | 'shif'
}

/** Gross pay, and what the law has the employer add. */
const onTopOf = ({ grossPay, nssfEmployer, ahlEmployer, nitaEmployer }: ComputedPay) =>
  grossPay + nssfEmployer + ahlEmployer + nitaEmployer

/**
 * The share of this payslip in what is `due` on the month so far. `before` is due on the others by
 * itself: it tells apart what payslips do not keep, and what they keep is counted as it was taken.
 */
function lessTaken(
  due: ComputedPay,
  before: ComputedPay,
  { taken }: EarlierPay,
  { agreed, pension, health: name }: Own,
): ComputedPay {
  const slip = { ...due }
  for (const code of Object.keys(due) as LineCode[]) slip[code] = due[code] - before[code]
  for (const [name, line] of Object.entries(lineOf)) {
    slip[line] = due[line] - taken[name as keyof typeof lineOf]
  }
  slip.insuranceRelief = due.insuranceRelief + due.prmfRelief - taken.nhif_relief - slip.prmfRelief
  slip[name] = due[name] - taken.health
  slip.totalDeductions = slip.paye + slip.nssfEmployee + slip[name] + slip.ahlEmployee + agreed
  slip.netPay = slip.grossPay - slip.totalDeductions
  slip.employerCost = onTopOf(slip) + pension
  return slip
}

/** What is taken by agreement, and not by law. */
const agreedIn = ({ pension = 0, medicalFund = 0, otherDeductions = 0, owed = 0 }: PayInput) =>
  pension + medicalFund + otherDeductions - owed

function computeAlone(input: PayInput, law: Law): ComputedPay {
  const options = input.options === undefined ? defaults : { ...defaults, ...input.options }
  const { regular, oneOff, untaxed, taxedDues, dues } = basesOf(input)
  const slip = blank(regular, regular + oneOff + untaxed)
  addBenefits(slip, input, law, regular + oneOff)
  addContributions(slip, options, law, { regular, cash: regular + oneOff, taxedDues, dues })
  addDeductions(slip, input, options, law, regular + oneOff)
  addTax(slip, input, options, law)
  const health = slip.nhif + slip.shif
  const taken = slip.nssfEmployee + health + slip.ahlEmployee
  slip.totalDeductions = slip.paye + taken + agreedIn(input)
  slip.netPay = slip.grossPay - slip.totalDeductions
  slip.employerCost = onTopOf(slip) + pensionCost(input)
  return slip
}

function blank(regularCash: Cents, grossPay: Cents): ComputedPay {
  return {
    grossPay,
    regularCash,
    taxableNonCash: 0,
    taxableMeals: 0,
    housingBenefit: 0,
    grossTaxable: 0,
    nssfTier1: 0,
    nssfTier2: 0,
    nssfEmployee: 0,
    nssfEmployer: 0,
    nhif: 0,
    shif: 0,
    ahlEmployee: 0,
    ahlEmployer: 0,
    nitaEmployer: 0,
    pensionDeductible: 0,
    mortgageDeductible: 0,
    prmfDeductible: 0,
    ahlDeductible: 0,
    shifDeductible: 0,
    allowableDeductions: 0,
    disabilityExemption: 0,
    taxablePay: 0,
    taxCharged: 0,
    personalRelief: 0,
    insuranceRelief: 0,
    ahlRelief: 0,
    prmfRelief: 0,
    paye: 0,
    totalDeductions: 0,
    netPay: 0,
    employerCost: 0,
  }
}

function addBenefits(slip: ComputedPay, input: PayInput, law: Law, cash: Cents): void {
  let nonCash = input.nonCash ?? 0
  let meals = input.meals ?? 0
  let whole = 0
  if (input.benefits !== undefined) {
    const sums = benefitSums(input.benefits)
    nonCash += sums.nonCash
    meals += sums.meals
    whole = sums.car + sums.atCost
  }
  slip.taxableNonCash = whole + (nonCash >= law.nonCashFrom ? nonCash : 0)
  slip.taxableMeals = Math.max(0, meals - law.mealsFree)
  slip.housingBenefit = input.housingBenefit ?? 0
  if (input.quarters !== undefined) {
    const gains = cash + slip.taxableNonCash + slip.taxableMeals
    slip.housingBenefit += valueQuarters(input.quarters, gains, law.quarters)
  }
  slip.grossTaxable = cash + slip.taxableNonCash + slip.taxableMeals + slip.housingBenefit
}

function addContributions(
  slip: ComputedPay,
  options: PayOptions,
  law: Law,
  { regular, cash, taxedDues, dues }: Record<'regular' | 'cash' | 'taxedDues' | 'dues', Cents>,
): void {
  if (options.nssf && options.nssfAge === 'due') {
    const base = options.nssfOnIrregular ? cash - taxedDues : regular
    slip.nssfTier1 = tierOne(law.nssf, base)
    slip.nssfTier2 = options.nssfTier2 ? tierTwo(law.nssf, base) : 0
    slip.nssfEmployee = slip.nssfTier1 + slip.nssfTier2
    slip.nssfEmployer = slip.nssfEmployee
  }
  if (options.health) {
    if (law.health.kind === 'shif') {
      const base = options.shifOnIrregular ? cash : regular
      slip.shif = healthOn(law.health, base, options.shifRounding)
    } else {
      slip.nhif = healthOn(law.health, cash, options.shifRounding)
    }
  }
  if (options.ahl) {
    slip.ahlEmployee = share(options.ahlOnIrregular ? cash : regular, law.housingLevy)
    slip.ahlEmployer = slip.ahlEmployee
  }
  if (options.nita && slip.grossPay > dues) slip.nitaEmployer = law.nita
}

function addDeductions(
  slip: ComputedPay,
  input: PayInput,
  options: PayOptions,
  law: Law,
  cash: Cents,
): void {
  const { rate, most } = law.pensionLimit
  const actual = slip.nssfEmployee + (input.pension ?? 0)
  slip.pensionDeductible = Math.min(share(cash, rate), actual, most)
  slip.mortgageDeductible = Math.min(input.mortgageInterest ?? 0, law.mortgageLimit)
  slip.prmfDeductible = Math.min(input.medicalFund ?? 0, law.order.medicalFundMost)
  slip.ahlDeductible = law.order.levyBeforeTax ? slip.ahlEmployee : 0
  slip.shifDeductible = law.order.healthBeforeTax ? slip.shif : 0
  slip.allowableDeductions =
    slip.pensionDeductible +
    slip.mortgageDeductible +
    slip.prmfDeductible +
    slip.ahlDeductible +
    slip.shifDeductible
  const left = Math.max(0, slip.grossTaxable - slip.allowableDeductions)
  slip.disabilityExemption = options.disability ? Math.min(law.disabilityExemption, left) : 0
  slip.taxablePay = left - slip.disabilityExemption
}

function addTax(slip: ComputedPay, input: PayInput, options: PayOptions, law: Law): void {
  if (!options.paye) return
  const secondary = options.employeeType === 'secondary'
  slip.taxCharged = secondary
    ? share(slip.taxablePay, law.secondaryRate)
    : taxOn(slip.taxablePay, law.payeBands)
  if (options.resident && !secondary) {
    const premiums = (input.insurancePremium ?? 0) + (law.insuranceRelief.withNhif ? slip.nhif : 0)
    slip.personalRelief = options.personalRelief ? law.personalRelief : 0
    slip.insuranceRelief = reliefOn(law.insuranceRelief, premiums)
    slip.ahlRelief = reliefOn(law.housingRelief, slip.ahlEmployee)
    slip.prmfRelief = reliefOn(law.medicalFundRelief, input.medicalFund ?? 0)
  }
  const reliefs = slip.personalRelief + slip.insuranceRelief + slip.ahlRelief + slip.prmfRelief
  const due = Math.max(0, slip.taxCharged - reliefs)
  slip.paye = options.payeRounding === 'shilling' ? due - (due % 100) : due
}

/** Has every rule been checked for this month? Later months are computed, but marked. */
export const isChecked = (month: Month): boolean => month <= lawOf(month).checkedUntil
