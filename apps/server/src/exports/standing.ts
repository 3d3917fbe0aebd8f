import type { Tx } from '../core/db.ts'
import { fail } from '../core/fail.ts'
import { sql } from '../core/sql.ts'

/** What a file is made of: one run, or the confirmed ones of a month ('2026-10') or year ('2026'). */
export type Source = { payroll_id: string; period: null } | { payroll_id: null; period: string }

/** The source, and how it stood when the file was read from it. */
export interface Standing {
  of: Source
  as: string
}

interface Row {
  id: string
  status: string
  version: number
}

/**
 * One run is held until the end of the transaction. A period is held only when its file is put on
 * record, drafts included: one that is being confirmed at this moment belongs in the file.
 */
export async function standing(tx: Tx, of: Source, hold = of.payroll_id !== null) {
  const { payroll_id, period } = of
  const rows = await tx.all<Row>`select id, status, version from payrolls
    where ${payroll_id ? sql`id = ${payroll_id}` : sql`starts_with(month, ${period})`}
    order by id ${hold ? sql`for share` : sql``}`
  const counted = rows.filter(({ status }) => payroll_id !== null || status === 'confirmed')
  const casuals = period ? await casualsOf(tx, period, hold) : []
  const as = [...counted, ...casuals]
    .map((row) => `${row.id} ${row.status} ${row.version}`)
    .join(', ')
  return { of, as } satisfies Standing
}

/** The casual payrolls that count in the returns of a month, or on the cards of a year. */
async function casualsOf(tx: Tx, period: string, hold: boolean): Promise<Row[]> {
  const [first, length] =
    period.length === 4 ? [`${period}-01-01`, '1 year'] : [`${period}-01`, '1 month']
  const rows = await tx.all<Row>`select id, status, 0 as version from casual_payrolls
    where statutory and "from" < ${first}::date + ${length}::interval and "to" >= ${first}::date
    order by id ${hold ? sql`for share` : sql``}`
  return rows.filter(({ status }) => status === 'confirmed')
}

/** A file is put on offer only while what it was made of stands as it did (B25). */
export async function refuseChanged(tx: Tx, { of, as }: Standing) {
  if ((await standing(tx, of, true)).as === as) return
  const what = of.payroll_id ? 'This payroll' : 'A payroll of this period'
  fail(422, `${what} changed while the file was being made. Please make it again.`)
}
