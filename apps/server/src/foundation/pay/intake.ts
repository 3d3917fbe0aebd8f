import { daysIn } from '@mshahara/engine/calendar'
import type { PayPart } from '@mshahara/engine/month-pay'
import type { Tx } from '../core/db.ts'
import { raw, type Sql, sql } from '../core/sql.ts'

/** A pay month and its days. */
export interface PayMonth {
  month: string
  first: string
  last: string
}
export const payMonth = (month: string): PayMonth => ({
  month,
  first: `${month}-01`,
  last: `${month}-${daysIn(month)}`,
})

/** Which payslips: all of a run, or one of it. */
export interface Scope {
  payroll_id: string
  payslip_id?: string | undefined
}

/**
 * Something that runs take in: pay items, commissions, loan instalments. Its area says where it is
 * found and what it comes to; a run asks every intake alike.
 */
export interface Intake<Value = unknown> {
  /** Its name among what a payslip is made from. */
  name: string
  /**
   * Not in what a payslip is made from where its value is null: older drafts stay as they are.
   * `unsaid`: nor where others of these say something.
   */
  sparse?: true | 'unsaid'
  /** One row with a `value`, for the employee `e` and the payslip `wanted` of the query around it. */
  source(month: PayMonth): Sql
  /** That value, as it comes from the database, as parts of the month's pay. */
  parts(value: Value, month: string): PayPart[]
  /**
   * A draft takes what is due, so that no other run can; see `claims`. The value then says under
   * `waiting` how many records are due, but not the payslip's.
   */
  claim?(tx: Tx, month: PayMonth, scope: Scope): Promise<unknown>
  /** The run is about to be confirmed: from now on nobody else changes what it pays. */
  hold?(tx: Tx, payroll_id: string): Promise<unknown>
  /** The run was confirmed. */
  pay?(tx: Tx, payroll_id: string): Promise<unknown>
  /** The payslips are deleted or reversed: what they took is due again. */
  free?(tx: Tx, scope: Scope): Promise<unknown>
}

/**
 * For records that are paid once and have a `payslip_id` and a `status`. Claimed first and read
 * after, so that of two runs at once each has some and none has both. `due` speaks of `r`.
 */
export function claims(
  table: string,
  due: (month: PayMonth) => Sql,
  taker: Taker = 'month',
): Required<Pick<Intake, 'claim' | 'hold' | 'pay' | 'free'>> {
  const records = raw(table)
  return {
    claim(tx, month, scope) {
      const of = sql`${month.month}`
      return tx.run`update ${records} r set payslip_id = ${slipOf(of, 'r', taker)}
        where r.id = any (array(select r.id from ${records} r ${slipIn(of, 'r', taker)}
            where r.status = 'draft' and r.payslip_id is null and ${due(month)}
              and ${within(scope)}))
          and r.status = 'draft' and r.payslip_id is null`
    },
    hold: held(table),
    pay: paid(table),
    free: freed(table),
  }
}

/** Which payslip of a month takes something in: the month's own, or that of final dues. */
export type Taker = 'month' | 'final'
const takes = { month: sql`not p.extra`, final: sql`p.leaving_id is not null` }

/**
 * The payslip `p` of a month's payroll for record `r`, looked up by key, and what is written is
 * looked up by key as well: the planner knows nothing of a fresh run, and might compare all with
 * all.
 */
export const slipIn = (month: Sql, record = 'r', taker: Taker = 'month'): Sql => {
  const r = raw(record)
  return sql`cross join lateral (select p.id, p.payroll_id from payslips p
    where p.organization_id = ${r}.organization_id and p.employee_id = ${r}.employee_id
      and p.month = ${month} and not p.void and ${takes[taker]} limit 1) p`
}
export const slipOf = (month: Sql, record = 'r', taker: Taker = 'month'): Sql => {
  const r = raw(record)
  return sql`(select p.id from payslips p where p.organization_id = ${r}.organization_id
    and p.employee_id = ${r}.employee_id and p.month = ${month} and not p.void and ${takes[taker]}
    limit 1)`
}

/**
 * Held before the checks look: what they find in a payslip is what `pay` pays. Whoever has written
 * to one of the records is waited for.
 */
export const held =
  (table: string): Required<Intake>['hold'] =>
  (tx, payroll_id) =>
    tx.run`select from ${raw(table)}
      where payslip_id in (select p.id from payslips p where ${within({ payroll_id })})
      order by id for no key update`

const paid =
  (table: string): Required<Intake>['pay'] =>
  (tx, payroll_id) =>
    tx.run`update ${raw(table)} set status = 'paid'
      where payslip_id in (select p.id from payslips p where ${within({ payroll_id })})`

/** What the payslips have taken of this table is due again. */
const freed =
  (table: string): Required<Intake>['free'] =>
  (tx, scope) =>
    tx.run`update ${raw(table)} set status = 'draft', payslip_id = null
      where payslip_id in (select p.id from payslips p where ${within(scope)})`

/**
 * For records of one month that are nobody's until its run is confirmed, and claimed then. `due`
 * speaks of `r` and the `run`.
 */
export const paidWhenConfirmed = (
  table: string,
  due: Sql,
): Required<Pick<Intake, 'hold' | 'pay' | 'free'>> => ({
  hold: (tx, payroll_id) =>
    tx.run`update ${raw(table)} r set payslip_id = ${slipOf(sql`run.month`)}
      from payrolls run where run.id = ${payroll_id} and r.status = 'draft'
        and r.id = any (array(select r.id from payrolls run
          cross join ${raw(table)} r ${slipIn(sql`run.month`)}
          where run.id = ${payroll_id} and r.status = 'draft' and ${due}
            and p.payroll_id = run.id))`,
  // What somebody has put beside it is not in the payslip, and is not paid by it.
  pay: (tx, payroll_id) =>
    tx.run`update ${raw(table)} r set status = 'paid' from payrolls run
      where run.id = ${payroll_id} and ${due} and r.payslip_id in (
        select p.id from payslips p where ${within({ payroll_id })})`,
  free: freed(table),
})

/** The payslips `p` of a scope. */
export const within = ({ payroll_id, payslip_id }: Scope): Sql =>
  payslip_id
    ? sql`p.payroll_id = ${payroll_id} and p.id = ${payslip_id}`
    : sql`p.payroll_id = ${payroll_id}`

/** Columns of a table as the fields of a JSON object. */
export const jsonFields = (table: string, names: string): Sql =>
  raw(
    names
      .trim()
      .split(/\s+/)
      .map((name) => `'${name}', ${table}.${name}`)
      .join(', '),
  )

/** JSON from the database has shillings. */
export const cents = (shillings: number | null) => Math.round((shillings ?? 0) * 100)
