import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import { openedIn } from '../opening/index.ts'
import { say } from './sentences.ts'

/** What a file is made of: one run, or the confirmed ones of a month ('2026-10') or year ('2026'). */
export type Source = { payroll_id: string; period: null } | { payroll_id: null; period: string }

/** The source, and how it stood when the file was read from it. */
export interface Standing {
  of: Source
  as: string
}

interface StandingRow {
  id: string
  status: string
  version: number
}

/**
 * One run is held until the end of the transaction. A period is held only when its file is put on
 * record, drafts included: one that is being confirmed at this moment belongs in the file.
 */
export async function standing(tx: Tx, of: Source, hold = of.payroll_id !== null) {
  const rows = await tx.all<StandingRow>`select id, status, version from payrolls p
    where ${of.payroll_id === null ? declaredIn(of.period) : sql`id = ${of.payroll_id}`}
    order by id ${hold ? sql`for share` : sql``}`
  const counted = rows.filter(({ status }) => of.payroll_id !== null || status === 'confirmed')
  const runs = counted.map(({ id, status, version }) => `${id} ${status} ${version}`)
  return { of, as: [...runs, ...(await opened(tx, of, hold))].join(', ') } satisfies Standing
}

/** The cards of a year rest on what came from elsewhere, too. */
async function opened(tx: Tx, { period }: Source, hold: boolean): Promise<string[]> {
  if (period?.length !== 4) return []
  const { as } = await openedIn(tx, Number(period), hold)
  return as ? [as] : []
}

/** The runs `p` of whatever kind in the returns of a month, or on the cards of a year. */
export const declaredIn = (period: string): Sql => sql`${period} in (select declared_in(p))`

/** A file is put on offer only while what it was made of stands as it did (B25). */
export async function refuseChanged(tx: Tx, { of, as }: Standing) {
  if ((await standing(tx, of, true)).as === as) return
  fail(422, say.changed({ whole_period: !of.payroll_id }))
}
