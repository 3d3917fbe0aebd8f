import { exportLabel } from '@mshahara/contract/exports'
import type { Remittance, RemittancePayment } from '@mshahara/contract/remittances'
import type { ReturnKind } from '@mshahara/contract/returns'
import { healthName } from '@mshahara/engine/figures'
import { loanProducts } from '@mshahara/engine/loans/products'
import { penaltyOn, penaltyRule } from '@mshahara/engine/penalties'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import {
  dueFor,
  type MonthRow,
  monthsDeclared,
  type Prepared,
  remittanceKey,
  returnsOf,
} from '../exports/index.ts'
import { standingOf } from './standing.ts'

/**
 * What months owe to whom, and what was paid of it. What is owed is what the returns say, at this
 * moment: a run that is confirmed or reversed later opens again what was paid, or shows it as paid
 * too much.
 */

interface PaymentRow {
  id: string
  month: string
  authority: string
  authority_name: string
  amount: string
  paid_on: string
  reference: string
  note: string | null
  receipt: string | null
  paid_by: string
  created_at: string
  reason: string | null
  taken_back_by: string | null
  taken_back_at: string | null
}

const paymentsOf = (tx: Tx, months: readonly string[]) =>
  tx.all<PaymentRow>`select p.id, p.month, p.authority, p.authority_name, p.amount, p.paid_on,
      p.reference, p.note, p.receipt, p.paid_by, p.created_at, b.note as reason,
      b.paid_by as taken_back_by, b.created_at as taken_back_at
    from remittance_payments p
    left join remittance_payments b on b.organization_id = p.organization_id and b.takes_back = p.id
    where p.month = any(${months}) and p.takes_back is null order by p.paid_on, p.number`

/** Months that were paid of, whatever became of their runs. */
const monthsPaid = (tx: Tx) =>
  tx.all<{ month: string }>`select month from remittance_payments
    group by month, authority having sum(amount) <> 0`

interface KeptRow {
  authority: string
  kept_by: string
}

/** What people here have said they pay over to nobody. */
const keptBy = async (tx: Tx) => {
  const rows = await tx.all<KeptRow>`select authority, kept_by from remittances_kept`
  return new Map(rows.map((row) => [row.authority, row.kept_by]))
}

/** Ten years: more is asked for by nobody. */
const most = 120

/** Newest first: with confirmed runs, or with something that was paid. */
export async function monthsOf(tx: Tx): Promise<MonthRow[]> {
  const declared = await monthsDeclared(tx, { limit: most })
  const known = new Set(declared.map(({ month }) => month))
  const others = (await monthsPaid(tx)).map(({ month }) => month).filter((one) => !known.has(one))
  const more = [...new Set(others)].map((month) => ({ month, runs: [] }))
  return [...declared, ...more].sort((a, b) => b.month.localeCompare(a.month))
}

/** In cents, as everything before the wire. */
export type Item = Omit<Remittance, 'file'> & {
  file: Prepared['items'][number]['file']
  /** Its law, whose penalty is known or not. */
  month: string
}

/** The key of a recipient: the return, and of a deduction its name whatever its case. */
export const ofDeductions = 'remittance-'
const authorityOf = (type: ReturnKind, name: string | null) =>
  name === null ? type : `${ofDeductions}${remittanceKey(name)}`

export async function itemsOf(
  tx: Tx,
  months: readonly MonthRow[],
  today: string,
  read = returnsOf,
): Promise<Item[]> {
  const returns = await read(tx, [...months])
  const paid = await paymentsOf(
    tx,
    months.map(({ month }) => month),
  )
  const kept = await keptBy(tx)
  return returns.flatMap((month) => {
    const own = { paid: paid.filter((row) => row.month === month.month), kept, today }
    const due = month.items.map((item) => itemOf(month, item, own))
    const known = new Set(due.map(({ authority }) => authority))
    // What was paid for a run that does not hold any more is paid too much.
    const gone = new Map(own.paid.filter((row) => !known.has(row.authority)).map(byAuthority))
    return [...due, ...[...gone.values()].map((row) => itemOf(month, notDue(row), own))]
  })
}

const byAuthority = (row: PaymentRow) => [row.authority, row] as const

type Due = Prepared['items'][number]

function notDue({ authority, authority_name }: PaymentRow): Due {
  const name = authority.startsWith(ofDeductions) ? authority_name : null
  const type = name === null ? (authority as ReturnKind) : 'remittance'
  return { type, name, due: null, people: 0, deducted: 0, employer: 0, amount: 0, file: null }
}

interface Known {
  paid: PaymentRow[]
  kept: ReadonlyMap<string, string>
  today: string
}

function itemOf({ month }: Prepared, item: Due, { paid: ofMonth, kept, today }: Known): Item {
  const { type, name, due, deducted, employer, amount, file } = item
  const authority = authorityOf(type, name)
  const rows = ofMonth.filter((row) => row.authority === authority)
  const holding = rows.filter(({ reason }) => reason === null)
  const paid = holding.reduce((sum, row) => sum + centsOf(row.amount), 0)
  const kept_by = kept.get(authority) ?? null
  const isKept = kept_by !== null || isOwnLoan(month, item)
  const standing = standingOf({ amount, paid, kept: isKept, due, today })
  const facts = { ...standing, authority, name: name ?? exportLabel(type, healthName(month)), due }
  const parts = holding.map((row) => ({ amount: centsOf(row.amount), paid_on: row.paid_on }))
  return {
    ...{ ...facts, month, type, deducted, employer, file, kept_by },
    payments: rows.map(paymentOf),
    penalty: penaltyOf(type, month, standing.state, { due, amount, paid: parts, today }),
  }
}

/** What the employer has lent itself it does not pay over. */
const isOwnLoan = (month: string, { type, name }: Due) =>
  type === 'remittance' &&
  loanProducts(month).some(
    (one) => one.owed_to === 'employer' && remittanceKey(one.name) === remittanceKey(name ?? ''),
  )

interface Owing {
  due: string | null
  amount: number
  paid: { amount: number; paid_on: string }[]
  today: string
}

function penaltyOf(type: ReturnKind, month: string, state: string, { due, ...owing }: Owing) {
  const what = dueFor(type)
  const rule = what && penaltyRule(what, month)
  if (!rule || !due || state === 'nothing due') return null
  return { ...penaltyOn(rule.value, { due, ...owing }), source: rule.source }
}

const paymentOf = (row: PaymentRow): RemittancePayment => ({
  ...{ id: row.id, paid_on: row.paid_on, reference: row.reference, note: row.note },
  ...{ paid_by: row.paid_by, created_at: row.created_at, amount: centsOf(row.amount) },
  receipt: row.receipt && `/storage/remittances/${row.receipt}`,
  taken_back: row.taken_back_at
    ? { reason: row.reason ?? '', by: row.taken_back_by ?? '', at: row.taken_back_at }
    : null,
})
