import type { Tx } from '../core/db.ts'
import { raw, type Sql, sql } from '../core/sql.ts'

/** Payslips of a draft: added, written, taken out. Each kind of run brings its own columns. */

/** With their types. */
export type SlipColumns = Readonly<Record<string, string>>

const listed = (columns: SlipColumns, told: (name: string) => string) =>
  raw(Object.keys(columns).map(told).join(', '))

/** Rows of JSON as a table `r`. */
const tableOf = (rows: string, columns: SlipColumns): Sql => {
  const shape = Object.entries(columns).map((column) => column.join(' '))
  return sql`json_to_recordset(${rows}) as r (${raw(shape.join(', '))})`
}

/** One for each row of a query with these columns; whoever has one for the month gets no second. */
export const enrol = (tx: Tx, payroll_id: string, columns: string, query: Sql): Promise<number> =>
  tx.run`insert into payslips (payroll_id, ${raw(columns)})
    select ${payroll_id}, ${raw(columns)} from (${query}) people
    on conflict (organization_id, employee_id, month) where not void and not extra do nothing`

/** With all figures. Two runs that meet on somebody's day meet in the database, and one fails. */
export const addSlips = (tx: Tx, payroll_id: string, columns: SlipColumns, rows: string) =>
  tx.run`insert into payslips (payroll_id, ${listed(columns, (name) => name)})
    select ${payroll_id}, ${listed(columns, (name) => `r.${name}`)} from ${tableOf(rows, columns)}`

/** What a payslip says, in a few letters: `digest` is the one it has once it is frozen. */
export interface SlipDigest {
  id: string
  digest: string
}

const writing = (columns: SlipColumns, rows: string, which: Sql) =>
  sql`update payslips p set ${listed(columns, (name) => `${name} = r.${name}`)}
    from ${tableOf(rows, columns)} where p.organization_id = app_org() and ${which}`

/** Those rows `r` and payslips `p` that belong together. */
export const writeSlips = (tx: Tx, columns: SlipColumns, rows: string, which: Sql) =>
  tx.run`${writing(columns, rows, which)}`

/** The same, and what they say then. */
export const writeAndDigest = (tx: Tx, columns: SlipColumns, rows: string, which: Sql) =>
  tx.all<SlipDigest>`${writing(columns, rows, which)} returning p.id, ${digestOf}`

const digestOf = sql`digest_when_frozen(p) as digest`

export const digestsIn = (tx: Tx, payroll_id: string) =>
  tx.all<SlipDigest>`select p.id, ${digestOf} from payslips p where p.payroll_id = ${payroll_id}`

/** Which of them are word for word what the rows say. */
export const alike = async (tx: Tx, columns: SlipColumns, rows: string, which: Sql) =>
  new Set(
    (
      await tx.all<{ id: string }>`select p.id from payslips p join ${tableOf(rows, columns)}
        on p.organization_id = app_org() and ${which}
        where (${listed(columns, (name) => `p.${name}`)})
          is not distinct from (${listed(columns, (name) => `r.${name}`)})`
    ).map(({ id }) => id),
  )

/** Of payslips `p`. */
export const dropSlips = (tx: Tx, which: Sql) => tx.run`delete from payslips p where ${which}`

/** Taken out of its draft by a person, which the log tells. */
export async function takeOut(tx: Tx, id: string, module: string) {
  const old = await tx.one`delete from payslips where id = ${id}
    returning employee_id, casual_id, net, person`
  await tx.run`select log_bulk(${module}, 'deleted', ${id}, ${{ old }})`
}

/** The run of a payslip. */
export const runOfSlip = async (tx: Tx, id: string) =>
  (await tx.one<{ payroll_id: string }>`select payroll_id from payslips where id = ${id}`)
    .payroll_id
