import type { VarianceKind } from '@mshahara/contract/payroll-variance'
import type { Spoken } from '@mshahara/contract/say'
import { type FigureName, statutoryDeductions } from '@mshahara/engine/figures'
import type { DeductionLine, IncomeLine, MonthPay } from '@mshahara/engine/month-pay'
import { deductionKey, incomeKey } from '@mshahara/engine/month-working'
import { changes, isWhole } from './sentences.ts'

/** Why one person's pay differs from that of another month. Pure; whole cents. */

export interface Reason {
  kind: VarianceKind
  name: string
  detail: Spoken
  gross: number
  net: number
}

/** The figures that reasons are told from. */
export const keptFigures = [
  'salary',
  'gross',
  'net',
  'paye',
  'nssf',
  'health',
  'housing',
  'withholding_tax',
] as const satisfies FigureName[]

/** What is kept of a payslip that its pay is made up of. */
export interface KeptPay extends Record<(typeof keptFigures)[number], number> {
  incomes: MonthPay['incomes']
  /** Those that the law does not ask for. */
  deductions: MonthPay['deductions']
  days: number
  days_of: number
}

/** Every cent of the difference is in exactly one reason, whatever the two months hold. */
export function reasonsFor(before: KeptPay, after: KeptPay, month: string): Reason[] {
  return [
    ...salaryReasons(before, after),
    ...incomeReasons(before, after),
    ...deductionReasons(before, after),
    ...statutoryReasons(before, after, month),
  ].filter(({ gross, net }) => gross !== 0 || net !== 0)
}

function movement(kind: VarianceKind, was: number, now: number): Spoken {
  const once = kind === 'one-off'
  if (was === 0) return once ? changes.thisMonth : changes.started
  if (now === 0) return once ? changes.lastMonth : changes.ended
  return changes.amount({ was, now })
}

const sumOf = (lines: readonly { amount: number }[]) =>
  lines.reduce((sum, { amount }) => sum + amount, 0)

type Days = Pick<KeptPay, 'days' | 'days_of'>
const movedDays = (before: Days, after: Days) =>
  changes.days({
    was: { days: before.days, days_of: before.days_of },
    now: { days: after.days, days_of: after.days_of },
  })

/**
 * A part of the pay that follows the days employed (B9), as agreed and as the days make of it. What
 * was agreed is not kept, so it is worked back, and a few cents of rounding are not a raise.
 */
function byDays(was: number, now: number, before: Days, after: Days) {
  const agreed = (amount: number, of: Days) =>
    isWhole(of) ? amount : Math.round((amount * of.days_of) / of.days)
  const rounding = (of: Days) => (isWhole(of) ? 0 : of.days_of / of.days)
  const raise = agreed(now, after) - agreed(was, before)
  const isRaise = Math.abs(raise) > rounding(before) + rounding(after)
  return {
    raise: isRaise ? raise : 0,
    days: now - was - (isRaise ? raise : 0),
    detail: changes.amount({ was: agreed(was, before), now: agreed(now, after) }),
  }
}

const paid = (kind: VarianceKind, name: string, detail: Spoken, amount: number): Reason => ({
  ...{ kind, name, detail },
  gross: amount,
  net: amount,
})

const taken = (kind: VarianceKind, name: string, detail: Spoken, amount: number): Reason => ({
  ...{ kind, name, detail },
  gross: 0,
  net: -amount,
})

const isVat = ({ kind }: IncomeLine) => kind === 'vat'

/** A consultant's VAT is part of what was agreed (B10). */
function salaryReasons(before: KeptPay, after: KeptPay): Reason[] {
  const agreed = ({ salary, incomes }: KeptPay) => salary + sumOf(incomes.filter(isVat))
  const { raise, days, detail } = byDays(agreed(before), agreed(after), before, after)
  return [paid('salary', '', detail, raise), paid('days', '', movedDays(before, after), days)]
}

/** An allowance is paid every month, whatever the law calls it; commission and overtime vary. */
function kindOf({ kind, one_off, type, amount }: IncomeLine): VarianceKind {
  if (kind === 'arrears') return 'one-off'
  if (amount < 0) return 'days'
  const varies = one_off || kind === 'commission' || type === 'overtime'
  return varies && kind !== 'allowance' ? 'one-off' : 'item'
}

interface Summed {
  kind: VarianceKind
  name: string
  allowance: boolean
  was: number
  now: number
}

function incomeReasons(before: KeptPay, after: KeptPay): Reason[] {
  const found = new Map<string, Summed>()
  const add = (line: IncomeLine, side: 'was' | 'now') => {
    const allowance = line.kind === 'allowance'
    const kind = kindOf(line)
    const key = `${kind} ${allowance} ${incomeKey(line)}`
    const known = found.get(key) ?? { kind, name: line.name, allowance, was: 0, now: 0 }
    known[side] += line.amount
    found.set(key, known)
  }
  for (const line of before.incomes) if (!isVat(line)) add(line, 'was')
  for (const line of after.incomes) if (!isVat(line)) add(line, 'now')
  return [...found.values()].flatMap(({ kind, name, allowance, was, now }) => {
    const whole = paid(kind, name, movement(kind, was, now), now - was)
    if (!allowance || was === 0 || now === 0) return whole
    const { raise, days, detail } = byDays(was, now, before, after)
    return [paid(kind, name, detail, raise), paid('days', name, movedDays(before, after), days)]
  })
}

function deductionReasons(before: KeptPay, after: KeptPay): Reason[] {
  const found = new Map<string, { name: string; was: number; now: number }>()
  const add = (line: DeductionLine, side: 'was' | 'now') => {
    const known = found.get(deductionKey(line)) ?? { name: line.name, was: 0, now: 0 }
    known[side] += line.amount
    found.set(deductionKey(line), known)
  }
  for (const line of before.deductions) add(line, 'was')
  for (const line of after.deductions) add(line, 'now')
  return [...found.values()].map(({ name, was, now }) =>
    taken('deduction', name, movement('deduction', was, now), now - was),
  )
}

/** As the later month calls them. */
const statutoryReasons = (before: KeptPay, after: KeptPay, month: string): Reason[] =>
  statutoryDeductions(month).map(({ name, figure }) => {
    const [was, now] = [before, after].map((pay) => pay[figure as 'paye']) as [number, number]
    return taken('statutory', name, changes.amount({ was, now }), now - was)
  })
