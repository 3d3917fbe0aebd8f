import {
  arrearsClaimed,
  arrearsDeductions,
  arrearsIncomes,
  arrearsPay,
  arrearsTaken,
  arrearsWithin,
  asPaidAndDeducted,
  type PaidMonth,
} from './arrears.ts'
import type { Arrears } from './arrears-kept.ts'
import { type Day, monthOf } from './calendar.ts'
import { consultantPay, withheld } from './consultant.ts'
import { type CostSharesPart, costSharesOf } from './cost-shares.ts'
import { LawError, type Month } from './dated.ts'
import { type DatedFigures, type Figures, figuresOf, statutoryDeductions } from './figures.ts'
import { inKind, type KindPart } from './in-kind.ts'
import { type EarlierPay, type PayInput, type PayOptions, takenNames } from './input.ts'
import { monthSoFar } from './month-to-date.ts'
import { agreedNet } from './net-agreed.ts'
import { deductible, explainCarried } from './one-third.ts'
import { type DeductionLine, type IncomeLine, sumOf } from './pay-lines.ts'
import { payslip } from './payslip.ts'
import { type PensionPart, pensionsOf } from './pension.ts'
import { employedDays, lostTo, type PartMonth, prorate } from './proration.ts'
import { lawOf } from './statutory/index.ts'
import { nssfAgeOf } from './statutory/nssf.ts'
import { type TakenBack, takenBack } from './taken-back.ts'
import type { Cents } from './units.ts'

/** A month's pay put together from its parts. `explainPay` tells how each line came about. */

export type { DeductionLine, IncomeLine } from './pay-lines.ts'
export type { TakenBack } from './taken-back.ts'

/** What somebody is paid or charged for the month, wherever it comes from. */
export type PayPart =
  | { side: 'salary'; amount: Cents }
  /** The salary is what leaves this net by the law of the month, in place of any amount. */
  | { side: 'agreed net'; net: Cents }
  | { side: 'income'; line: IncomeLine /** Follows the days employed (B9). */; by_days?: boolean }
  | { side: 'deduction'; line: DeductionLine; before_tax: boolean }
  /** Taken last, and only as far as a third of gross pay is left: the instalment of a loan. */
  | { side: 'instalment'; line: DeductionLine }
  /** What a leaver owes: taken after all else, as far as there is pay; the rest is a claim. */
  | { side: 'owed'; line: DeductionLine }
  /** Calendar days not worked and not paid; parts of a day count. */
  | { side: 'absence'; days: number /** Where it is not simply absence. */; as?: AbsenceName }
  | TakenBack
  | KindPart
  | PensionPart
  | CostSharesPart
  /** A confirmed month that something was agreed for since (B30). */
  | { side: 'arrears'; of: PaidMonth /** By the last pay there is. */; last?: boolean }

/** Under which name days are taken back, and why. */
export interface AbsenceName {
  name: string
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
  /** The month's other payslips: the law takes what they have not taken (B31). */
  earlier?: EarlierPay | undefined
}

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
  const byNet = agreedNetOf(parts, terms, month)
  const agreed = byNet?.gross ?? salaryOf(parts)
  const salary = prorate(agreed, days)
  const { fee } = feeOf(salary, terms, month)
  // VAT is due on what is left of a fee.
  const left = feeOf(salary - lostTo(absentDays(parts), agreed, salary, days), terms, month)
  const incomes = incomesOf(parts, days)
  const feeAfter = (absent: number) =>
    feeOf(salary - lostTo(absent, agreed, salary, days), terms, month).fee
  incomes.push(...absenceLines(parts, days, feeAfter))
  const taxed = incomes.filter(({ taxable }) => taxable)
  const pension = pensionsOf(parts, { basic: left.fee, gross: fee + sumOf(taxed) })
  const agreedParts = [...parts, ...pension.deductions]
  const own = ownDeductions(agreedParts)
  const kind = { ...inKind(parts, terms, month), ...pension.kept, ...costSharesOf(parts) }
  const withBack = (back: readonly IncomeLine[]) => {
    const lines = [...incomes, ...back]
    if (left.vat > 0) lines.push({ ...vatLine, amount: left.vat })
    const input = { ...inputOf(agreedParts, fee, lines, optionsOf(terms, month)), ...kind }
    if (terms.earlier) input.earlier = terms.earlier
    if (byNet) input.agreedNet = byNet
    const figures = figuresOf(payslip(input, month), fee, days)
    figures.withholding_tax = withheldOf(input, terms, month)
    const statutory = statutoryLines(figures, month)
    // What was taken back is a deduction like others: all of them together leave a third.
    const taken = 0 - sumOf(back)
    const deducted = sumOf(statutory) + sumOf(own) + taken
    return { lines, input, figures, statutory, paid: figures.gross + taken, deducted }
  }
  const back = takenBack(
    parts.filter((part) => part.side === 'taken back'),
    {
      ...{ fee, incomes, vat: left.vat, last: isLast(terms, month) },
      leavesThird: (lines) => {
        const { paid, deducted } = withBack(lines)
        return deducted <= deductible(paid, 0)
      },
    },
  )
  const { lines, input, figures, statutory, paid, deducted } = withBack(back)
  const arrears = arrearsIn(parts, { paid, deducted, gross: figures.gross })
  const late = { incomes: arrearsIncomes(arrears), deductions: arrearsDeductions(arrears) }
  if (arrears.length > 0) addArrears(input, figures, arrears)
  const beside = asPaidAndDeducted(arrears)
  const [all, out] = [paid + beside.paid, deducted + beside.deducted]
  const instalments = instalmentsWithin(parts, all, out)
  const owed = owedWithin(parts, all - out - sumOf(instalments))
  const taken = [...instalments, ...owed, ...arrearsClaimed(arrears)]
  input.otherDeductions = (input.otherDeductions ?? 0) + sumOf(taken)
  const deductions = [...statutory, ...late.deductions, ...own, ...taken]
  figures.other_deductions = sumOf(own) + sumOf(taken)
  figures.total_deductions = sumOf(deductions)
  figures.net = figures.gross - figures.total_deductions
  return { figures, incomes: [...lines, ...late.incomes], deductions, input }
}

