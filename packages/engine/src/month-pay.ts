import { type Day, monthOf } from './calendar.ts'
import { consultantPay, withheld } from './consultant.ts'
import type { Month } from './dated.ts'
import { type Figures, statutoryDeductions } from './figures.ts'
import type { PayInput, PayOptions } from './input.ts'
import { divideHalfUp, formatShillings } from './money.ts'
import { deductible, explainCarried } from './one-third.ts'
import { type ComputedPay, payslip } from './payslip.ts'
import { employedDays, lostTo, type PartMonth, prorate } from './proration.ts'
import { lawOf } from './statutory/index.ts'
import { nssfAgeOf } from './statutory/nssf.ts'
import type { Cents } from './units.ts'

/** A month's pay put together from its parts. `explainPay` tells how each line came about. */

/** A line of a payslip: code, label, amount, and why where that is not plain from the rest. */
interface PayLine {
  /** The code of a statutory line, or the id of the record it comes from. */
  id: string
  name: string
  amount: Cents
  working?: string
}

export interface IncomeLine extends PayLine {
  kind: 'allowance' | 'income' | 'commission' | 'absence' | 'vat'
  taxable: boolean
  one_off: boolean
  /** For the returns: house, overtime and so on. */
  type?: string
  /** "12 hours", "2 days": shown beside the name, which stays the same for everybody. */
  quantity?: string
  /** Of days taken back: those that the next month takes. */
  carried?: number
}

export interface DeductionLine extends PayLine {
  kind: string
  /** Of a loan, once the line has been taken. */
  balance?: Cents
}

/** What somebody is paid or charged for the month, wherever it comes from. */
export type PayPart =
  | { side: 'salary'; amount: Cents }
  | { side: 'income'; line: IncomeLine /** Follows the days employed (B9). */; by_days?: boolean }
  | { side: 'deduction'; line: DeductionLine; before_tax: boolean }
  /** Taken last, and only as far as a third of gross pay is left: the instalment of a loan. */
  | { side: 'instalment'; line: DeductionLine }
  /** Calendar days not worked and not paid; parts of a day count. */
  | { side: 'absence'; days: number /** Where it is not simply absence. */; as?: AbsenceName }
  | TakenBack

/** Under which name days are taken back, and why. */
export interface AbsenceName {
  name: string
  working: string
}

/** Unpaid days of an earlier month, which was confirmed before they were known. */
export interface TakenBack {
  side: 'taken back'
  id: string
  name: string
  days: number
  /** What that month paid, taxed and not, and how many days it had. */
  agreed: Cents
  untaxed?: Cents
  of: number
  working: string
}

/** How somebody is employed in the month. */
export interface PayTerms {
  from?: Day | null
  to?: Day | null
  /** Paid a fee, which includes VAT for the registered. */
  consultant?: { vat_registered: boolean; withhold: boolean } | undefined
  /** Ends NSSF at its age, unless they continue (B24). */
  born?: Day | null
  nssf_continues?: boolean
  options?: Partial<PayOptions>
}

type DatedFigures = Figures & { days: number; days_of: number }

export interface MonthPay {
  figures: DatedFigures
  incomes: IncomeLine[]
  deductions: DeductionLine[]
  /** What the law was asked about: `explain` makes its lines from it again. */
  input: PayInput
}

