import { localPhone } from '@mshahara/contract/mpesa-phone'
import { isOpen } from '@mshahara/contract/run-states'
import type { Tx } from '../../foundation/core/db.ts'
import { raw } from '../../foundation/core/sql.ts'
import {
  describeLastPlace,
  describePlace,
  movedIn,
  type Place,
  recordedBy,
} from '../../foundation/pay/places.ts'
import { type EmployeeRun, stateOf } from '../../foundation/pay/runs.ts'
import { type PayeeConfirmation, payeeConfirmations } from '../my-details/index.ts'

/**
 * Whose account or phone is not the one of their last confirmed payslip, or not the one they were
 * last paid to, however long ago that was, and whether the person confirmed it by code or somebody
 * in the office wrote it.
 */

export interface PayeeChange {
  payslip_id: string
  employee_id: string
  detail: string
}

interface Moved {
  payslip_id: string
  employee_id: string
  bank: boolean
  account_no: string | null
  bank_words: string
  phone: string | null
  phone_before: string | null
  /** When the payslip before was confirmed. */
  since: string
}

/** By its code where it has one: a name that was only cleaned is no change. */
const known = (who: string, what: string) =>
  raw(`coalesce(${who}.person ->> '${what}_code', ${who}.person ->> '${what}_name')`)
const words = (who: string) =>
  raw(`concat_ws(' ', ${who}.person ->> 'bank_name', ${who}.person ->> 'account_no')`)

const moved = (tx: Tx, payroll: EmployeeRun) => tx.all<Moved>`
  select * from (select p.id as payslip_id, p.employee_id, p.person ->> 'account_no' as account_no,
      p.person ->> 'account_no' is distinct from b.person ->> 'account_no'
        or ${known('p', 'bank')} is distinct from ${known('b', 'bank')}
        or ${known('p', 'branch')} is distinct from ${known('b', 'branch')} as bank,
      ${words('b')} || ' → ' || ${words('p')} as bank_words,
      p.person ->> 'phone' as phone, b.person ->> 'phone' as phone_before, b.since
    from payslips p join lateral (
      select q.person, q.confirmed_at as since from paid_slips q
      where q.employee_id = p.employee_id and q.month < ${payroll.month}
      order by q.month desc, q.confirmed_at desc limit 1) b on true
    where p.payroll_id = ${payroll.id} and p.digest is not null) m
  where m.bank or m.phone is distinct from m.phone_before`

export async function payeeChanges(tx: Tx, payroll: EmployeeRun) {
  const rows = await moved(tx, payroll)
  const ids = rows.map(({ employee_id }) => employee_id)
  const since = rows.map((row) => row.since).sort()[0]
  const said = await saidOf(tx, ids, since)
  const told = (row: Moved, what: string, by: string): PayeeChange => ({
    payslip_id: row.payslip_id,
    employee_id: row.employee_id,
    detail: `${what}. ${by}`,
  })
  const bank = rows
    .filter((row) => row.bank)
    .map((row) => told(row, row.bank_words, said(row.employee_id, 'bank', row.account_no)))
  const phone = rows
    .filter((row) => row.phone !== row.phone_before)
    .map((row) =>
      told(
        row,
        `${row.phone_before ?? 'none'} → ${row.phone ?? 'none'}`,
        said(row.employee_id, 'phone', row.phone),
      ),
    )
  const paid = await paidElsewhere(tx, payroll, { bank, phone })
  return { bank: [...bank, ...paid.bank], phone: [...phone, ...paid.phone] }
}

/** The others of a draft who were last paid elsewhere: what nobody paid made nothing known. */
async function paidElsewhere(
  tx: Tx,
  payroll: EmployeeRun,
  known: Record<'bank' | 'phone', PayeeChange[]>,
) {
  const found = { bank: [] as PayeeChange[], phone: [] as PayeeChange[] }
  if (!isOpen(stateOf(payroll))) return found
  const rows = await movedIn(tx, payroll.id)
  const said = await payeeSaid(
    tx,
    'employees',
    rows.map(({ payee_id, now }) => ({ payee_id, now })),
  )
  const idsOf = (list: PayeeChange[]) => new Set(list.map(({ employee_id }) => employee_id))
  const told = { bank: idsOf(known.bank), phone: idsOf(known.phone) }
  for (const { payslip_id, payee_id, now, last } of rows) {
    const kind = now.pay_by === 'mpesa' ? 'phone' : 'bank'
    if (told[kind].has(payee_id)) continue
    const detail = `${describeLastPlace(last)} → ${describePlace(now)}. ${said.get(payee_id)}`
    found[kind].push({ payslip_id, employee_id: payee_id, detail })
  }
  return found
}

/** Who says that somebody is to be paid there, in a sentence: they themselves, or the office. */
export async function payeeSaid(
  tx: Tx,
  of: 'employees' | 'casuals',
  people: readonly { payee_id: string; now: Place }[],
): Promise<Map<string, string>> {
  const ids = people.map(({ payee_id }) => payee_id)
  if (of === 'casuals') return recordedBy(tx, of, ids)
  const said = await saidOf(tx, ids)
  return new Map(
    people.map(({ payee_id, now: { pay_by, account } }) => [
      payee_id,
      pay_by === 'mpesa'
        ? said(payee_id, 'phone', account && localPhone(account))
        : said(payee_id, 'bank', account),
    ]),
  )
}

/** A confirmation by code counts for what was confirmed, not for what the office wrote since. */
async function saidOf(tx: Tx, ids: string[], since?: string) {
  if (ids.length === 0) return () => ''
  const confirmed = await payeeConfirmations(tx, ids)
  const confirmations = new Map(confirmed.map((one) => [`${one.employee_id} ${one.subject}`, one]))
  const recorded = await recordedBy(tx, 'employees', ids, since)
  return (id: string, subject: 'phone' | 'bank', value: string | null) => {
    const by = confirmations.get(`${id} ${subject}`)
    const isIt = by && (subject === 'bank' ? by.after.account_no : by.after.phone) === value
    return isIt ? describeConfirmation(by) : (recorded.get(id) ?? 'Recorded by the office')
  }
}

const dayOf = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  day: '2-digit',
  month: 'long',
  year: 'numeric',
})

function describeConfirmation({ confirmed_at, by, called, decided_by }: PayeeConfirmation) {
  const road = by === 'text' ? 'by code on the phone' : 'by code by email'
  const day = dayOf.format(new Date(confirmed_at))
  return `Confirmed by the employee ${road} on ${day}, accepted by ${decided_by}${called ? ', who called' : ''}`
}