function arrearsIn(
  parts: readonly PayPart[],
  { paid, deducted, gross }: { paid: Cents; deducted: Cents; gross: Cents },
): Arrears[] {
  const late = parts.filter((part) => part.side === 'arrears')
  if (late.length === 0) return []
  const months = late.map(({ of }) => of)
  return arrearsWithin(months, {
    last: late.some(({ last }) => last),
    net: (more, taken) => deductible(paid + more, deducted + taken),
    pay: deductible(gross, 0),
  })
}

/** Paid and taken with this payslip, and no part of what the law makes of its own month. */
function addArrears(input: PayInput, figures: Figures, arrears: readonly Arrears[]) {
  input.arrears = arrears
  const taken = arrearsTaken(arrears)
  for (const name of takenNames) figures[name] += taken[name]
  figures.gross += arrearsPay(arrears)
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

/** In the order they come, none below zero: each says what is left of it. */
function owedWithin(parts: readonly PayPart[], net: Cents): DeductionLine[] {
  let left = Math.max(0, net)
  return parts.flatMap((part) => {
    if (part.side !== 'owed') return []
    const { line } = part
    const amount = Math.min(line.amount, left)
    left -= amount
    return [{ ...line, amount, balance: line.amount - amount }]
  })
}

const salaryOf = (parts: readonly PayPart[]) =>
  parts.reduce((sum, part) => (part.side === 'salary' ? sum + part.amount : sum), 0)

function agreedNetOf(parts: readonly PayPart[], terms: PayTerms, month: Month) {
  const part = parts.find(({ side }) => side === 'agreed net')
  if (part?.side !== 'agreed net') return undefined
  if (terms.consultant) throw new LawError("A consultant's fee is not agreed net.")
  return agreedNet(part.net, optionsOf(terms, month), month)
}

function feeOf(pay: Cents, { consultant }: PayTerms, month: Month) {
  if (!consultant) return { fee: pay, vat: 0 }
  return consultantPay(pay, month, { vatRegistered: consultant.vat_registered, withhold: false })
}

/**
 * Somebody who pays PAYE is taxed as an employee, and nothing is withheld on top. On the fees of
 * the whole month, less what was withheld from earlier ones.
 */
export function withheldOf(input: PayInput, terms: PayTerms, month: Month): Cents {
  const taken = input.earlier?.taken.withholding_tax ?? 0
  if (!terms.consultant?.withhold || terms.options?.paye !== false) return 0 - taken
  const { salary, incomes = [] } = monthSoFar(input)
  const fees = incomes.reduce((sum, one) => (one.taxable ? sum + one.amount : sum), salary)
  return withheld(fees, month) - taken
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
 * pay is not paid by the day (B36). Each name is told by itself; together they cost what their days
 * do.
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

export function optionsOf({ born, nssf_continues, options }: PayTerms, month: Month) {
  const nssfAge = born ? nssfAgeOf(lawOf(month).nssfAge, born, month) : 'due'
  return nssfAge === 'due' || nssf_continues ? options : { ...options, nssfAge }
}

export function inputOf(
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

const incomeInput = ({ amount, taxable, one_off: oneOff, kind, dues }: IncomeLine) =>
  kind === 'absence'
    ? { amount, taxable, oneOff, absence: true as const }
    : dues
      ? { amount, taxable, oneOff, dues }
      : { amount, taxable, oneOff }

/** What only relieves tax is not taken from pay (B4). */
export const isTaken = ({ kind }: DeductionLine) =>
  kind !== 'mortgage interest' && kind !== 'insurance premium'

function ownDeductions(parts: readonly PayPart[]): DeductionLine[] {
  const lines: DeductionLine[] = []
  for (const part of parts) {
    if (part.side !== 'deduction' || part.line.amount <= 0) continue
    if (isTaken(part.line)) lines.push(part.line)
  }
  return lines
}

export function statutoryLines(figures: Figures, month: Month): DeductionLine[] {
  const lines: DeductionLine[] = []
  for (const { code, name, figure } of statutoryDeductions(month)) {
    const amount = figures[figure]
    // Below zero it is given back: other payslips of the month took more than is due on all.
    if (amount !== 0) lines.push({ id: code, name, amount, kind: 'statutory' })
  }
  return lines
}
