import { monthAndYear } from '@mshahara/contract/months'
import { commission } from '@mshahara/engine/commission'
import { consultantPay, withheld } from '@mshahara/engine/consultant'
import { LawError } from '@mshahara/engine/dated'
import type { Income, PayInput } from '@mshahara/engine/input'
import { payslip } from '@mshahara/engine/payslip'
import { employedDays, type PartMonth, prorate } from '@mshahara/engine/proration'
import { lawOf } from '@mshahara/engine/statutory/index'
import type { Item, Source } from './source.ts'

/** From what is known of a person in a month to every figure of the payslip. Pure; whole cents. */

export type IncomeKind = 'allowance' | 'income' | 'commission' | 'vat'

export interface IncomeLine {
  id: string
  name: string
  amount: number
  kind: IncomeKind
  taxable: boolean
  one_off: boolean
  /** Of an allowance, for the returns. */
  type?: string
  /** How it came about, where that is not plain. */
  working?: string
}

export interface DeductionLine {
  /** The code of a statutory deduction, or the item's own id. */
  id: string
  name: string
  amount: number
  kind: string
}

/** The amounts of a payslip, which are also the names of their columns. */
export const moneyNames = [
  'salary',
  'gross',
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
  'other_deductions',
  'total_deductions',
  'net',
  'nssf_employer',
  'housing_employer',
  'nita',
] as const
export type Money = Record<(typeof moneyNames)[number], number>

export interface Figures extends Money {
  days: number
  days_of: number
}

export interface Computed {
  figures: Figures
  incomes: IncomeLine[]
  deductions: DeductionLine[]
  /** What the engine was given: `explain` makes the working from it again. */
  input: PayInput
}

/** What a payslip can hold: the columns end here. */
const mostCents = 10 ** 14 - 1
const tooMuch = "An amount, or the sum of several, is too large to be a month's pay."

/** One person's impossible figures are that person's affair: a sentence, and the others go on. */
export function computeOrTell(source: Source, month: string): Computed | { fault: string } {
  try {
    const computed = compute(source, month)
    const fits = moneyNames.every((name) => Math.abs(computed.figures[name]) <= mostCents)
    return fits ? computed : { fault: tooMuch }
  } catch (error) {
    if (!(error instanceof LawError)) {
      return { fault: 'The figures do not fit together. Please contact support.' }
    }
    return { fault: error.message.includes('too large') ? tooMuch : error.message }
  }
}

const cents = (shillings: number | null) => Math.round((shillings ?? 0) * 100)

export function compute(source: Source, month: string): Computed {
  const { person } = source
  const part = employedDays(month, person.employment_date, person.termination_date)
  const pay = prorate(cents(source.salary), part)
  const consultant = person.tos === 'Consultant'
  const { fee, vat } = consultant
    ? consultantPay(pay, month, { vatRegistered: person.vat_registered, withhold: false })
    : { fee: pay, vat: 0 }
  const incomes = incomesOf(source, month, part, vat)
  const input = inputOf(source, month, fee, incomes)
  const slip = payslip(input, month)
  // Whoever pays PAYE is taxed as an employee, and nothing is withheld on top.
  const withholds = consultant && source.settings.withhold && !source.switches.paye
  const withholding_tax = withholds ? withheld(taxableOf(fee, incomes), month) : 0
  const own = ownDeductions(source)
  const health = slip.nhif + slip.shif
  const statutory = { ...slip, health, withholding_tax }
  const deductions = [...statutoryLines(statutory, month), ...own]
  const total_deductions = deductions.reduce((sum, { amount }) => sum + amount, 0)
  const other_deductions = own.reduce((sum, { amount }) => sum + amount, 0)
  return {
    incomes,
    deductions,
    input,
    figures: {
      days: part.days,
      days_of: part.of,
      salary: fee,
      gross: slip.grossPay,
      taxable: slip.taxablePay,
      income_tax: slip.taxCharged,
      tax_relief: slip.personalRelief,
      nhif_relief: slip.insuranceRelief + slip.prmfRelief,
      housing_relief: slip.ahlRelief,
      paye: slip.paye,
      nssf: slip.nssfEmployee,
      health,
      housing: slip.ahlEmployee,
      withholding_tax,
      other_deductions,
      total_deductions,
      net: slip.grossPay - total_deductions,
      nssf_employer: slip.nssfEmployer,
      housing_employer: slip.ahlEmployer,
      nita: slip.nitaEmployer,
    },
  }
}

