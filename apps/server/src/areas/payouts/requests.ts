import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import type { PayRun } from './run.ts'

/** What one person has asked for, until a second one agrees (C14). */

export interface RequestRow {
  id: string
  /** Of employees or of casuals. */
  run_id: string
  state: 'waiting' | 'approved' | 'declined' | 'expired'
  digest: string
  /** Payslips of people who had left before its days, which were ticked. */
  leavers: string[]
  count: number
  total: string
  requested_by: string | null
  requested_name: string
  expires_at: string
  created_at: string
}

/** Of a run, unless its time is over, or whoever asked may not pay any more. */
export const waitingRequest = async (tx: Tx, run_id: string) =>
  (await tx.maybe<RequestRow>`select * from payout_requests r
    where run_id = ${run_id} and ${isWaiting}`) ?? null

export const isWaiting: Sql = sql`r.state = 'waiting' and r.expires_at > app_now()
  and counts_as_payer(r.organization_id, r.requested_by)`

export const requestToWire = (row: RequestRow, user_id: string, digest: string) => ({
  id: row.id,
  requested_by: row.requested_name,
  own: row.requested_by === user_id,
  created_at: row.created_at,
  expires_at: row.expires_at,
  count: row.count,
  total: centsOf(row.total),
  overtaken: row.digest !== digest,
})

export interface RequestedPayout {
  run: Pick<PayRun, 'id' | 'of'>
  digest: string
  leavers: string[]
  count: number
  total: number
}

/** Takes the place of one that has expired or been overtaken; the same one is not asked twice. */
export async function askFor(
  tx: Tx,
  asked: RequestedPayout,
  user: { id: string; name: string },
): Promise<{ id: string; isNew: boolean }> {
  const same = await waitingRequest(tx, asked.run.id)
  const isSame = same?.digest === asked.digest && same.leavers.join() === asked.leavers.join()
  if (same && isSame) return { id: same.id, isNew: false }
  await closeWaiting(tx, asked.run.id)
  return { id: await addRequest(tx, asked, user, 'waiting'), isNew: true }
}

export const closeWaiting = (tx: Tx, run_id: string) =>
  tx.run`update payout_requests set state = 'expired'
    where run_id = ${run_id} and state = 'waiting'`

/** For a day; afterwards it is asked for again. */
export async function addRequest(
  tx: Tx,
  { run, digest, leavers, count, total }: RequestedPayout,
  user: { id: string; name: string },
  state: 'waiting' | 'approved',
): Promise<string> {
  const { id } = await tx.one<{ id: string }>`insert into payout_requests
      (run_id, state, digest, leavers, count, total, requested_by, requested_name, expires_at,
        decided_at)
    values (${run.id}, ${state}, ${digest}, ${leavers}::uuid[], ${count}, ${(total / 100).toFixed(2)}, ${user.id},
      ${user.name}, app_now() + interval '24 hours',
      case ${state} when 'approved' then app_now() end)
    returning id`
  return id
}
