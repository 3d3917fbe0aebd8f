import { restAsClaim, settledBy, whichOf } from './arrears-claimed.ts'
import type { Arrears, ArrearsPay } from './arrears-kept.ts'
import { consultantPay, withheld } from './consultant.ts'
import { afterCorrection } from './corrected-month.ts'
import type { Month } from './dated.ts'
import { statutoryDeductions } from './figures.ts'
import type { InKind } from './in-kind.ts'
import { type PayInput, type TakenName, takenNames } from './input.ts'
import { absentDays, changedLine, isAbsence, type LateItem, withItems } from './late-items.ts'
import { formatShillings } from './money.ts'
import { together } from './month-to-date.ts'
import type { DeductionLine, IncomeLine } from './pay-lines.ts'
import { type ComputedPay, compute, type LineCode } from './payslip.ts'
import { lostTo, prorate } from './proration.ts'
import { type Law, lawOf } from './statutory/index.ts'
import type { Cents } from './units.ts'

/**
 * What was agreed after a month was confirmed (B30): the month is computed again with it, by its
 * own law, and what was taken then is taken off. Confirmed payslips stay as they are.
 */

/** A confirmed payslip of the month, as it was kept. */
export interface PaidSlip {
  id: string
  run: string
  /** Beside the month's own. */
  extra: boolean
  input: PayInput
  incomes: readonly IncomeLine[]
  days: number
  days_of: number
}

export interface PaidMonth {
  month: Month
  slips: PaidSlip[]
  /** What these took of the month itself. */
  taken: Record<TakenName, Cents>
  /** Arrears of the month that other payslips have paid, by payslip. */
  paid: { slip: string; arrears: Arrears }[]
  /** The month's pay as it is agreed by now. */
  salary: Cents
  /** And as it was: of these one is what the payslip was made from. */
  agreed: readonly Cents[]
  consultant?: { vat_registered: boolean; withhold: boolean } | undefined
  /** Pay items that were recorded for the month after its payslip. */
  items?: readonly LateItem[] | undefined
  /** All that somebody had besides money as it is by now, where that changed after the payslip. */
  inKind?: InKind | undefined
}