const taxableOf = (fee: number, incomes: IncomeLine[]) =>
  incomes.reduce((sum, { taxable, amount }) => (taxable ? sum + amount : sum), fee)

/** Salary and allowances follow the days employed (B9); what is agreed for the month does not. */
function incomesOf(source: Source, month: string, part: PartMonth, vat: number): IncomeLine[] {
  const lines: IncomeLine[] = []
  for (const { id, name, amount, taxable, type } of source.allowances ?? []) {
    const paid = prorate(cents(amount), part)
    lines.push({ id, name, amount: paid, kind: 'allowance', taxable, one_off: false, type })
  }
  for (const { id, name, amount, taxable, one_off } of source.incomes ?? []) {
    lines.push({ id, name, amount: cents(amount), kind: 'income', taxable, one_off })
  }
  for (const revenue of source.revenues ?? []) lines.push(commissionLine(revenue, month))
  if (vat > 0) {
    const line = { id: 'vat', name: 'VAT', kind: 'vat', taxable: false, one_off: false } as const
    lines.push({ ...line, amount: vat })
  }
  return lines.filter(({ amount }) => amount > 0)
}

/** A share of what was sold above the target (B11); that of an earlier month is named after it. */
function commissionLine(
  revenue: NonNullable<Source['revenues']>[number],
  month: string,
): IncomeLine {
  const { id, period, amount, target, rate } = revenue
  const paid = commission(cents(amount), cents(target), Math.round(rate * 100))
  const { month: name, year } = monthAndYear(period)
  const label = revenue.name || 'Commission'
  return {
    id,
    name: period === month ? label : `${label} (${name} ${year})`,
    amount: paid,
    kind: 'commission',
    taxable: true,
    one_off: false,
    working: `(${amount} − ${target}) × ${rate}% for ${name} ${year}`,
  }
}

function inputOf(source: Source, month: string, fee: number, incomes: IncomeLine[]): PayInput {
  const { person, switches, settings } = source
  const sum = (kind: string, wanted: (item: Item) => boolean = () => true) =>
    (source.deductions ?? []).reduce(
      (total, item) => (item.kind === kind && wanted(item) ? total + cents(item.amount) : total),
      0,
    )
  const reduces = ({ taxable }: Item) => taxable
  const expiry = person.disability_certificate_expiry
  return {
    salary: fee,
    incomes: incomes.map(
      ({ amount, taxable, one_off }): Income => ({ amount, taxable, oneOff: one_off }),
    ),
    pension: sum('pension', reduces),
    medicalFund: sum('post-retirement medical', reduces),
    mortgageInterest: sum('mortgage interest'),
    insurancePremium: sum('insurance premium'),
    otherDeductions:
      sum('other') +
      sum('pension', (item) => !reduces(item)) +
      sum('post-retirement medical', (item) => !reduces(item)),
    options: {
      resident: person.resident,
      employeeType: person.primary_employment ? 'primary' : 'secondary',
      // An expired certificate gives no exemption (B21).
      disability: person.disability && (expiry === null || expiry >= `${month}-01`),
      paye: switches.paye,
      nssf: switches.nssf,
      nssfTier2: !person.nssf_tier2_contracted_out,
      health: switches.nhif,
      ahl: switches.housing,
      nita: switches.nita,
      shifRounding: settings.shif_rounding,
      payeRounding: settings.paye_rounding,
    },
  }
}

interface Statutory {
  paye: number
  nssfEmployee: number
  health: number
  ahlEmployee: number
  withholding_tax: number
}

function statutoryLines(slip: Statutory, month: string): DeductionLine[] {
  const health = lawOf(month).health.kind === 'shif' ? 'SHIF' : 'NHIF'
  const lines: [string, string, number][] = [
    ['paye', 'PAYE', slip.paye],
    ['nssf', 'NSSF', slip.nssfEmployee],
    ['health', health, slip.health],
    ['housing', 'Housing Levy', slip.ahlEmployee],
    ['withholding', 'Withholding Tax', slip.withholding_tax],
  ]
  return lines
    .filter(([, , amount]) => amount > 0)
    .map(([id, name, amount]) => ({ id, name, amount, kind: 'statutory' }))
}

/** What only relieves tax is not taken from pay (B4). */
const ownDeductions = (source: Source): DeductionLine[] =>
  (source.deductions ?? [])
    .filter(({ kind }) => kind !== 'mortgage interest' && kind !== 'insurance premium')
    .map(({ id, name, amount, kind }) => ({ id, name, amount: cents(amount), kind }))
    .filter(({ amount }) => amount > 0)
