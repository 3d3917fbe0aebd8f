import { formatShillings } from '@mshahara/engine/money'
import type { Tx } from '../../foundation/core/db.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import { cents, type Intake, within } from '../../foundation/pay/intake.ts'
import type { EmployeeRun } from '../../foundation/pay/runs.ts'
import { dropClaims } from './final-dues.ts'
import { type DueLine, differences, keyOf, type PaidSlip, paidLines } from './paid-lines.ts'

/** What a correction pays: what should have been, less what was paid until now (B31). */

export interface Corrected {
  due: DueLine[] | null
  was: PaidSlip[] | null
}

/** The payslip and its confirmed corrections `o`, in the order in which they were confirmed. */
export const paidSlipsOf = (
  payslip: Sql,
  which: Sql = sql`true`,
): Sql => sql`(select json_agg(json_build_object(
      'salary', o.salary, 'incomes', o.incomes, 'deductions', o.deductions,
      'pension', o.input -> 'pension', 'medical', o.input -> 'medicalFund')
      order by r.confirmed_at, r.number)
    from payslips o join payrolls r on r.organization_id = o.organization_id and r.id = o.payroll_id
    where o.organization_id = app_org() and o.frozen and not o.void
      and (o.id = ${payslip} or o.corrects = ${payslip}) and ${which})`

export const dueLinesOf = (payslip: Sql): Sql => sql`(select json_agg(json_build_object(
      'side', l.side, 'key', l.key, 'name', l.name, 'kind', l.kind, 'type', l.type,
      'taxable', l.taxable, 'one_off', l.one_off, 'before_tax', l.before_tax, 'due', l.due)
      order by l.place)
    from correction_lines l where l.organization_id = app_org() and l.payslip_id = ${payslip})`

export const correctionIntake: Intake<Corrected> = {
  name: 'correction',
  source: () => sql`select json_build_object('due', ${dueLinesOf(sql`c.id`)},
      'was', ${paidSlipsOf(sql`c.corrects`)}) as value
    from payslips c where c.organization_id = app_org() and c.id = wanted.id`,
  parts: ({ due, was }) => differences(inCents(due), was ?? []),
  // What it leaves owed after final dues no payroll takes: it is asked for as a claim.
  pay: (tx, payroll_id) => tx.run`insert into final_claims (employee_id, payslip_id, amount)
    select p.employee_id, p.id, (p.input ->> 'owed')::numeric / 100
    from payslips p where ${within({ payroll_id })} and (p.input ->> 'owed')::numeric > 0
      and final_dues_are_paid(app_org(), p.employee_id)`,
  free: dropClaims,
}

/** The database has shillings. */
export const inCents = (due: Corrected['due']) =>
  (due ?? []).map((line) => ({ ...line, due: cents(line.due) }))

/** For whoever has to agree: why, and each line with what was paid and what should have been. */
export async function correctedInWords(tx: Tx, run: EmployeeRun) {
  if (run.kind !== 'correction') return []
  const rows = await tx.all<Corrected>`select ${dueLinesOf(sql`c.id`)} as due,
    ${paidSlipsOf(sql`c.corrects`)} as was from payslips c where c.payroll_id = ${run.id}`
  const changed = rows.flatMap(({ due, was }) => {
    const paid = new Map(paidLines(was ?? []).lines.map((line) => [keyOf(line), line.paid]))
    return inCents(due)
      .map((line) => ({ ...line, was: paid.get(keyOf(line)) ?? 0 }))
      .filter((line) => line.due !== line.was)
  })
  return [
    { label: 'Reason', text: run.reason },
    ...changed.map(({ name, due, was }) => {
      return { label: name, text: `${formatShillings(was)} → ${formatShillings(due)}` }
    }),
  ]
}

/** The lines of a draft, instead of those it had. */
export async function setCorrectionLines(tx: Tx, payslip_id: string, lines: readonly DueLine[]) {
  await tx.run`delete from correction_lines where payslip_id = ${payslip_id}`
  const rows = lines.map(({ due, ...line }, place) => ({ ...line, place, due: due / 100 }))
  await tx.run`insert into correction_lines (payslip_id, place, side, key, name, kind, type, taxable,
      one_off, before_tax, due)
    select ${payslip_id}, g.place, g.side, g.key, g.name, g.kind, g.type, g.taxable, g.one_off,
      g.before_tax, g.due
    from json_to_recordset(${JSON.stringify(rows)}) as g (place smallint, side text, key text,
      name text, kind text, type text, taxable boolean, one_off boolean, before_tax boolean,
      due numeric)`
}
