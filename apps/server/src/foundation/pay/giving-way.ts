import type { Tx } from '../core/db.ts'
import { raw, type Sql, sql } from '../core/sql.ts'
import { claims, type Intake, type PayMonth, type Scope, slipIn, within } from './intake.ts'

/**
 * What is due is taken by the earliest month that needs it, whichever draft was made first: the
 * draft of a later month gives way, and shows as changed until it is worked out again. So does a
 * draft of final dues to every month's payroll.
 */

/** Of a table that is claimed: records `r` that are due in a month. */
type Due = (month: PayMonth) => Sql

/** Such a draft has taken a record. Looked up by key, like everything of a run. */
const isLater = ({ month }: PayMonth, record: string): Sql => {
  const r = raw(record)
  return sql`coalesce((select (s.month > ${month} or s.leaving_id is not null) and not s.frozen
    from payslips s
    where s.organization_id = ${r}.organization_id and s.id = ${r}.payslip_id limit 1), false)`
}

/** For the source: a record is nobody's, or a later draft's, and is still to be taken. */
export const toBeTaken = (month: PayMonth, record = 'r'): Sql =>
  sql`(${raw(record)}.payslip_id is null or ${isLater(month, record)})`

/** Whoever confirms a later month just now goes first. */
export async function giveWay(tx: Tx, table: string, due: Due, month: PayMonth, scope: Scope) {
  const later = await tx.run`select from payrolls where status = 'draft'
    and (kind = 'final' or kind = 'monthly' and month > ${month.month}) order by id for share`
  if (later === 0) return
  await tx.run`update ${raw(table)} r set payslip_id = null
    where r.id = any (array(select r.id from ${raw(table)} r ${slipIn(sql`${month.month}`)}
        where r.payslip_id is not null and r.status <> 'paid' and ${isLater(month, 'r')}
          and ${within(scope)} and ${due(month)}))
      and ${isLater(month, 'r')}`
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
