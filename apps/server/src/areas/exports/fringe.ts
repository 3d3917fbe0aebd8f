import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { Worksheet } from '../../foundation/sheets/worksheet.ts'
import { type FringeLoan, fringeLoans } from '../loans/index.ts'
import type { FileContent, Note } from './plan.ts'
import { sayToStaff } from './sentences.ts'

/**
 * Fringe benefit tax in the returns: sheet J of the PAYE return, and a file by itself (B33). No
 * template of the sheet has been seen: the columns are those that the tax is worked out from.
 */

const headings = [
  'PIN of Employee',
  'Name of Employee',
  'Loan',
  'Loan Balance',
  'Market Rate',
  'Rate Charged',
  'Fringe Benefit',
  'Tax',
]

const inPercent = (rate: number) => `${rate / 100}%`

const sheetJ = (loans: readonly FringeLoan[]): Worksheet => ({
  name: 'J_FBT_Dtls',
  headings: [headings],
  rows: loans.map((loan) => [
    loan.pin_no,
    loan.name,
    loan.product,
    loan.balance,
    inPercent(loan.marketRate),
    inPercent(loan.charged),
    loan.benefit,
    loan.tax,
  ]),
})

const taxOf = (loans: readonly FringeLoan[]) => loans.reduce((sum, { tax }) => sum + tax, 0)

const unchecked =
  "No notice of this quarter's market rate was seen: the last one known is used. Please check it."
const noPin = 'No KRA PIN: iTax will refuse the row.'

function noteOf(title: string, loans: readonly FringeLoan[]): Note[] {
  if (loans.length === 0) return []
  const people = loans.map(({ employee_no, name, tax }) => ({ employee_no, name, amount: tax }))
  const [count, amount] = [loans.length, taxOf(loans)]
  return [{ title, left_out: false, count, amount, people: people.slice(0, 200) }]
}
const notesOf = (loans: readonly FringeLoan[]) => [
  ...noteOf(
    unchecked,
    loans.filter(({ checked }) => !checked),
  ),
  ...noteOf(
    noPin,
    loans.filter(({ pin_no }) => !pin_no),
  ),
]

/** The employer's tax of a month as a file of its own. */
export async function fringeFile(tx: Tx, month: string): Promise<FileContent> {
  const loans = await fringeLoans(tx, [month])
  if (loans.length === 0) fail(422, sayToStaff.nobodyFringe({ month }))
  const book = { sheets: [sheetJ(loans)] }
  return { book, rows: loans.length, total: taxOf(loans), notes: notesOf(loans) }
}

export const onSheetJ = 'Fringe benefit tax is on sheet J: please export the Excel file too.'

/** The month's PAYE return with sheet J, where there is something for it; a csv has no room. */
export async function withSheetJ(
  tx: Tx,
  { month, extension }: { month: string; extension: string },
  content: FileContent,
): Promise<FileContent> {
  const loans = await fringeLoans(tx, [month])
  if (loans.length === 0) return content
  const { book, notes } = content
  if (extension === 'csv') return { ...content, notes: [...notes, ...noteOf(onSheetJ, loans)] }
  const sheets = [...book.sheets, sheetJ(loans)]
  return { ...content, book: { ...book, sheets }, notes: [...notes, ...notesOf(loans)] }
}

export interface FringeMonth {
  month: string
  people: number
  tax: number
}

export async function fringeMonths(tx: Tx, months: readonly string[]): Promise<FringeMonth[]> {
  const loans = await fringeLoans(tx, months)
  return months.map((month) => {
    const own = loans.filter((loan) => loan.month === month)
    const people = new Set(own.map(({ employee_id }) => employee_id)).size
    return { month, people, tax: taxOf(own) }
  })
}
