import type { Arrears } from './arrears-kept.ts'
import { benefitParts, type ValuedBenefit } from './benefits.ts'
import { type CostShare, checkCostShares } from './cost-shares.ts'
import { LawError, TooLarge } from './dated.ts'
import { mostCents } from './money.ts'
import type { PensionPaid } from './pension.ts'
import { checkQuarters, type Quarters } from './quarters.ts'
import type { Rounding } from './statutory/health.ts'
import { type NssfAge, nssfAges } from './statutory/nssf.ts'
import type { Cents } from './units.ts'

/** What one month's pay is computed from. Amounts are cents; what is left out is nothing. */
export interface PayInput {
  salary: Cents
  incomes?: readonly IncomeInput[]
  /** Benefits in kind, taxed all or nothing. */
  nonCash?: Cents
  meals?: Cents
  housingBenefit?: Cents
  /** Benefits in kind by name, each with what it counts as (B33). */
  benefits?: readonly ValuedBenefit[]
  /** Houses from the employer, valued with the gains of the month. */
  quarters?: readonly Quarters[]
  /** To a registered scheme, taken from pay. */
  pension?: Cents
  /** To a post-retirement medical fund, taken from pay. */
  medicalFund?: Cents
  /** These two relieve tax and are not taken from pay. */
  mortgageInterest?: Cents
  insurancePremium?: Cents
  otherDeductions?: Cents
  /** Of a correction: paid too much and taken from later pay, so that net is nothing. */
  owed?: Cents
  /** A correction: its amounts are differences to what was paid, and may be below zero. */
  difference?: true
  options?: Partial<PayOptions>
  /** What the month's other payslips of the person rest on and took (B31). */
  earlier?: EarlierPay
  /** Of other months, paid beside this one: no part of its law (B30). */
  arrears?: readonly Arrears[]
  /** The salary is agreed net: what it was worked out from, and no part of the law. */
  agreedNet?: AgreedNet
  /** Schemes: the members' part is in `pension`, the employer's is cost and no part of the law. */
  pensions?: readonly PensionPaid[]
  /** Whose cost it is, and no part of the law. */
  costShares?: readonly CostShare[]
}

export interface AgreedNet {
  net: Cents
  /** Of a whole month. */
  gross: Cents
  /** What that leaves: more than the net where no gross leaves it to the cent. */
  reached: Cents
}

/** The figures of a payslip that the law makes of the whole month. */
export const takenNames = [
  'taxable',
  'income_tax',
  'tax_relief',
  'nhif_relief',
  'housing_relief',
  'paye',
  'nssf',
  'health',
  'housing',
  'withholding_tax',
  'nssf_employer',
  'housing_employer',
  'nita',
] as const
export type TakenName = (typeof takenNames)[number]

/** The payslips of the month that were confirmed before, in their order. */
export interface EarlierPay {
  slips: string[]
  /** The codes of their runs: people know them by these. */
  runs: string[]
  inputs: PayInput[]
  /** Of all of them. */
  taken: Record<TakenName, Cents>
}

export interface IncomeInput {
  amount: Cents
  /** Not taxable: outside every base (reimbursement, per diem). */
  taxable?: boolean
  /** Bonus, leave pay: outside health cover and housing levy. */
  oneOff?: boolean
  /** Taken back for days not worked: below zero, and never more than what it is taken from. */
  absence?: true
  /** Taken back by a correction: as with absence, of what the month's other payslips paid. */
  difference?: true
  /** Due because employment ended: outside NSSF and NITA too. */
  dues?: true
}

export interface PayOptions {
  resident: boolean
  employeeType: 'primary' | 'secondary'
  disability: boolean
  paye: boolean
  personalRelief: boolean
  nssf: boolean
  /** Not the date of birth: what a payslip was made from is kept. */
  nssfAge: NssfAge
  /** False when the second tier goes to a contracted-out scheme. */
  nssfTier2: boolean
  health: boolean
  ahl: boolean
  nita: boolean
  ahlOnIrregular: boolean
  shifOnIrregular: boolean
  nssfOnIrregular: boolean
  shifRounding: Rounding
  /** 'shilling' cuts the cents off, as many P9 cards do. */
  payeRounding: Rounding
}

