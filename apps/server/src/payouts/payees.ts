import { type PayoutMethod, payoutMethods } from '@mshahara/contract/payouts'
import { type Cents, words } from '@mshahara/engine/money'
import type { Tx } from '../core/db.ts'
import { centsOf } from '../core/org-table.ts'
import { raw } from '../core/sql.ts'
import { activeIntegration } from '../integrations/index.ts'
import { kindNamed } from '../providers/registry.ts'

/** Who of a run can be paid, how, and why somebody cannot: a query and a pure rule. */

export interface PayeeRow {
  payslip_id: string
  employee_id: string
  employee_no: string
  name: string
  net: string
  pay_by: PayoutMethod
  phone: string | null
  bank_code: string | null
  bank_name: string | null
  account_no: string | null
  payee_changed_at: string | null
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
  const to = row.pay_by === 'mpesa' ? phoneOf(row) : accountOf(row)
  if ('reason' in to) return to
  const way = ways[row.pay_by]
  if (!way) return { reason: noWay[row.pay_by] }
  const { least, most, whole_shillings } = kindNamed(way.provider).limitsFor(to.bank_code)
  const rounding = whole_shillings ? net % 100 : 0
  const amount = net - rounding
  if (amount < least || amount > most) {
    const who = row.pay_by === 'mpesa' ? 'M-PESA' : 'Your bank'
    return { reason: `${who} pays from ${words(least)} to ${words(most)} at a time.` }
  }
  return { ...way, ...to, name: row.name, amount, rounding }
}

type Destination = Pick<Payable, 'account' | 'bank_code' | 'bank'>

function phoneOf({ phone }: PayeeRow): Destination | { reason: string } {
  if (!phone) return { reason: 'There is no phone number on record.' }
  if (!/^0[17]\d{8}$/.test(phone)) return { reason: `${phone} is not a Kenyan mobile number.` }
  return { account: `254${phone.slice(1)}`, bank_code: null, bank: 'M-PESA' }
}

function accountOf({ account_no, bank_code, bank_name }: PayeeRow) {
  if (!account_no) return { reason: 'There is no bank account on record.' }
  if (!bank_code) return { reason: 'The bank on record is not known. Please choose it again.' }
  return { account: account_no, bank_code, bank: bank_name ?? bank_code }
}

const details = raw(`e.id as employee_id, e.employee_no,
  concat_ws(' ', e.first_name, nullif(e.middle_name, ''), e.last_name) as name, e.pay_by, e.phone,
  e.bank_code, e.bank_name, e.account_no, e.payee_changed_at`)

/**
 * The payslips of a run that no instruction pays, with the person's record of today. Those of whom
 * the last instruction failed are for Retry, unless they are to be paid otherwise by now.
 */
export const unpaidOf = (tx: Tx, payroll_id: string) =>
  tx.all<PayeeRow & Partial<Failed>>`select s.id as payslip_id, s.net, ${details},
      f.account as failed_account, f.bank_code as failed_bank_code
    from payslips s join employees e on e.id = s.employee_id
    left join lateral (select a.account, a.bank_code from payout_attempts a
      where a.slip_id = s.id order by a.number desc limit 1) f on true
    where s.payroll_id = ${payroll_id} and not s.void
      and not exists (select from payout_attempts a
        where a.slip_id = s.id and (a.state <> 'failed' or a.retry_wanted is not null))
    order by e.number`

/** Those of them for whom nothing has ever been ordered. */
export const neverOrdered = (tx: Tx, payroll_id: string) =>
  tx.all<PayeeRow>`select s.id as payslip_id, s.net, ${details}
    from payslips s join employees e on e.id = s.employee_id
    where s.payroll_id = ${payroll_id} and not s.void
      and s.id not in (select o.payslip_id from payouts o where o.payroll_id = ${payroll_id})
    order by e.number`

interface Failed {
  failed_account: string | null
  failed_bank_code: string | null
}

/** Whether the last instruction failed and would go to the same place again. */
export const isForRetry = (row: Partial<Failed>, to: Payable | { reason: string }) =>
  !!row.failed_account &&
  ('reason' in to || (row.failed_account === to.account && row.failed_bank_code === to.bank_code))

interface Again extends PayeeRow {
  attempt_id: string
  month: string
  /** How it was ordered. */
  method: PayoutMethod
  ordered: string
  attempts: number
}

/** Those whom these attempts were to pay, in any organisation. */
export const payeesAgain = (tx: Tx, attempt_ids: string[]) =>
  tx.all<Again>`select a.id as attempt_id, s.id as payslip_id, s.net, s.month, o.method,
      o.amount as ordered, n.attempts, ${details}
    from payout_attempts a
    join payouts o on o.organization_id = a.organization_id and o.id = a.payout_id
    join payslips s on s.organization_id = a.organization_id and s.id = a.slip_id
    join employees e on e.organization_id = s.organization_id and e.id = s.employee_id
    join lateral (select max(b.attempt_no) as attempts from payout_attempts b
      where b.organization_id = a.organization_id and b.payout_id = a.payout_id) n on true
    where a.id = any(${attempt_ids}::uuid[])`
