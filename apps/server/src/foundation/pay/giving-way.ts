import type { Tx } from '../core/db.ts'
import { raw, type Sql, sql } from '../core/sql.ts'
import { claims, type Intake, type PayMonth, type Scope, within } from './intake.ts'

/**
 * What is due is taken by the earliest month that needs it, whichever draft was made first: the
 * draft of a later month gives way, and shows as changed until it is worked out again.
 */

/** Of a table that is claimed: records `r` that are due in a month. */
type Due = (month: PayMonth) => Sql

/** For the source: a record is nobody's, or a later draft's, and is still to be taken. */
export const toBeTaken = ({ month }: PayMonth, record = 'r'): Sql => {
  const r = raw(record)
  return sql`(${r}.payslip_id is null or exists (select from payslips s
    where s.organization_id = ${r}.organization_id and s.id = ${r}.payslip_id
      and s.month > ${month} and not s.frozen))`
}

/**
 * Whoever confirms a later month just now goes first. Payslips are looked up by key: the planner
 * knows nothing of a fresh run, and might compare all with all.
 */
export async function giveWay(tx: Tx, table: string, due: Due, month: PayMonth, scope: Scope) {
  const later = await tx.run`select from payrolls where kind = 'monthly' and status = 'draft'
    and month > ${month.month} order by id for share`
  if (later === 0) return
  const slips = sql`from payslips s where s.organization_id = r.organization_id`
  await tx.run`with held as materialized (select r.id, r.payslip_id from ${raw(table)} r
      cross join lateral (select s.id ${slips} and s.id = r.payslip_id
        and s.month > ${month.month} and not s.frozen limit 1) later
      cross join lateral (select s.id, s.payroll_id ${slips} and s.employee_id = r.employee_id
        and s.month = ${month.month} and not s.void limit 1) p
      where r.payslip_id is not null and r.status <> 'paid' and ${within(scope)} and ${due(month)})
    update ${raw(table)} r set payslip_id = null from held
    where r.id = held.id and r.payslip_id = held.payslip_id`
}

/** `claims` of records that give way. */
export function claimsInTurn(
  table: string,
  due: Due,
): Required<Pick<Intake, 'claim' | 'pay' | 'free'>> {
  const own = claims(table, due)
  return {
    ...own,
    async claim(tx, month, scope) {
      await giveWay(tx, table, due, month, scope)
      await own.claim(tx, month, scope)
    },
  }
}
