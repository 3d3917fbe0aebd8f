import { daysIn, monthOf } from '@mshahara/engine/calendar'
import type { MonthPay } from '@mshahara/engine/month-pay'
import { monthsLater } from '../../foundation/core/clock.ts'
import type { Ctx } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { raw } from '../../foundation/core/sql.ts'
import { openedCount } from '../opening/index.ts'
import { centsIn } from './reader.ts'
import { type KeptPay, keptFigures, reasonsFor } from './variance-reasons.ts'

/** Somebody's newest confirmed pay, and every reason why it is not last month's. */

interface OwnPayRow extends Record<(typeof keptFigures)[number], string> {
  id: string
  month: string
  paid_on: string | null
  incomes: MonthPay['incomes']
  deductions: MonthPay['deductions']
  days: number
  days_of: number
}

export async function ownPay({ tx, say }: Ctx, employee_id: string) {
  const rows = await tx.all<OwnPayRow>`select s.id, s.month, s.incomes, s.deductions, s.days,
      s.days_of, d.paid_on, ${raw(keptFigures.map((name) => `s.${name}`).join(', '))}
    from paid_slips s left join payroll_payments d on d.id = s.payroll_id
    where s.employee_id = ${employee_id} and s.month in (select m.month from paid_slips m
      where m.employee_id = ${employee_id} and m.kind = 'monthly' order by m.month desc limit 2)
    order by s.month desc, s.kind = 'monthly' desc, s.run_number`
  const months = [...Map.groupBy(rows, ({ month }) => month).values()]
  const [last, before] = months.map(([own]) => own)
  if (!last) return null
  const [pay, was] = months.map(togetherOf) as [KeptPay, KeptPay?]
  return {
    payslip_id: last.id,
    month: last.month,
    net: pay.net,
    next_pay_day: nextPayDay(last),
    before: before && was ? { month: before.month, net: was.net } : null,
    changes: (was ? reasonsFor(was, pay, last.month) : [])
      .filter(({ net }) => net !== 0)
      .map((reason) => ({ ...reason, detail: say(reason.detail) })),
    p9_year: await cardYear(tx, employee_id, last.month),
  }
}

/** The month's payslip, and those beside it. */
function togetherOf(rows: OwnPayRow[]): KeptPay {
  const [first, ...others] = rows.map(keptOf) as [KeptPay, ...KeptPay[]]
  for (const one of others) {
    for (const name of keptFigures) first[name] += one[name]
    first.incomes = [...first.incomes, ...one.incomes]
    first.deductions = [...first.deductions, ...one.deductions]
  }
  return first
}

const keptOf = (row: OwnPayRow): KeptPay => ({
  ...centsIn(row as never, keptFigures),
  incomes: row.incomes,
  deductions: row.deductions.filter(({ kind }) => kind !== 'statutory'),
  days: row.days,
  days_of: row.days_of,
})

/** The day of the last payment, a month on; at the end of the month where none was recorded. */
function nextPayDay({ month, paid_on }: OwnPayRow): string {
  const first = monthsLater(`${month}-01`, 1)
  if (paid_on && monthOf(paid_on) === month) return monthsLater(paid_on, 1)
  return `${monthOf(first)}-${daysIn(monthOf(first))}`
}

/** A year's card is ready once the year is over. */
async function cardYear(tx: Tx, employee_id: string, month: string): Promise<number | null> {
  const year = Number(month.slice(0, 4)) - (month.endsWith('-12') ? 0 : 1)
  const card = await tx.maybe`select from paid_slips s where s.employee_id = ${employee_id}
      and starts_with(s.month, ${String(year)}) and s.person ->> 'tos' <> 'Consultant' limit 1`
  return card || (await openedCount(tx, { year, employee_id })) > 0 ? year : null
}