/** The one entry: what the law of `month` and the parts make of somebody's pay. */
export function monthPay(parts: readonly PayPart[], terms: PayTerms, month: Month): MonthPay {
  const days = employedDays(month, terms.from ?? null, terms.to ?? null)
  const agreed = salaryOf(parts)
  const salary = prorate(agreed, days)
  const { fee } = feeOf(salary, terms, month)
  // VAT is due on what is left of a fee.
  const left = feeOf(salary - lostTo(absentDays(parts), agreed, salary, days), terms, month)
  const incomes = incomesOf(parts, days)
  const feeAfter = (absent: number) =>
    feeOf(salary - lostTo(absent, agreed, salary, days), terms, month).fee
  incomes.push(...absenceLines(parts, days, feeAfter))
  const back = takenBack(parts, fee, incomes, isLast(terms, month))
  incomes.push(...back)
  if (left.vat > 0) incomes.push({ ...vatLine, amount: left.vat })
  const input = inputOf(parts, fee, incomes, optionsOf(terms, month))
  const slip = payslip(input, month)
  const figures = figuresOf(slip, fee, days)
  figures.withholding_tax = withheldOf(fee, incomes, terms, month)
  const own = ownDeductions(parts)
  const statutory = statutoryLines(figures, month)
  // What was taken back is a deduction like others: all of them together leave a third.
  const taken = 0 - sumOf(back)
  const deducted = sumOf(statutory) + sumOf(own) + taken
  const instalments = instalmentsWithin(parts, figures.gross + taken, deducted)
  input.otherDeductions = (input.otherDeductions ?? 0) + sumOf(instalments)
  const deductions = [...statutory, ...own, ...instalments]
  figures.other_deductions = sumOf(own) + sumOf(instalments)
  figures.total_deductions = sumOf(deductions)
  figures.net = figures.gross - figures.total_deductions
  return { figures, incomes, deductions, input }
}

/** In the order they come; what a month cannot bear is carried to the next one. */
function instalmentsWithin(parts: readonly PayPart[], gross: Cents, deducted: Cents) {
  const lines: DeductionLine[] = []
  let left = deductible(gross, deducted)
  for (const part of parts) {
    if (part.side !== 'instalment') continue
    const { amount: due, working = '', balance = 0 } = part.line
    const amount = Math.min(due, left)
    left -= amount
    if (amount === due) lines.push(part.line)
    else if (amount > 0) {
      const told = `${working}; ${explainCarried(amount, due)}`
      lines.push({ ...part.line, amount, balance: balance + due - amount, working: told })
    }
  }
  return lines
}

const sumOf = (lines: readonly PayLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0)

const salaryOf = (parts: readonly PayPart[]) =>
  parts.reduce((sum, part) => (part.side === 'salary' ? sum + part.amount : sum), 0)

function feeOf(pay: Cents, { consultant }: PayTerms, month: Month) {
  if (!consultant) return { fee: pay, vat: 0 }
  return consultantPay(pay, month, { vatRegistered: consultant.vat_registered, withhold: false })
}

/** Somebody who pays PAYE is taxed as an employee, and nothing is withheld on top. */
function withheldOf(fee: Cents, incomes: IncomeLine[], terms: PayTerms, month: Month): Cents {
  if (!terms.consultant?.withhold || terms.options?.paye !== false) return 0
  return withheld(fee + sumOf(incomes.filter(({ taxable }) => taxable)), month)
}

/** What is agreed for the month is paid whole, however many days of it were worked. */
function incomesOf(parts: readonly PayPart[], days: PartMonth): IncomeLine[] {
  const lines: IncomeLine[] = []
  for (const part of parts) {
    if (part.side !== 'income') continue
    const { line } = part
    const amount = part.by_days ? prorate(line.amount, days) : line.amount
    if (amount > 0) lines.push(amount === line.amount ? line : { ...line, amount })
  }
  return lines
}

const isLast = ({ to }: PayTerms, month: Month) => typeof to === 'string' && monthOf(to) <= month

/**
 * Pay that was too much is taken back as other deductions are: a third of what the month pays is
 * left (Employment Act, s. 19(3)), and the rest waits for the next, or is a claim after the last.
 */
