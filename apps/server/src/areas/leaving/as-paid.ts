import type { FinalDues } from '@mshahara/contract/leaving'
import type { Day } from '@mshahara/engine/calendar'
import { serviceInWords, serviceOf } from '@mshahara/engine/leaving/service'
import { formatShillings } from '@mshahara/engine/money'
import type { DeductionLine, IncomeLine } from '@mshahara/engine/month-pay'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { sql } from '../../foundation/core/sql.ts'
import { leaveLeftOn } from '../leave/index.ts'
import { enteredFor, type LeaverFacts, leaverFacts } from '../payroll/index.ts'
import { elsewhere } from './elsewhere.ts'
import { noticesOf } from './notices.ts'
import { isPaid, type LeavingRow } from './record.ts'

/**
 * Final dues that are paid, as their payslip has them: what is recorded later of the person changes
 * nothing of what they were given.
 */

interface PaidRow {
  code: string
  name: string
  employee_no: string
  since: Day
  facts: LeaverFacts
  incomes: IncomeLine[]
  deductions: DeductionLine[]
  gross: string
  total_deductions: string
  net: string
}

export type PaidDues = FinalDues & { paid: NonNullable<FinalDues['paid']> }

const payslipOf = (tx: Tx, payslip_id: string, last: Day) =>
  tx.one<PaidRow>`select r.code, concat_ws(' ', p.person ->> 'first_name',
      p.person ->> 'middle_name', p.person ->> 'last_name') as name,
      p.person ->> 'employee_no' as employee_no, p.person ->> 'employment_date' as since,
      ${leaverFacts(sql`${last}::date`, sql`(p.person ->> 'employment_date')::date`)} as facts,
      p.incomes, p.deductions, p.gross, p.total_deductions, p.net
    from payslips p
    join payrolls r on r.organization_id = p.organization_id and r.id = p.payroll_id
    join employees e on e.organization_id = p.organization_id and e.id = p.employee_id
    where p.id = ${payslip_id}`

/** Of the leaving that was paid; somebody who came back since may leave once more. */
export async function duesPaid(tx: Tx, leaving: LeavingRow, asked: Day) {
  const { last_day, came_back, run } = leaving
  if (!run || !isPaid(leaving) || (came_back && asked > last_day)) return null
  return paidOf(tx, leaving, run.payslip_id)
}

async function paidOf(tx: Tx, leaving: LeavingRow, payslip_id: string): Promise<PaidDues> {
  const { employee_id, last_day } = leaving
  const slip = await payslipOf(tx, payslip_id, last_day)
  const { code, name, employee_no, facts } = slip
  return {
    ...{ name, employee_no, last_day, basic: null },
    leave_left: await leaveLeftOn(tx, employee_id, last_day),
    service: serviceInWords(serviceOf(facts.since, last_day, facts.away)),
    lines: linesOf(slip, leaving),
    due: centsOf(slip.gross),
    owed: centsOf(slip.total_deductions),
    // The line of its tax says how it came about.
    lump_sum: { amount: 0, tax: 0, years: [] },
    elsewhere: await elsewhere(tx, employee_id, last_day, facts.month_pays_leave),
    notices: noticesOf(leaving),
    paid: { code, since: slip.since, net: centsOf(slip.net) },
  }
}

/** Every line of the payslip, with what somebody entered and why. */
function linesOf({ incomes, deductions }: PaidRow, { lines: entered }: LeavingRow) {
  const told = ({ id, name, amount, working = '' }: IncomeLine | DeductionLine, kind: string) => ({
    ...{ label: name, amount, working, rule: null, tax: 'none' as const },
    code: /^final-(\w+)-\d+$/.exec(id)?.[1] ?? kind,
    reason: enteredFor({ id, name }, entered)?.reason ?? null,
  })
  return [
    ...incomes.map((line) => told(line, line.kind)),
    ...deductions.map((line) => ({
      ...told(line, line.kind),
      amount: 0 - line.amount,
      working: [line.working, stillOwed(line)].filter(Boolean).join('; '),
    })),
  ]
}

/** What the pay could not cover. */
export const stillOwed = ({ kind, balance = 0 }: Pick<DeductionLine, 'kind' | 'balance'>) =>
  kind === 'owed' && balance > 0 ? `${formatShillings(balance)} is still owed` : ''
