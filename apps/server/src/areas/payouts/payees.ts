import type { PayoutMethod } from '@mshahara/contract/payouts'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { raw, sql } from '../../foundation/core/sql.ts'
import { heldBackColumns, isHeldBack, slipsWithPayees } from '../../foundation/pay/held-back.ts'
import type { Payable, PayeeRow } from './payable.ts'
import type { PayRun, Period } from './run.ts'

/** Whom a run pays, with what `payable` needs to know of them. */

const name = raw("concat_ws(' ', e.first_name, nullif(e.middle_name, ''), e.last_name) as name")

const blocked_by = raw(
  "payment_blocked_by(s.organization_id, s.id, e.pay_by = 'bank') as blocked_by",
)

/** What a payout needs to know of a payslip `s`, and of whom it is of. */
const columns = sql`s.id as slip_id, s.net, e.id as payee_id, e.payee_no, ${name}, e.pay_by, e.phone,
  e.bank_code, e.bank_name, e.account_no, e.payee_changed_at, ${blocked_by},
  ${heldBackColumns}, ${isHeldBack} as held_back`

type Run = Pick<PayRun, 'id'>

/** Somebody has marked that they were paid in cash: there is nothing left to do. */
const isMarkedPaid = raw('exists (select from cash_payments k where k.id = s.id)')

/**
 * The payslips of a run that no instruction pays, with the person's record of today. Those of whom
 * the last instruction failed are for Retry, unless they are to be paid otherwise by now, which
 * waits until it is sure that it failed.
 */
export const unpaidOf = (tx: Tx, { id }: Run) =>
  tx.all<PayeeRow & Partial<Failed>>`select ${columns},
      f.account as failed_account, f.bank_code as failed_bank_code, f.amount as failed_amount,
      f.ordered_at,
      case when f.account is not null
        then payment_freed_at(s.organization_id, s.id) end as freed_at
    from ${slipsWithPayees}
    left join lateral (select a.account, a.bank_code, a.amount, r.created_at as ordered_at
      from payout_attempts a left join payout_requests r on r.id = a.request_id
      where a.slip_id = s.id order by a.number desc limit 1) f on true
    where s.payroll_id = ${id} and not ${isMarkedPaid}
      and not exists (select from payout_attempts a
        where a.slip_id = s.id and (a.state <> 'failed' or a.retry_wanted is not null))
    order by e.number`

/** Those of them for whom nothing has ever been ordered. */
export const neverOrdered = (tx: Tx, { id }: Run) =>
  tx.all<PayeeRow>`select ${columns} from ${slipsWithPayees}
    where s.payroll_id = ${id} and not ${isMarkedPaid}
      and s.id not in (select o.slip_id from payouts o where o.run_id = ${id})
    order by e.number`

interface Freed {
  /** When the last order was asked for. */
  ordered_at: string | null
  /** When somebody last said that it was not paid otherwise (`payment_freed_at`). */
  freed_at: string | null
}

interface Failed extends Freed {
  failed_account: string | null
  failed_bank_code: string | null
  failed_amount: string | null
}

/** Whether the last instruction failed and would go to the same place again, with nothing new. */
export const isForRetry = (
  row: Pick<PayeeRow, 'blocked_by'> & Partial<Failed>,
  to: Payable | { reason: string },
) =>
  row.blocked_by === null &&
  !!row.failed_account &&
  ('reason' in to ||
    (row.failed_account === to.account &&
      row.failed_bank_code === to.bank_code &&
      centsOf(row.failed_amount ?? '0') === to.amount &&
      !isFreedSince(row)))

/** Somebody has said since the order that the slip was not paid otherwise. */
export const isFreedSince = ({ freed_at, ordered_at }: Partial<Freed>) =>
  !!freed_at && freed_at > (ordered_at ?? '')

interface Again extends PayeeRow, Period, Freed {
  attempt_id: string
  /** How it was ordered. */
  method: PayoutMethod
  ordered: string
  attempts: number
}

/** Those whom these attempts were to pay, in any organisation. */
export const payeesAgain = (tx: Tx, attempt_ids: string[]) =>
  tx.all<Again>`select a.id as attempt_id, o.method,
      o.amount as ordered, r.created_at as ordered_at,
      payment_freed_at(a.organization_id, a.slip_id) as freed_at,
      n.attempts,
      s.month, lower(s.during) as "from", upper(s.during) - 1 as "to", ${columns}
    from payout_attempts a
    left join payout_requests r on r.organization_id = a.organization_id and r.id = a.request_id
    join payouts o on o.organization_id = a.organization_id and o.id = a.payout_id
    join (${slipsWithPayees}) on s.organization_id = a.organization_id and s.id = a.slip_id
    join lateral (select max(b.attempt_no) as attempts from payout_attempts b
      where b.organization_id = a.organization_id and b.payout_id = a.payout_id) n on true
    where a.id = any(${attempt_ids}::uuid[])`