function takenBack(
  parts: readonly PayPart[],
  fee: Cents,
  incomes: readonly IncomeLine[],
  last: boolean,
): IncomeLine[] {
  const lines: IncomeLine[] = []
  let left = -1
  let leftUntaxed = sumOf(incomes.filter(({ taxable }) => !taxable))
  for (const part of parts) {
    if (part.side !== 'taken back') continue
    if (left < 0) {
      const paid = fee + sumOf(incomes.filter(({ taxable, one_off }) => taxable && !one_off))
      left = deductible(paid, 0)
    }
    const { id, name, agreed, of } = part
    const due = Math.round(part.days * 100)
    const costOf = (hundredths: number) => divideHalfUp(agreed * hundredths, of * 100)
    let taken = agreed > 0 ? Math.min(due, Math.floor((left * of * 100) / agreed)) : due
    while (taken > 0 && costOf(taken) > left) taken -= 1
    left -= costOf(taken)
    const days = taken / 100
    const rest = (due - taken) / 100
    lines.push({
      ...{ id, name, kind: 'absence', taxable: true, one_off: false, amount: 0 - costOf(taken) },
      quantity: `${days} ${days === 1 ? 'day' : 'days'}`,
      working: `${formatShillings(agreed)} × ${days} of ${part.working}${rest > 0 ? explainRest(rest, last) : ''}`,
      ...(rest > 0 && { carried: rest }),
    })
    // Of untaxed pay, which no tax was on, as far as this month has any.
    const paidUntaxed = part.untaxed ?? 0
    const untaxed = Math.min(leftUntaxed, divideHalfUp(paidUntaxed * taken, of * 100))
    if (untaxed <= 0) continue
    leftUntaxed -= untaxed
    lines.push({
      ...{ id: `${id} untaxed`, name: `${name}, untaxed`, kind: 'absence', taxable: false },
      ...{ one_off: false, amount: -untaxed, quantity: `${days} ${days === 1 ? 'day' : 'days'}` },
      working: `${formatShillings(paidUntaxed)} × ${days} of ${part.working}`,
    })
  }
  return lines
}

function explainRest(days: number, last: boolean): string {
  const more = `; ${days} more ${days === 1 ? 'day' : 'days'}`
  const where = last ? 'stay a claim' : 'carried forward'
  return `${more} ${where}, so that a third of pay is left (Employment Act s. 19(3))`
}

const absentDays = (parts: readonly PayPart[]) =>
  parts.reduce((sum, part) => (part.side === 'absence' ? sum + part.days : sum), 0)

/** Absences of one name, in the order in which they are first met. */
function absences(parts: readonly PayPart[]) {
  const found = new Map<string, { days: number; name: string; working: string[] }>()
  for (const part of parts) {
    if (part.side !== 'absence' || part.days === 0) continue
    const name = part.as?.name ?? 'Absence'
    const known = found.get(name) ?? { days: 0, name, working: [] }
    known.days += part.days
    if (part.as) known.working.push(part.as.working)
    found.set(name, known)
  }
  return [...found.values()]
}

/**
 * Absence lowers what follows the days (C9): taxed pay, and untaxed allowances apart from it. Leave
 * pay is not paid by the day. Each name is told by itself; together they cost what their days do.
 */
function absenceLines(
  parts: readonly PayPart[],
  days: PartMonth,
  feeAfter: (absent: number) => Cents,
): IncomeLine[] {
  let before = 0
  return absences(parts).flatMap(({ days: absent, name, working }) => {
    const until = before + absent
    const counted = Math.min(until, days.days) - Math.min(before, days.days)
    const loss = lossBetween(parts, days, before, until, feeAfter)
    before = until
    const quantity = `${counted} ${counted === 1 ? 'day' : 'days'}`
    const why = working.length > 0 ? ` (${working.join('; ')})` : ''
    const lineOf = (suffix: string, what: string) => ({
      ...{ id: `${name.toLowerCase()}${suffix && ' untaxed'}`, name: `${name}${suffix}` },
      ...{ kind: 'absence' as const, one_off: false, quantity },
      working: `${what} × ${counted} of ${days.of} days${why}`,
    })
    return [
      {
        ...lineOf('', [...loss.from].join(' and ')),
        ...{ taxable: true, amount: -loss.taxed },
      },
      {
        ...lineOf(', untaxed', 'allowances'),
        ...{ taxable: false, amount: -loss.untaxed },
      },
    ].filter(({ amount }) => amount < 0)
  })
}