export const defaults: Readonly<PayOptions> = Object.freeze({
  resident: true,
  employeeType: 'primary',
  disability: false,
  paye: true,
  personalRelief: true,
  nssf: true,
  nssfAge: 'due',
  nssfTier2: true,
  health: true,
  ahl: true,
  nita: true,
  ahlOnIrregular: false,
  shifOnIrregular: false,
  nssfOnIrregular: true,
  shifRounding: 'cent',
  payeRounding: 'cent',
})

const words: Record<string, readonly unknown[]> = {
  employeeType: ['primary', 'secondary'],
  nssfAge: nssfAges,
  shifRounding: ['cent', 'shilling'],
  payeRounding: ['cent', 'shilling'],
}

/** Refuses by name what is unknown, negative, not whole cents or absurd; nothing is ignored. */
export function checkInput(input: PayInput): void {
  if (input.salary === undefined) throw new LawError('The salary is missing.')
  if (input.difference) checkDifference(input)
  else checkPaid(input)
}

function checkPaid(input: PayInput): void {
  // Bulk runs come through here: names are looked at only when their number does not fit.
  const known =
    fits('salary', input.salary) +
    fits('nonCash', input.nonCash) +
    fits('meals', input.meals) +
    fits('housingBenefit', input.housingBenefit) +
    fits('pension', input.pension) +
    fits('medicalFund', input.medicalFund) +
    fits('mortgageInterest', input.mortgageInterest) +
    fits('insurancePremium', input.insurancePremium) +
    fits('otherDeductions', input.otherDeductions) +
    fits('owed', input.owed) +
    (input.incomes === undefined ? 0 : 1) +
    (input.benefits === undefined ? 0 : 1) +
    (input.quarters === undefined ? 0 : 1) +
    (input.options === undefined ? 0 : 1) +
    (input.earlier === undefined ? 0 : 1) +
    (input.arrears === undefined ? 0 : 1) +
    (input.agreedNet === undefined ? 0 : 1) +
    (input.pensions === undefined ? 0 : 1) +
    (input.costShares === undefined ? 0 : 1)
  if (countOf(input) !== known) checkNames(input, parts, "a month's pay")
  if (input.incomes !== undefined) checkIncomes(input.incomes, input.salary)
  checkInKind(input)
  if (input.options !== undefined) checkOptions(input.options)
  if (input.earlier !== undefined) checkEarlier(input.earlier)
  if (input.agreedNet !== undefined) checkAgreedNet(input.agreedNet)
  if (input.pensions !== undefined) checkPensions(input.pensions)
  if (input.costShares !== undefined) checkCostShares(input.costShares)
}

function checkAgreedNet({ net, gross, reached }: AgreedNet): void {
  fits('agreed net', net)
  fits('gross of the agreed net', gross)
  fits('net of that gross', reached)
}

function checkPensions(pensions: readonly PensionPaid[]): void {
  for (const { base, own, employer } of pensions) {
    fits('base of the pension', base)
    fits('pension', own)
    fits("employer's pension", employer)
  }
}

const differing = [
  'salary',
  'pension',
  'medicalFund',
  'mortgageInterest',
  'insurancePremium',
  'otherDeductions',
] as const

/** By itself it may be below zero; with what it corrects it may not, which `payslip` looks at. */
function checkDifference(input: PayInput): void {
  checkNames(input, parts, 'a correction')
  const { incomes = [], owed, options, earlier } = input
  for (const name of differing) fits(name, Math.abs(input[name] ?? 0))
  fits('owed', owed)
  checkIncomes(incomes, null)
  checkInKind(input)
  if (options !== undefined) checkOptions(options)
  if (earlier !== undefined) checkEarlier(earlier)
  if (input.costShares !== undefined) checkCostShares(input.costShares)
}

