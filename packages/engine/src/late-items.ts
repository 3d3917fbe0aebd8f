import type { ArrearsPay } from './arrears-kept.ts'
import { afterCorrection } from './corrected-month.ts'
import type { IncomeInput, PayInput } from './input.ts'
import { formatShillings } from './money.ts'
import { type IncomeLine, sumOf } from './pay-lines.ts'
import { lostTo, prorate } from './proration.ts'
import type { Cents } from './units.ts'

/** Pay items with effect from a confirmed month: its payslip with them in it (B30). */

export interface LateItem {
  id: string
  name: string
  kind: 'allowance' | 'income'
  /** As it is agreed for the month by now: nothing of what has ended. */
  amount: Cents
  taxable: boolean
  one_off: boolean
  type?: string
  /** Follows the days employed (B9). */
  by_days: boolean
  /** Amounts that it ever had: of these one is what the payslip was made from. */
  agreed: readonly Cents[]
}

interface Slip {
  input: PayInput
  incomes: readonly IncomeLine[]
  days: number
  days_of: number
}

/** Days of the month itself; those taken back for an earlier one have a name of their own. */
export const isAbsence = ({ kind, id, name, taxable }: IncomeLine) =>
  kind === 'absence' && taxable && id === name.toLowerCase()

const isUntaxedAbsence = ({ kind, id, taxable }: IncomeLine) =>
  kind === 'absence' && !taxable && id.endsWith(' untaxed')

export const absentDays = ({ incomes }: Pick<Slip, 'incomes'>) => {
  const taxed = incomes.filter(isAbsence)
  const told = taxed.length > 0 ? taxed : incomes.filter(isUntaxedAbsence)
  return told.reduce((days, { quantity = '0' }) => days + Number.parseFloat(quantity), 0)
}

/** The payslip as it would have been; `corrections` are lines that changed it since. */
export function withItems<S extends Slip>(
  slip: S,
  corrections: readonly IncomeLine[],
  items: readonly LateItem[],
): { slip: S; pay: ArrearsPay[] } {
  if (items.length === 0) return { slip, pay: [] }
  const incomes: IncomeInput[] = [...(slip.input.incomes ?? [])]
  const more = { taxed: 0, untaxed: 0 }
  const pay = items.map((item) => {
    const place = slip.incomes.findIndex(({ id }) => id === item.id)
    const line = slip.incomes[place]
    const { due, lost, was, wasLost, agreed } = itemIn(slip, item, line)
    const corrected = sumOf(corrections.filter(({ id }) => id === item.id))
    const left = afterCorrection(due, was, was + corrected)
    const own = { amount: left - corrected, taxable: item.taxable, oneOff: item.one_off }
    if (line) incomes[place] = own
    else if (own.amount !== 0) incomes.push(own)
    more[item.taxable ? 'taxed' : 'untaxed'] += lost
    more[line?.taxable === false ? 'untaxed' : 'taxed'] -= wasLost
    const told = { agreed: agreed - lost, due: left - lost, was: was - wasLost, corrected }
    return { ...changedLine(item.name, told), taxable: item.taxable, item: item.id }
  })
  takeBack(incomes, slip.incomes.findIndex(isAbsence), { amount: more.taxed, taxable: true })
  const untaxed = slip.incomes.findIndex(isUntaxedAbsence)
  takeBack(incomes, untaxed, { amount: more.untaxed, taxable: false })
  return { slip: { ...slip, input: { ...slip.input, incomes } }, pay }
}

/** What the month pays of it, and what days not worked take, as it is due and as it was. */
function itemIn(slip: Slip, item: LateItem, line: IncomeLine | undefined) {
  const days = { days: slip.days, of: slip.days_of }
  const part = (amount: Cents) => (item.by_days ? prorate(amount, days) : amount)
  const absent = absentDays(slip)
  const lostOf = (amount: Cents, oneOff: boolean) =>
    item.by_days && !oneOff ? lostTo(absent, amount, part(amount), days) : 0
  const due = part(item.amount)
  const was = line?.amount ?? 0
  const whole =
    item.agreed.find((amount) => part(amount) === was) ??
    Math.round((was * days.of) / Math.max(1, item.by_days ? days.days : days.of))
  return {
    ...{ agreed: due, due, lost: lostOf(item.amount, item.one_off) },
    ...{ was, wasLost: line ? lostOf(whole, line.one_off) : 0 },
  }
}

function takeBack(
  incomes: IncomeInput[],
  place: number,
  { amount, taxable }: { amount: Cents; taxable: boolean },
) {
  if (amount === 0) return
  const known = incomes[place]
  if (known) incomes[place] = { ...known, amount: known.amount - amount }
  else incomes.push({ amount: 0 - amount, taxable, oneOff: false, absence: true })
}

/** What a month is due of one thing, less what its payslip and corrections have paid. */
export function changedLine(
  component: string,
  { agreed, due, was, corrected }: Record<'agreed' | 'due' | 'was' | 'corrected', Cents>,
): ArrearsPay {
  const paid = was + corrected
  const told = [due, agreed, was, paid].map(formatShillings)
  const why = due === agreed ? '' : ` (${told[1]}, as ${told[2]} was corrected to ${told[3]})`
  const working = `${told[0]} for the month${why}, less ${told[3]} paid`
  return { component, taxable: true, amount: due - paid, working }
}
