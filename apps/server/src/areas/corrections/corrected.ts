import { type MonthName, monthAndYear, monthInWords } from '@mshahara/contract/months'
import { arrearsPay } from '@mshahara/engine/arrears'
import { formatShillings } from '@mshahara/engine/money'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { sql } from '../../foundation/core/sql.ts'
import {
  arrearsPaid,
  type DueLine,
  keyOf,
  type LeftOut,
  natureOf,
  ofMonth,
  type PaidLine,
  type PaidSlip,
  paidLines,
  paidSlipsOf,
} from '../payroll/index.ts'
import { sayToStaff } from './sentences.ts'

/** The payslip that is to be corrected, with what it and its corrections paid. */

interface SlipRow {
  id: string
  payroll_id: string
  employee_id: string
  month: string
  days: number | null
  days_of: number | null
  frozen: boolean
  void: boolean
  corrects: string | null
  extra: boolean
  final: boolean
  code: string
  /** Of the payslip that it corrects, and of the draft that corrects it. */
  first_code: string | null
  draft_code: string | null
  name: string
  employee_no: string
  why: string | null
  was: PaidSlip[] | null
  /** Items that were recorded for the month after its payslip: arrears pay them. */
  late: string[]
}

export interface CorrectedSlip extends Omit<SlipRow, 'was'> {
  was: PaidSlip[]
  lines: PaidLine[]
  left_out: LeftOut[]
}

/** As it was before its correction `before`, where that is confirmed already. */
export async function loadCorrected(tx: Tx, id: string, before?: string): Promise<CorrectedSlip> {
  const earlier = before
    ? sql`(select not c.frozen or o.id::text = any (counted_on(c.input)) from payslips c
        where c.id = ${before})`
    : sql`true`
  const row = await tx.one<SlipRow>`
    select s.id, s.payroll_id, s.employee_id, s.month, s.days, s.days_of, s.frozen, s.void,
      s.corrects, s.extra, s.leaving_id is not null as final, r.code,
      (select p.code from payslips o join payrolls p on p.id = o.payroll_id
        where o.id = s.corrects) as first_code,
      (select p.code from payslips o join payrolls p on p.id = o.payroll_id
        where o.corrects = s.id and not o.frozen limit 1) as draft_code,
      concat_ws(' ', e.first_name, e.last_name) as name, e.employee_no,
      case when not is_in_pay(e.status, e.employment_date, e.termination_date,
          (s.month || '-01')::date, month_end(s.month)) then
        case when e.status in ('suspended', 'inactive') then e.status
          else 'not employed in it' end end as why,
      ${paidSlipsOf(sql`s.id`, earlier)} as was,
      array(select lower(i.name) from json_to_recordset(case when not s.extra
          then late_items(s.organization_id, s.employee_id, s.month) end)
        as i (name text, amount bigint) where i.amount <> 0) as late
    from payslips s join payrolls r on r.id = s.payroll_id join employees e on e.id = s.employee_id
    where s.id = ${id}`
  const was = row.was ?? []
  const { lines, left_out } = paidLines(was)
  return { ...row, was, lines, left_out: [...left_out, ...(await paidLater(tx, row))] }
}

/** Of the month's own payslip: what was paid of it since is on top of its lines. */
async function paidLater(tx: Tx, { employee_id, month, extra }: SlipRow): Promise<LeftOut[]> {
  if (extra) return []
  const paid = await arrearsPaid(tx, sql`r.month = ${month}`, sql`r.employee_id = ${employee_id}`)
  const amount = arrearsPay(ofMonth(paid, { employee_id, month }))
  if (amount === 0) return []
  const name = `Arrears of ${monthInWords(month)}, ${formatShillings(amount)}`
  return [{ name, why: 'Paid with a later payroll, beside what is shown here: leave them out.' }]
}

/** In words, whatever stands against it. A draft that is being changed is no other. */
export function refuseUncorrectable(slip: CorrectedSlip, own = false) {
  if (slip.first_code) fail(422, sayToStaff.isCorrection({ code: slip.first_code }))
  if (slip.void) fail(422, sayToStaff.reversed)
  if (slip.final) fail(422, sayToStaff.finalDues)
  if (!slip.frozen) fail(422, sayToStaff.notConfirmed)
  if (slip.draft_code && !own) fail(422, sayToStaff.isOpen({ code: slip.draft_code }))
  if (slip.why) fail(422, sayToStaff.outOfPay({ why: slip.why }))
}

export const aboutToWire = (slip: CorrectedSlip, due: readonly DueLine[]) => ({
  payslip_id: slip.id,
  code: slip.code,
  employee: { id: slip.employee_id, name: slip.name, employee_no: slip.employee_no },
  ...wiredMonth(slip.month),
  lines: linesToWire(slip.lines, due),
  left_out: slip.left_out,
})

function wiredMonth(of: string): { month: MonthName; year: string } {
  const { month, year } = monthAndYear(of)
  return { month, year: String(year) }
}

/** Those of the payslip, then what a draft adds; what is not said is as it was paid. */
function linesToWire(paid: readonly PaidLine[], due: readonly DueLine[]) {
  const dueOf = new Map(due.map((line) => [keyOf(line), line.due]))
  const known = new Set(paid.map(keyOf))
  const wire = (line: PaidLine, should: number) => {
    const { side, key, name, paid } = line
    const by_days = side === 'salary' || line.kind === 'allowance'
    return { side, key, name, nature: natureOf(line), paid, due: should, by_days }
  }
  return [
    ...paid.map((line) => wire(line, dueOf.get(keyOf(line)) ?? line.paid)),
    ...due
      .filter((line) => !known.has(keyOf(line)))
      .map((line) => wire({ ...line, paid: 0 }, line.due)),
  ]
}