function checkInKind({ benefits = [], quarters }: PayInput): void {
  for (const { name, part, amount } of benefits) {
    fits(name, amount)
    if (!benefitParts.includes(part)) throw new LawError(`"${part}" is not a part of benefits.`)
  }
  if (quarters !== undefined) checkQuarters(quarters)
}

/** Each is a payslip by itself; what they took may be anything, a refund too. */
function checkEarlier({ inputs, taken }: EarlierPay): void {
  for (const one of inputs) {
    if (one.earlier !== undefined) throw new LawError('An earlier payslip has none before it.')
    checkInput(one)
  }
  for (const name of takenNames) {
    if (!Number.isInteger(taken[name])) throw new LawError(`"${name}" must be whole cents.`)
  }
}

const parts = [
  'salary',
  'incomes',
  'nonCash',
  'meals',
  'housingBenefit',
  'benefits',
  'quarters',
  'pension',
  'medicalFund',
  'mortgageInterest',
  'insurancePremium',
  'otherDeductions',
  'owed',
  'difference',
  'options',
  'earlier',
  'arrears',
  'agreedNet',
  'pensions',
  'costShares',
]

function countOf(given: object): number {
  let count = 0
  for (const _ in given) count += 1
  return count
}

function checkNames(given: object, known: readonly string[], whole: string): void {
  for (const name in given) {
    if (!known.includes(name)) throw new LawError(`"${name}" is not part of ${whole}.`)
  }
}

/** 1 for an amount that is there and right, 0 for none; anything else is refused. */
function fits(name: string, value: number | undefined): 0 | 1 {
  if (value === undefined) return 0
  // False for text and for not-a-number too.
  if (value >= 0 && value <= mostCents && Math.floor(value) === value) return 1
  return refuseAmount(name, value)
}

function refuseAmount(name: string, value: number): never {
  if (!Number.isInteger(value)) throw new LawError(`"${name}" must be whole cents.`)
  if (value < 0) throw new LawError(`"${name}" cannot be negative.`)
  throw new TooLarge(`"${name}" is too large to be a month's pay.`)
}

/** Without a salary: what is taken back is looked at with what it is taken from. */
function checkIncomes(incomes: readonly IncomeInput[], salary: Cents | null): void {
  let taken = false
  for (let index = 0; index < incomes.length; index += 1) {
    const income = incomes[index] as IncomeInput
    const { taxable, oneOff, absence, difference, dues } = income
    const isBack = absence === true || difference === true
    const amount = isBack ? -income.amount : income.amount
    if (!(amount >= 0 && amount <= mostCents && Math.floor(amount) === amount)) {
      refuseAmount(`income ${index + 1}`, amount)
    }
    if (isBack) taken = true
    const named = +(taxable !== undefined) + +(oneOff !== undefined) + +(dues !== undefined)
    const known = 1 + named + +(absence !== undefined) + +(difference !== undefined)
    if (countOf(income) !== known) checkNames(income, incomeParts, 'an income')
  }
  if (taken && salary !== null) refuseOvertaken(incomes, salary)
}

const incomeParts = ['amount', 'taxable', 'oneOff', 'absence', 'difference', 'dues']

/** Nobody is paid less than nothing: not in sum, nor in what any one contribution is taken from. */
function refuseOvertaken(incomes: readonly IncomeInput[], salary: Cents): void {
  const left = { regular: salary, oneOff: 0, untaxed: 0 }
  for (const { amount, taxable, oneOff } of incomes) {
    left[taxable === false ? 'untaxed' : oneOff === true ? 'oneOff' : 'regular'] += amount
  }
  if (Math.min(left.regular, left.oneOff, left.untaxed) < 0) {
    throw new LawError('More is taken back than is paid.')
  }
}

function checkOptions(options: object): void {
  for (const name in options) {
    const value = (options as Record<string, unknown>)[name]
    if (value === undefined) continue
    const usual = (defaults as unknown as Record<string, unknown>)[name]
    if (usual === undefined) throw new LawError(`"${name}" is not an option.`)
    const fits = words[name] ? words[name].includes(value) : typeof value === 'boolean'
    if (!fits) throw new LawError(`"${String(value)}" is not a value of the option "${name}".`)
  }
}
