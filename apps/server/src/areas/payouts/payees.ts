import { mpesaAccount } from '@mshahara/contract/mpesa-phone'
import { type PayoutMethod, payoutMethods } from '@mshahara/contract/payouts'
import { formatShillings } from '@mshahara/engine/money'
import type { Cents } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { raw, sql } from '../../foundation/core/sql.ts'
import {
  type HeldBack,
  heldBackColumns,
  isHeldBack,
  slipsWithPayees,
  whyHeldBack,
} from '../../foundation/pay/held-back.ts'
import { kindNamed } from '../../foundation/providers/registry.ts'
import { activeIntegration } from '../integrations/index.ts'
import type { PayRun, Period } from './run.ts'

/** Who of a run can be paid, how, and why somebody cannot: a query and a pure rule. */

/** An employee with a payslip, or a casual worker with one. */
export interface PayeeRow extends HeldBack {
  slip_id: string
  payee_id: string
  payee_no: string
  name: string
  net: string
  /** Cash is paid by nobody here. */
  pay_by: PayoutMethod | 'cash'
  phone: string | null
  bank_code: string | null
  bank_name: string | null
  account_no: string | null
  payee_changed_at: string | null
  /** Why nothing may be instructed for it now (`payment_blocked_by`). */
  blocked_by: BlockedBy | null
  /** Paid only when ticked by name (`is_held_back`). */
  held_back: boolean
}

/** What the database refuses an instruction for. */
export type BlockedBy =
  | 'paid'
  | 'under way'
  | 'in doubt'
  | 'in a bank file'
  | 'recorded as paid'
  | 'paid in cash'

/** The list to sign has those whose payslip says so, and so has `payment_blocked_by`. */
const cashByNow =
  'Is now to be paid in cash, but the payslip says M-PESA and is not on a list to sign. Set the ' +
  'record to M-PESA, or reverse the payroll and make it again.'

const blockedReasons: Record<BlockedBy, string> = {
  paid: 'Has been paid.',
  'under way': 'Is being paid.',
  'in doubt':
    'May have been paid already: the provider is being asked whether the last one really failed.',
  'in a bank file':
    'Is in a bank file of this payroll. If nobody takes it to the bank, mark the file as not used.',
  'recorded as paid':
    'The day of payment is recorded: this payroll was paid in another way. If that is wrong, remove ' +
    'the day of payment.',
  'paid in cash': 'Paid in cash: see the list to sign.',
}

/** An integration that pays. */
export interface Way {
  integration_id: string
  method: PayoutMethod
  provider: string
}
export type Ways = Partial<Record<PayoutMethod, Way>>

/** Those in use; one whose bank the organisation has left is none. */
export async function waysOf(tx: Tx, organization_id: string): Promise<Ways> {
  const ways: Ways = {}
  for (const method of payoutMethods) {
    const found = await activeIntegration(tx, organization_id, method)
    if (found) ways[method] = { integration_id: found.id, method, provider: found.provider }
  }
  return ways
}

/** What is instructed to a provider, all but its key. */
export interface Payable extends Way {
  name: string
  account: string
  bank_code: string | null
  bank: string
  amount: Cents
  rounding: Cents
}

const noWay: Record<PayoutMethod, string> = {
  bank: 'Your organization has no bank integration.',
  mpesa: 'Your organization has no M-PESA integration.',
}

/** How somebody is paid now, or why not. */
export function payable(row: PayeeRow, ways: Ways): Payable | { reason: string } {
  const net = centsOf(row.net)
  if (net <= 0) return { reason: 'There is nothing to pay.' }
  if (row.blocked_by) return { reason: blockedReasons[row.blocked_by] }
  if (row.pay_by === 'cash') return { reason: cashByNow }
  const to = row.pay_by === 'mpesa' ? phoneOf(row) : accountOf(row)
  if ('reason' in to) return to
  const way = ways[row.pay_by]
  if (!way) return { reason: noWay[row.pay_by] }
  const { least, most, whole_shillings } = kindNamed(way.provider).limitsFor(to.bank_code)
  const rounding = whole_shillings ? net % 100 : 0
  const amount = net - rounding
  if (amount < least || amount > most) {
    const who = row.pay_by === 'mpesa' ? 'M-PESA' : 'Your bank'
    return {
      reason: `${who} pays from ${formatShillings(least)} to ${formatShillings(most)} at a time.`,
    }
  }
  return { ...way, ...to, name: row.name, amount, rounding }
}

type Destination = Pick<Payable, 'account' | 'bank_code' | 'bank'>

function phoneOf({ phone }: PayeeRow): Destination | { reason: string } {
  if (!phone) return { reason: 'There is no phone number on record.' }
  if (!/^0[17]\d{8}$/.test(phone)) return { reason: `${phone} is not a Kenyan mobile number.` }
  return { account: mpesaAccount(phone), bank_code: null, bank: 'M-PESA' }
}

function accountOf({ account_no, bank_code, bank_name }: PayeeRow) {
  if (!account_no) return { reason: 'There is no bank account on record.' }
  if (!bank_code) return { reason: 'The bank on record is not known. Please choose it again.' }
  return { account: account_no, bank_code, bank: bank_name ?? bank_code }
}

const name = raw("concat_ws(' ', e.first_name, nullif(e.middle_name, ''), e.last_name) as name")

const blocked_by = raw(
  "payment_blocked_by(s.organization_id, s.id, e.pay_by = 'bank') as blocked_by",
)

export const heldBackWords = (row: HeldBack) => {
  if (row.left_on === null) return `${whyHeldBack(row)} since this payroll was confirmed.`
  return row.left_within
    ? `${whyHeldBack(row)}.`
    : `${whyHeldBack(row)}, before the days of this payroll.`
}

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
