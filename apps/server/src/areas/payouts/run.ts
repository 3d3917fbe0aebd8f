import { dayInWords, monthAndYear } from '@mshahara/contract/months'
import type { Tx } from '../../foundation/core/db.ts'
import { type AnyRun, loadAnyRun, loadAnyRunFor, refuseAct } from '../../foundation/pay/runs.ts'

/** What is paid out: a payroll of employees, of a month or beside it, or of casual workers. */

export type RunOf = 'employees' | 'casuals'

export interface PayRun {
  id: string
  of: RunOf
  code: string
  /** "October 2026", or the days of it. */
  title: string
  /** The same, short enough for the name of a file. */
  stamp: string
  /** What people read on their phone or statement. */
  narration: string
}

/** The period of either: a month, or days. */
export interface Period {
  month: string | null
  /** Of an extra run. */
  title?: string | null
  from: string | null
  to: string | null
}

const short = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })
const shortDay = (day: string) => short.format(new Date(day))

export function titleOf({ month, title = null, from, to }: Period): string {
  if (month !== null) {
    const { month: name, year } = monthAndYear(month)
    return `${title === null ? '' : `${title}, `}${name} ${year}`
  }
  return `${dayInWords(from as string)} to ${dayInWords(to as string)}`
}

export function narrationOf({ month, title = null, from, to }: Period): string {
  if (month !== null) return `${title ?? 'Salary'} ${titleOf({ month, from, to })}`
  const last = to as string
  return `Wages ${shortDay(from as string)} to ${shortDay(last)} ${last.slice(0, 4)}`
}

/** Where people look at a payroll, and at its payouts. */
export const pageOf = ({ of, id }: Pick<PayRun, 'of' | 'id'>) =>
  of === 'employees' ? `/payroll/${id}` : `/payroll/casual/${id}`
export const payoutsPageOf = ({ of, id }: Pick<PayRun, 'of' | 'id'>) =>
  of === 'employees' ? `/payrollPayouts/${id}` : `/casualPayrollPayouts/${id}`

function payRunOf(run: AnyRun): PayRun {
  const { id, code, month, from, to } = run
  const told = { title: titleOf(run), narration: narrationOf(run) }
  return { id, of: kindIn(run), code, ...told, stamp: month ?? `${from}-${to}` }
}

export const loadRun = async (tx: Tx, id: string): Promise<PayRun> =>
  payRunOf(await loadAnyRun(tx, id))

/** Refused unless it is confirmed; with `held`, nobody else acts on it meanwhile. */
export async function loadPayable(tx: Tx, id: string, held = true): Promise<PayRun> {
  if (held) return payRunOf(await loadAnyRunFor(tx, id, 'pay'))
  const run = await loadAnyRun(tx, id)
  refuseAct(run, 'pay')
  return payRunOf(run)
}

export const kindIn = ({ month }: Period): RunOf => (month === null ? 'casuals' : 'employees')
