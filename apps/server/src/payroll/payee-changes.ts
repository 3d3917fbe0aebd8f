import type { Tx } from '../core/db.ts'
import { dayTold } from '../core/record-names.ts'
import { raw } from '../core/sql.ts'
import { type PayeeConfirmation, payeeConfirmations } from '../my-details/index.ts'
import type { MonthlyRun } from '../pay/runs.ts'

/**
 * Whose account or phone is not the one of their last confirmed payslip, however long ago that was,
 * and whether the person confirmed it by code or somebody in the office wrote it.
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

const moved = (tx: Tx, payroll: MonthlyRun) => tx.all<Moved>`
  select * from (select p.id as payslip_id, p.employee_id, p.person ->> 'account_no' as account_no,
      p.person ->> 'account_no' is distinct from b.person ->> 'account_no'
        or ${known('p', 'bank')} is distinct from ${known('b', 'bank')}
        or ${known('p', 'branch')} is distinct from ${known('b', 'branch')} as bank,
      ${words('b')} || ' → ' || ${words('p')} as bank_words,
      p.person ->> 'phone' as phone, b.person ->> 'phone' as phone_before, b.since
    from payslips p join lateral (
      select q.person, q.confirmed_at as since from paid_slips q
      where q.employee_id = p.employee_id and q.month < ${payroll.month}
      order by q.month desc limit 1) b on true
    where p.payroll_id = ${payroll.id} and p.digest is not null) m
  where m.bank or m.phone is distinct from m.phone_before`

/** By the log: who wrote it, the newest entry of each person. */
async function recordedBy(tx: Tx, rows: Moved[]): Promise<Map<string, string>> {
  const ids = rows.map(({ employee_id }) => employee_id)
  const since = rows.map((row) => row.since).sort()[0]
  const found = await tx.all<{ id: string; told: string }>`select distinct on (subject_id)
      subject_id as id, 'Recorded by ' || description || ' on '
        || ${raw(dayTold("(created_at at time zone 'Africa/Nairobi')"))} as told
    from activity_log where log_name = 'employees' and subject_id = any (${ids})
      and created_at >= ${since} and properties -> 'new' ?| array['account_no', 'bank_name',
        'branch_name', 'bank_code', 'branch_code', 'phone']
    order by subject_id, id desc`
  return new Map(found.map(({ id, told }) => [id, told]))
}

export async function payeeChanges(tx: Tx, payroll: MonthlyRun) {
  const rows = await moved(tx, payroll)
  if (rows.length === 0) return { bank: [], phone: [] }
  const ids = rows.map(({ employee_id }) => employee_id)
  const confirmed = await payeeConfirmations(tx, ids)
  const recorded = await recordedBy(tx, rows)
  const whose = (row: Moved, subject: 'phone' | 'bank') =>
    confirmed.find((one) => one.employee_id === row.employee_id && one.subject === subject)
  const told = (row: Moved, what: string, by: PayeeConfirmation | undefined): PayeeChange => ({
    payslip_id: row.payslip_id,
    employee_id: row.employee_id,
    detail: `${what}. ${by ? confirmationTold(by) : (recorded.get(row.employee_id) ?? 'Recorded by the office')}`,
  })
  return {
    bank: rows
      .filter(({ bank }) => bank)
      .map((row) => {
        const by = whose(row, 'bank')
        const same = by?.after.account_no === row.account_no
        return told(row, row.bank_words, same ? by : undefined)
      }),
    phone: rows
      .filter(({ phone, phone_before }) => phone !== phone_before)
      .map((row) => {
        const by = whose(row, 'phone')
        const what = `${row.phone_before ?? 'none'} → ${row.phone ?? 'none'}`
        return told(row, what, by?.after.phone === row.phone ? by : undefined)
      }),
  }
}

const dayOf = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  day: '2-digit',
  month: 'long',
  year: 'numeric',
})

function confirmationTold({ confirmed_at, by, called, decided_by }: PayeeConfirmation) {
  const road = by === 'text' ? 'by code on the phone' : 'by code by email'
  const day = dayOf.format(new Date(confirmed_at))
  return `Confirmed by the employee ${road} on ${day}, accepted by ${decided_by}${called ? ', who called' : ''}`
}
