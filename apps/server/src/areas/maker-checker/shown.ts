import type { ShownChange } from '@mshahara/contract/maker-checker'
import type { Tx } from '../../foundation/core/db.ts'

/** Columns of a record as a second person sees them. */

type Columns = Record<string, unknown>

const labels: Record<string, string> = {
  pay_by: 'Paid by',
  pay: 'Pay',
  pay_basis: 'Paid for',
  bank_name: 'Bank',
  branch_name: 'Branch',
  account_no: 'Account number',
}

type InWords = Record<string, (value: unknown) => string>

const wordsOf = (value: unknown) =>
  value === null || value === undefined ? null : value === true ? 'Yes' : String(value)

const labelOf = (name: string) =>
  labels[name] ?? name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())

/** Only those that would be others; `inWords` says how those are told that are no text. */
export const changesIn = (row: object, next: Columns, inWords: InWords = {}) => {
  const changed = Object.keys(next).filter((name) => (row as Columns)[name] !== next[name])
  const only = (of: object) =>
    Object.fromEntries(changed.map((name) => [name, (of as Columns)[name]]))
  const [before, after] = [only(row), only(next)]
  const lines = changed.map(
    (name): ShownChange => ({
      label: labelOf(name),
      before: (inWords[name] ?? wordsOf)(before[name]),
      after: (inWords[name] ?? wordsOf)(after[name]),
    }),
  )
  return { before, after, lines }
}

interface Place {
  pay_by: string
  phone: string | null
  bank_name?: string | null
  branch_name?: string | null
  account_no?: string | null
}

const placeInWords = ({ pay_by, phone, bank_name, branch_name, account_no }: Place) => {
  if (pay_by === 'cash') return 'Cash'
  if (pay_by === 'mpesa') return ['M-PESA', phone].filter(Boolean).join(' ')
  return [bank_name, branch_name, account_no].filter(Boolean).join(', ') || 'Bank'
}

/** All of it, though a part alone would be another: "bank" to "mpesa" says not whose phone it is. */
export const movedPay = (row: Place, next: Partial<Place>): ShownChange => ({
  label: 'Pay goes to',
  before: placeInWords(row),
  after: placeInWords({ ...row, ...next }),
})

export interface InPay {
  status: string
  employment_date: string
  termination_date: string | null
}

/** Whether days could be paid afterwards that could not before. */
export async function isPaidLonger(tx: Tx, row: InPay, next: Partial<InPay>): Promise<boolean> {
  const now = { ...row, ...next }
  const { longer } = await tx.one<{ longer: boolean }>`
    select not days_in_pay(${now.status}, ${now.employment_date}::date,
        ${now.termination_date}::date)
      <@ days_in_pay(${row.status}, ${row.employment_date}::date, ${row.termination_date}::date)
      as longer`
  return longer
}