/** What the days after the first `before` of absence cost. */
function lossBetween(
  parts: readonly PayPart[],
  days: PartMonth,
  before: number,
  until: number,
  feeAfter: (absent: number) => Cents,
) {
  let taxed = feeAfter(before) - feeAfter(until)
  let untaxed = 0
  const from = new Set(taxed > 0 ? ['salary'] : [])
  for (const part of parts) {
    if (part.side !== 'income' || !part.by_days || part.line.one_off) continue
    const { amount, taxable } = part.line
    const paid = prorate(amount, days)
    const lost = lostTo(until, amount, paid, days) - lostTo(before, amount, paid, days)
    if (taxable) taxed += lost
    else untaxed += lost
    if (taxable && lost > 0) from.add('allowances')
  }
  return { taxed, untaxed, from }
}

const vatLine = { id: 'vat', name: 'VAT', kind: 'vat', taxable: false, one_off: false } as const

function optionsOf({ born, nssf_continues, options }: PayTerms, month: Month) {
  const nssfAge = born ? nssfAgeOf(lawOf(month).nssfAge, born, month) : 'due'
  return nssfAge === 'due' || nssf_continues ? options : { ...options, nssfAge }
}

function inputOf(
  parts: readonly PayPart[],
  salary: Cents,
  incomes: IncomeLine[],
  options: Partial<PayOptions> = {},
): PayInput {
  let pension = 0
  let medicalFund = 0
  let mortgageInterest = 0
  let insurancePremium = 0
  let otherDeductions = 0
  for (const part of parts) {
    if (part.side !== 'deduction') continue
    const { kind, amount } = part.line
    if (kind === 'mortgage interest') mortgageInterest += amount
    else if (kind === 'insurance premium') insurancePremium += amount
    else if (kind === 'pension' && part.before_tax) pension += amount
    else if (kind === 'post-retirement medical' && part.before_tax) medicalFund += amount
    else otherDeductions += amount
  }
  return {
    salary,
    incomes: incomes.map(incomeInput),
    pension,
    medicalFund,
    mortgageInterest,
    insurancePremium,
    otherDeductions,
    options,
  }
}

const incomeInput = ({ amount, taxable, one_off: oneOff, kind }: IncomeLine) =>
  kind === 'absence'
    ? { amount, taxable, oneOff, absence: true as const }
    : { amount, taxable, oneOff }

/** What only relieves tax is not taken from pay (B4). */
function ownDeductions(parts: readonly PayPart[]): DeductionLine[] {
  const lines: DeductionLine[] = []
  for (const part of parts) {
    if (part.side !== 'deduction' || part.line.amount <= 0) continue
    const { kind } = part.line
    if (kind !== 'mortgage interest' && kind !== 'insurance premium') lines.push(part.line)
  }
  return lines
}

function statutoryLines(figures: Figures, month: Month): DeductionLine[] {
  const lines: DeductionLine[] = []
  for (const { code, name, figure } of statutoryDeductions(month)) {
    const amount = figures[figure]
    if (amount > 0) lines.push({ id: code, name, amount, kind: 'statutory' })
  }
  return lines
}

const figuresOf = (slip: ComputedPay, salary: Cents, { days, of }: PartMonth): DatedFigures => ({
  days,
  days_of: of,
  salary,
  gross: slip.grossPay,
  taxable: slip.taxablePay,
  income_tax: slip.taxCharged,
  tax_relief: slip.personalRelief,
  nhif_relief: slip.insuranceRelief + slip.prmfRelief,
  housing_relief: slip.ahlRelief,
  paye: slip.paye,
  nssf: slip.nssfEmployee,
  health: slip.nhif + slip.shif,
  housing: slip.ahlEmployee,
  withholding_tax: 0,
  other_deductions: 0,
  total_deductions: slip.totalDeductions,
  net: slip.netPay,
  nssf_employer: slip.nssfEmployer,
  housing_employer: slip.ahlEmployer,
  nita: slip.nitaEmployer,
})
