import type { Tx } from '../core/db.ts'
import type { SlipDigest } from './drafting.ts'
import type { AnyRun } from './runs.ts'

/**
 * What is confirmed is frozen, and what is reversed is void; the database refuses everything else.
 * Between its payslips and the run, what it has taken in is paid or set free.
 */

export interface FrozenSlips {
  payslips: number
  gross: string
  net: string
  digest: string | null
  slips: SlipDigest[]
}

/** Until the end of the transaction nobody else changes one. */
export const holdSlips = (tx: Tx, payroll_id: string) =>
  tx.run`select from payslips where payroll_id = ${payroll_id} for no key update`

/** One look at each: how many, how much, and digests; one for the log shows a later change. */
export const freezeSlips = (tx: Tx, payroll_id: string) =>
  tx.one<FrozenSlips>`with frozen as (
      update payslips s set frozen = true where s.payroll_id = ${payroll_id}
      returning s.id, s.gross, s.net, payslip_digest(s) as digest)
    select count(*) as payslips, coalesce(sum(gross), 0) as gross, coalesce(sum(net), 0) as net,
      digest_of(string_agg(digest, '' order by id)) as digest,
      coalesce(json_agg(json_build_object('id', id, 'digest', digest)), '[]') as slips
    from frozen`

const moduleOf = {
  monthly: 'payroll',
  casual: 'casual-payroll',
  off_cycle: 'payroll',
  final: 'payroll',
} as const

/** From now on nothing in the run changes. `ticked` are the days that nobody has seen (C22). */
export async function confirmRun(
  tx: Tx,
  { id, kind }: Pick<AnyRun, 'id' | 'kind'>,
  { payslips, gross, net, digest }: Omit<FrozenSlips, 'slips'>,
  { by, ticked = null }: { by: string; ticked?: readonly string[] | null },
) {
  await tx.run`update payrolls set status = 'confirmed', confirmed_at = app_now(),
    confirmed_by = ${by}, ticked_days = ${ticked}::date[],
    count = ${payslips}, gross = ${gross}, net = ${net} where id = ${id}`
  await tx.run`select log_bulk(${moduleOf[kind]}, 'updated', ${id}::text, jsonb_build_object('new',
    jsonb_build_object('payslips', ${payslips}::int, 'gross', ${gross}::numeric,
      'net', ${net}::numeric, 'digest', ${digest}::text)))`
}

/** `not_signed` are those paid in cash who have not had it (C23). */
export const reverseRun = (
  tx: Tx,
  id: string,
  {
    by,
    reason,
    not_signed = null,
  }: {
    by: string
    reason: string
    not_signed?: readonly string[] | null
  },
) =>
  tx.run`update payrolls set status = 'reversed', reversed_at = app_now(), reversed_by = ${by},
    reversal_reason = ${reason}, not_signed = ${not_signed}::uuid[] where id = ${id}`

export const voidSlips = (tx: Tx, payroll_id: string) =>
  tx.run`update payslips set void = true where payroll_id = ${payroll_id}`
