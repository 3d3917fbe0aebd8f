import { dayInWords, monthAndYear } from '@mshahara/contract/months'
import { loadCasualPayroll, refuseCasuals } from '../casual-payroll/index.ts'
import type { Tx } from '../core/db.ts'
import { sql } from '../core/sql.ts'
import { loadFor, loadPayroll, refuse } from '../payroll/index.ts'

/** What is paid out: a monthly payroll of employees, or a payroll of casual workers. */

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
  from: string | null
  to: string | null
}

const short = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })
const shortDay = (day: string) => short.format(new Date(day))

export function titleOf({ month, from, to }: Period): string {
  if (month !== null) {
    const { month: name, year } = monthAndYear(month)
    return `${name} ${year}`
  }
  return `${dayInWords(from as string)} to ${dayInWords(to as string)}`
}

export function narrationOf({ month, from, to }: Period): string {
  if (month !== null) return `Salary ${titleOf({ month, from, to })}`
  const last = to as string
  return `Wages ${shortDay(from as string)} to ${shortDay(last)} ${last.slice(0, 4)}`
}

/** Where people look at a payroll, and at its payouts. */
export const pageOf = ({ of, id }: Pick<PayRun, 'of' | 'id'>) =>
  of === 'employees' ? `/payroll/${id}` : `/payroll/casual/${id}`
export const payoutsPageOf = ({ of, id }: Pick<PayRun, 'of' | 'id'>) =>
  of === 'employees' ? `/payrollPayouts/${id}` : `/casualPayrollPayouts/${id}`

const kindOf = async (tx: Tx, id: string): Promise<RunOf> => {
  const { casual } = await tx.one<{ casual: boolean }>`
    select false as casual from payrolls where id = ${id}
    union all select true from casual_payrolls where id = ${id}`
  return casual ? 'casuals' : 'employees'
}

type Loaded = Pick<PayRun, 'id' | 'code'> & Partial<Period>

const runOf = (of: RunOf, row: Loaded): PayRun => {
  const { id, code, month = null, from = null, to = null } = row
  const period = { month, from, to }
  const stamp = month ?? `${from}-${to}`
  const told = { title: titleOf(period), narration: narrationOf(period), stamp }
  return { id, of, code, ...told }
}

export async function loadRun(tx: Tx, id: string): Promise<PayRun> {
  const of = await kindOf(tx, id)
  return runOf(of, await (of === 'casuals' ? loadCasualPayroll(tx, id) : loadPayroll(tx, id)))
}

/** Refused unless it is confirmed; with `held`, nobody else acts on it meanwhile. */
export async function loadPayable(tx: Tx, id: string, held = true): Promise<PayRun> {
  const of = await kindOf(tx, id)
  if (of === 'casuals') {
    const row = await loadCasualPayroll(tx, id, held ? sql`for update` : undefined)
    refuseCasuals(row, 'pay')
    return runOf(of, row)
  }
  if (held) return runOf(of, await loadFor(tx, id, 'pay'))
  const payroll = await loadPayroll(tx, id)
  refuse(payroll, 'pay')
  return runOf(of, payroll)
}

/** Either kind side by side, where many are looked at at once. */
export const eitherRun = sql`(select organization_id, id, code, month, null::date as "from",
    null::date as "to" from payrolls
  union all select organization_id, id, code, null, "from", "to" from casual_payrolls)`

/** Of a row of `eitherRun`. */
export const kindIn = ({ month }: Period): RunOf => (month === null ? 'casuals' : 'employees')
