import { dayInWords } from '@mshahara/contract/months'
import { localPhone, mpesaAccount } from '@mshahara/contract/mpesa-phone'
import { dayOf } from '../core/clock.ts'
import type { Tx } from '../core/db.ts'
import { dayInWordsSql } from '../core/record-names.ts'
import { raw } from '../core/sql.ts'

/** Where pay goes and where it went last: money that goes elsewhere than before is pointed out. */

export interface Place {
  pay_by: string
  /** A phone as M-PESA is instructed, or the number of a bank account. */
  account: string | null
  bank_code: string | null
  bank: string | null
}

/** Where somebody was last really paid; never, and it is what their payslip says. */
export interface KnownPlace extends Place {
  payee_id: string
  paid_at: string | null
}

/** By person. */
export type KnownPlaces = ReadonlyMap<string, KnownPlace>

/** Of everybody in a run, by what other runs have paid. */
export async function knownPlaces(tx: Tx, run_id: string): Promise<KnownPlaces> {
  const rows = await tx.all<KnownPlace>`select payee_id, paid_at, pay_by, account, bank_code, bank
    from known_places(${run_id})`
  return new Map(rows.map((row) => [row.payee_id, row]))
}

interface Paying {
  /** Payslips from before it could be chosen have none. */
  pay_by?: string | null
  phone: string | null
  account_no?: string | null
  bank_code?: string | null
  bank_name?: string | null
}

/** As a record or a payslip has it. */
export function placeOf(who: Paying): Place {
  const { pay_by, phone, account_no = null, bank_code = null, bank_name = null } = who
  const none = { bank_code: null, bank: null }
  if (pay_by === 'cash') return { pay_by, account: null, ...none }
  if (pay_by === 'mpesa') return { pay_by, account: phone && mpesaAccount(phone), ...none }
  return { pay_by: 'bank', account: account_no, bank_code, bank: bank_name }
}

/** Banks go by their codes, where both are known. */
export const isSamePlace = (one: Place, other: Place) =>
  one.pay_by === other.pay_by &&
  one.account === other.account &&
  (one.bank_code === null || other.bank_code === null || one.bank_code === other.bank_code)

export function describePlace({ pay_by, account, bank }: Place): string {
  if (pay_by === 'cash') return 'cash'
  if (pay_by === 'mpesa') return account ? `M-PESA ${localPhone(account)}` : 'M-PESA'
  return [bank, account ?? 'without an account'].filter(Boolean).join(' ')
}

/** "Equity Bank 0110001 on 28 February, 2026" */
export const describeLastPlace = (last: KnownPlace) =>
  `${describePlace(last)} on ${dayInWords(dayOf(new Date(last.paid_at as string)))}`

export interface Moved {
  payslip_id: string
  payee_id: string
  now: Place
  last: KnownPlace
}

/** Those whose payslip goes elsewhere than they were last paid. */
export async function movedIn(tx: Tx, run_id: string): Promise<Moved[]> {
  const rows = await tx.all<KnownPlace & { payslip_id: string; person: Paying }>`
    select k.payee_id, k.paid_at, k.pay_by, k.account, k.bank_code, k.bank, s.id as payslip_id,
      s.person
    from known_places(${run_id}) k join payslips s on s.id = k.slip_id
    where k.paid_at is not null and s.person is not null
      and ((k.pay_by, k.account) is distinct from (coalesce(s.person ->> 'pay_by', 'bank'),
        case s.person ->> 'pay_by' when 'mpesa' then mpesa_account(s.person ->> 'phone')
          else s.person ->> 'account_no' end)
      or k.bank_code <> s.person ->> 'bank_code')`
  return rows
    .map(({ payslip_id, person, ...last }) => {
      return { payslip_id, payee_id: last.payee_id, now: placeOf(person), last }
    })
    .filter(({ now, last }) => !isSamePlace(now, last))
}

/** By the log: who wrote somebody's way of being paid, the newest entry of each person. */
export async function recordedBy(
  tx: Tx,
  of: 'employees' | 'casuals',
  ids: readonly string[],
  since = '-infinity',
): Promise<Map<string, string>> {
  // Of the log's entries the newest: `id` alone would be the subject's.
  const found = await tx.all<{ id: string; told: string }>`select distinct on (subject_id)
      subject_id as id, 'Recorded by ' || description || ' on '
        || ${raw(dayInWordsSql("(created_at at time zone 'Africa/Nairobi')"))} as told
    from activity_log where log_name = ${of} and subject_id = any (${ids})
      and created_at >= ${since} and properties -> 'new' ?| array['account_no', 'bank_name',
        'branch_name', 'bank_code', 'branch_code', 'phone', 'pay_by']
    order by subject_id, activity_log.id desc`
  return new Map(found.map(({ id, told }) => [id, told]))
}