const sum = (amounts: readonly Cents[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Of one payslip's arrears, or of several: pay, and what the law makes of it. */
export const arrearsPay = (all: readonly Pick<Arrears, 'pay'>[]): Cents =>
  sum(all.flatMap(({ pay }) => pay.map(({ amount }) => amount)))

/** The same figures that payslips keep of what the law takes. */
export function arrearsTaken(
  all: readonly Pick<Arrears, 'law' | 'withholding_tax'>[],
): Record<TakenName, Cents> {
  const of = (...codes: LineCode[]) =>
    sum(all.flatMap(({ law }) => codes.map((code) => law[code] ?? 0)))
  return {
    taxable: of('taxablePay'),
    income_tax: of('taxCharged'),
    tax_relief: of('personalRelief'),
    nhif_relief: of('insuranceRelief', 'prmfRelief'),
    housing_relief: of('ahlRelief'),
    paye: of('paye'),
    nssf: of('nssfEmployee'),
    health: of('nhif', 'shif'),
    housing: of('ahlEmployee'),
    withholding_tax: sum(all.map(({ withholding_tax }) => withholding_tax)),
    nssf_employer: of('nssfEmployer'),
    housing_employer: of('ahlEmployer'),
    nita: of('nitaEmployer'),
  }
}

/** What is taken from the person. */
const deductedIn = (all: readonly Arrears[]): Cents => {
  const { paye, nssf, health, housing, withholding_tax } = arrearsTaken(all)
  return paye + nssf + health + housing + withholding_tax
}
export const arrearsNet = (all: readonly Arrears[]): Cents => arrearsPay(all) - deductedIn(all)

/** What is taken back is a deduction like others, and lowers no third of what is paid. */
export function asPaidAndDeducted(all: readonly Arrears[]): { paid: Cents; deducted: Cents } {
  const given = all.filter((one) => arrearsNet([one]) >= 0)
  const back = all.filter((one) => !given.includes(one))
  return { paid: arrearsPay(given), deducted: deductedIn(given) - arrearsNet(back) }
}

/** Nothing where the month was paid as it is agreed. */
export function arrearsOf(of: PaidMonth): Arrears | undefined {
  const own = of.slips.find(({ extra }) => !extra)
  if (!own) return undefined
  const items = withItems(own, correctionLines(of), of.items ?? [])
  const changed = withChange(items.slip, of)
  const inputs = of.slips.map((slip) =>
    slip === own ? withInKind(changed.input, of.inKind) : slip.input,
  )
  const law = lawOf(of.month)
  const before = of.paid.flatMap(({ arrears }) => settledBy(arrears))
  const due = compute(together(inputs), law)
  const delta = lessTaken(due, of, law)
  for (const arrears of before) {
    for (const [code, amount] of Object.entries(arrears.law)) delta[code as LineCode] -= amount
  }
  const pay = [...changed.pay, ...items.pay]
    .map((line) => lessPaid(line, before))
    .filter(({ amount }) => amount !== 0)
  const withholding_tax =
    withholdingDue(inputs, of) - of.taken.withholding_tax - arrearsTaken(before).withholding_tax
  const known = Object.entries(delta).filter(([, amount]) => amount !== 0)
  if (pay.length === 0 && known.length === 0 && withholding_tax === 0) return undefined
  return {
    month: of.month,
    slips: [...of.slips.map(({ id }) => id), ...of.paid.map(({ slip }) => slip)],
    ...{ pay, law: Object.fromEntries(known), withholding_tax },
  }
}

/** It is taxed with the month, and pays nothing. */
function withInKind(input: PayInput, now: InKind | undefined): PayInput {
  if (!now) return input
  const { benefits: _, quarters: __, ...money } = input
  return { ...money, ...now }
}

const lessPaid = (line: ArrearsPay, before: readonly Pick<Arrears, 'pay'>[]): ArrearsPay => {
  const known = before.flatMap(({ pay }) => pay.filter((one) => whichOf(one) === whichOf(line)))
  const paid = sum(known.map(({ amount }) => amount))
  if (paid === 0) return line
  const working = `${line.working}, less ${formatShillings(paid)} of arrears paid before`
  return { ...line, amount: line.amount - paid, working }
}

/** What payslips keep of the month counts as it was taken; the rest as the law makes it of them. */
function lessTaken(due: ComputedPay, { slips, taken }: PaidMonth, law: Law): ComputedPay {
  const before = compute(together(slips.map(({ input }) => input)), law)
  const kept = arrearsTaken([{ law: { ...before }, withholding_tax: 0 }])
  const delta = { ...due }
  for (const code of Object.keys(due) as LineCode[]) delta[code] = due[code] - before[code]
  // Nothing, unless the payslip was made by other figures than those of today's engine.
  delta.paye -= taken.paye - kept.paye
  delta.taxCharged -= taken.income_tax - kept.income_tax
  delta.taxablePay -= taken.taxable - kept.taxable
  delta.nssfEmployee -= taken.nssf - kept.nssf
  delta.nssfEmployer -= taken.nssf_employer - kept.nssf_employer
  delta[law.health.kind] -= taken.health - kept.health
  delta.ahlEmployee -= taken.housing - kept.housing
  delta.ahlEmployer -= taken.housing_employer - kept.housing_employer
  return delta
}

function withholdingDue(inputs: readonly PayInput[], { consultant, month }: PaidMonth): Cents {
  const { salary, incomes = [], options } = together(inputs)
  if (!consultant?.withhold || options?.paye !== false) return 0
  const fees = incomes.reduce((all, { amount, taxable }) => (taxable ? all + amount : all), salary)
  return withheld(fees, month)
}

// ---------------------------------------------------------------- the change put into it

interface Agreed {
  fee: Cents
  vat: Cents
  /** What days not worked took of the fee. */
  lost: Cents
}

function agreedOf(agreed: Cents, slip: PaidSlip, { consultant, month }: PaidMonth): Agreed {
  const days = { days: slip.days, of: slip.days_of }
  const split = (pay: Cents) =>
    consultant
      ? consultantPay(pay, month, { vatRegistered: consultant.vat_registered, withhold: false })
      : { fee: pay, vat: 0 }
  const paid = prorate(agreed, days)
  const left = split(paid - lostTo(absentDays(slip), agreed, paid, days))
  const { fee } = split(paid)
  return { fee, vat: left.vat, lost: fee - left.fee }
}

/** What the payslip was made from, by what it came to. */
function agreedThen(slip: PaidSlip, of: PaidMonth): Agreed {
  if (slip.input.agreedNet) return agreedOf(slip.input.agreedNet.gross, slip, of)
  const found = of.agreed.find((agreed) => agreedOf(agreed, slip, of).fee === slip.input.salary)
  const whole = Math.round((slip.input.salary * slip.days_of) / Math.max(1, slip.days))
  return agreedOf(found ?? whole, slip, of)
}

const vatIn = ({ input: { incomes = [] }, incomes: lines }: PaidSlip): Cents =>
  sum(incomes.filter((_, place) => lines[place]?.kind === 'vat').map(({ amount }) => amount))

const correctionLines = ({ slips }: PaidMonth) =>
  slips.flatMap(({ input, incomes }) => (input.difference ? incomes : []))

/** What corrections of the month have paid of the same; of days not worked, what they took. */
function correctedBy(of: PaidMonth): Agreed {
  const corrections = of.slips.filter(({ input }) => input.difference)
  return {
    fee: sum(corrections.map(({ input }) => input.salary)),
    vat: sum(corrections.map(vatIn)),
    lost:
      0 -
      sum(
        correctionLines(of)
          .filter(isAbsence)
          .map(({ amount }) => amount),
      ),
  }
}

function withChange(slip: PaidSlip, of: PaidMonth): { input: PayInput; pay: ArrearsPay[] } {
  const then = agreedThen(slip, of)
  const now = agreedOf(of.salary, slip, of)
  const { salary, incomes = [] } = slip.input
  const corrected = correctedBy(of)
  const absent = slip.incomes.findIndex(isAbsence)
  const fee = afterCorrection(now.fee, salary, salary + corrected.fee)
  // Allowances may have lost by the same days: that part moves with no salary.
  const lostThen = 0 - (incomes[absent]?.amount ?? 0)
  const more = now.lost - then.lost
  const lost = afterCorrection(lostThen + more, lostThen, lostThen + corrected.lost)
  const vatThen = vatIn(slip)
  const vat = afterCorrection(now.vat, vatThen, vatThen + corrected.vat)
  const ownVat = { amount: vat - corrected.vat, taxable: false, oneOff: false }
  const kept = incomes
    .map((one, place) => (place === absent ? { ...one, amount: corrected.lost - lost } : one))
    .filter((_, place) => slip.incomes[place]?.kind !== 'vat')
  const component = of.consultant ? 'Fee' : 'Basic pay'
  return {
    input: {
      ...{ ...slip.input, salary: fee - corrected.fee },
      incomes: ownVat.amount !== 0 ? [...kept, ownVat] : kept,
    },
    pay: [
      changedLine(component, {
        ...{ agreed: now.fee - now.lost, due: fee - now.lost + (lostThen + more - lost) },
        ...{ was: salary - then.lost, corrected: corrected.fee - corrected.lost },
      }),
      {
        ...changedLine('VAT', {
          agreed: now.vat,
          due: vat,
          was: vatThen,
          corrected: corrected.vat,
        }),
        taxable: false,
      },
    ],
  }
}

// ---------------------------------------------------------------- taken in by a month's pay

interface Left {
  net(paid: Cents, deducted: Cents): Cents
  pay: Cents
  /** There is no later month: what is left is a claim. */
  last: boolean
}

/** As far as a third of pay is left with it; what is paid on top raises what can be taken back. */
export function arrearsWithin(months: readonly PaidMonth[], left: Left): Arrears[] {
  const due = months.flatMap((month) => arrearsOf(month) ?? [])
  const given = due.filter((one) => arrearsNet([one]) >= 0)
  const { paid, deducted } = asPaidAndDeducted(given)
  let net = left.net(paid, deducted)
  let pay = left.pay + Math.max(0, arrearsPay(given))
  return due.map((one) => {
    if (given.includes(one)) return one
    const part = partOf(one, { net, pay }, left.last ? claimed : carried)
    net += arrearsNet([part])
    pay += Math.min(0, arrearsPay([part]))
    return left.last ? restAsClaim(one, part) : part
  })
}

/** A share of a recovery, each amount cut so that the sum stays within. */
function partOf(whole: Arrears, left: { net: Cents; pay: Cents }, why: string): Arrears {
  const owed = -arrearsNet([whole])
  const less = -arrearsPay([whole])
  if (owed <= left.net && less <= left.pay) return whole
  const byPay = less > left.pay && left.pay * owed < left.net * less
  const [part, of] = byPay ? [left.pay, less] : [left.net, owed]
  const most = Math.max(0, part)
  const up = (amount: Cents) => -floorShare(-amount, most, of)
  const down = (amount: Cents) => floorShare(amount, most, of)
  const pay = whole.pay.map((line) => ({ ...line, amount: up(line.amount) }))
  const law = Object.fromEntries(
    Object.entries(whole.law).map(([code, amount]) => [
      code,
      taken.has(code) ? down(amount) : up(amount),
    ]),
  )
  const cut = { ...whole, law, withholding_tax: down(whole.withholding_tax) }
  const told = pay
    .filter(({ amount }) => amount !== 0)
    .map((line) => ({ ...line, working: `${line.working}; ${why}` }))
  const rest = arrearsNet([{ ...cut, pay: told }]) - arrearsNet([whole])
  return { ...cut, pay: told, rest }
}

const third = 'as much as leaves a third of pay (Employment Act s. 19(3))'
const carried = `${third}; a later month takes the rest`
const claimed = `${third}; the rest is still owed`
const taken: ReadonlySet<string> = new Set<LineCode>([
  'paye',
  'nssfEmployee',
  'nhif',
  'shif',
  'ahlEmployee',
])

/** Exact beyond what a number holds: both sides may be amounts. */
const floorShare = (amount: Cents, part: Cents, of: Cents): Cents => {
  const product = BigInt(amount) * BigInt(part)
  const whole = product / BigInt(of)
  return Number(product < 0n && whole * BigInt(of) !== product ? whole - 1n : whole)
}

const names = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
export const inWords = (month: Month) => `${names[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`

export const arrearsIncomes = (all: readonly Arrears[]): IncomeLine[] =>
  all.flatMap(({ month, pay }) =>
    pay.map(({ component, item, amount, taxable, working }) => ({
      id: `arrears ${month} ${item ?? component.toLowerCase()}`,
      name: `Arrears of ${inWords(month)}: ${component}`,
      kind: 'arrears' as const,
      ...{ amount, taxable, one_off: false, working },
    })),
  )

/** As the month itself calls them. */
export const arrearsDeductions = (all: readonly Arrears[]): DeductionLine[] =>
  all.flatMap((one) => {
    const figures = arrearsTaken([one])
    return statutoryDeductions(one.month).flatMap(({ code, name, figure }) => {
      const amount = figures[figure as TakenName]
      if (amount === 0) return []
      const working = `The law of ${inWords(one.month)} on what is agreed now, less what was taken`
      return {
        ...{ id: code, kind: 'statutory', amount, working },
        name: `${name} of arrears, ${inWords(one.month)}`,
      }
    })
  })

/** Of a last pay: nothing is taken by these, they say what is still owed. */
export const arrearsClaimed = (all: readonly Arrears[]): DeductionLine[] =>
  all.flatMap(({ month, claimed: rest }) =>
    rest
      ? [
          {
            ...{ id: `arrears ${month}`, name: `Too much paid for ${inWords(month)}` },
            ...{
              kind: 'owed',
              amount: 0,
              balance: rest.net,
              working: 'In hand, beyond what this pay gives back',
            },
          },
        ]
      : [],
  )

/** The month's own figures of a payslip that paid arrears beside them. */
export function lessArrears<F extends Record<TakenName, Cents>>(
  figures: F,
  arrears: readonly Arrears[],
): F {
  if (arrears.length === 0) return figures
  const all = arrearsTaken(arrears)
  const own = { ...figures }
  for (const name of takenNames) (own as Record<TakenName, Cents>)[name] -= all[name]
  return own
}
