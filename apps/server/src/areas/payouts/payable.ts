import { mpesaAccount } from '@mshahara/contract/mpesa-phone'
import { type PayoutMethod, payoutMethods } from '@mshahara/contract/payouts'
import { formatShillings } from '@mshahara/engine/money'
import type { Cents } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { type HeldBack, whyHeldBack } from '../../foundation/pay/held-back.ts'
import { kindNamed } from '../../foundation/providers/registry.ts'
import { activeIntegration } from '../integrations/index.ts'

/** How somebody can be paid, or why not: a pure rule, and the sentences of the reasons. */

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

export const heldBackWords = (row: HeldBack) => {
  if (row.left_on === null) return `${whyHeldBack(row)} since this payroll was confirmed.`
  return row.left_within
    ? `${whyHeldBack(row)}.`
    : `${whyHeldBack(row)}, before the days of this payroll.`
}
