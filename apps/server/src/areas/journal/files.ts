import type { contract } from '@mshahara/contract'
import { type JournalFormat, journalFormats } from '@mshahara/contract/journal'
import { sheetCall } from '../../foundation/sheets/download.ts'
import type { Book, Cell } from '../../foundation/sheets/worksheet.ts'
import { type Booked, bookedLines } from './booked.ts'

/** What accounting programs read. Where an amount has its sign, a debit is above zero. */

interface Layout {
  headings: string[]
  row(line: Booked): Cell[]
  /** A program reads the csv by its places, and no mark may stand in front of the first. */
  imported: boolean
}

const number = ({ number: n }: Booked) => `MSH-${n}`
const inDays = ({ day }: Booked) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
const told = ({ label, who, mirrors }: Booked) =>
  [label, who, mirrors && `takes back MSH-${mirrors}`].filter(Boolean).join(', ')
/** Whose cost it is: the cost centre, or where there is none the department. */
const place = ({ centre, department }: Booked) => centre ?? department
const tracked = ({ centre, department }: Booked) =>
  centre ? 'Cost centre' : department && 'Department'
const debit = ({ cents }: Booked): Cell => (cents > 0 ? cents : null)
const credit = ({ cents }: Booked): Cell => (cents < 0 ? 0 - cents : null)

export const layouts: Record<JournalFormat, Layout> = {
  quickbooks: {
    imported: true,
    headings: [
      ...['Journal No', 'Journal Date', 'Account Name', 'Debits', 'Credits', 'Description'],
      ...['Name', 'Class'],
    ],
    row: (of) => [
      ...[number(of), inDays(of), of.account, debit(of), credit(of), told(of)],
      ...[of.who, place(of)],
    ],
  },
  xero: {
    imported: true,
    headings: [
      ...['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
      ...['TrackingName1', 'TrackingOption1'],
    ],
    row: (of) => [
      ...[`${number(of)} ${of.title}`, inDays(of), told(of), of.code, 'Tax Exempt', of.cents],
      ...[tracked(of), place(of)],
    ],
  },
  sage: {
    imported: true,
    headings: [
      ...['Type', 'Account Reference', 'Nominal A/C Ref', 'Department Code', 'Date', 'Reference'],
      ...['Details', 'Net Amount', 'Tax Code', 'Tax Amount'],
    ],
    // No line is taxed: T9 is what stands outside of VAT.
    row: (of) => [
      ...[of.cents > 0 ? 'JD' : 'JC', null, of.code, null, inDays(of), number(of)],
      ...[told(of), Math.abs(of.cents), 'T9', 0],
    ],
  },
  pastel: {
    imported: true,
    headings: [
      ...['Period', 'Date', 'GDC', 'Account Number', 'Reference', 'Description', 'Amount'],
      ...['Tax Type', 'Tax Amount', 'Cost Code'],
    ],
    row: (of) => [
      ...[String(Number(of.day.slice(5, 7))), inDays(of), 'G', of.code, number(of), told(of)],
      ...[of.cents, '0', 0, place(of)],
    ],
  },
  zoho: {
    imported: true,
    headings: [
      ...['Journal Date', 'Reference Number', 'Notes', 'Currency', 'Account', 'Description'],
      ...['Contact Name', 'Debit', 'Credit'],
    ],
    row: (of) => [
      ...[of.day, number(of), of.title, 'KES', of.account, told(of)],
      ...[null, debit(of), credit(of)],
    ],
  },
  plain: {
    imported: false,
    headings: [
      ...['Number', 'Date', 'Entry', 'Account Number', 'Account', 'Line', 'Department'],
      ...['Cost Centre', 'Person', 'Debit', 'Credit'],
    ],
    row: (of) => [
      ...[number(of), of.day, of.title, of.code, of.account, of.label, of.department],
      ...[of.centre, of.who, debit(of), credit(of)],
    ],
  },
}

export function bookOf(format: JournalFormat, lines: readonly Booked[]): Book {
  const { headings, row, imported } = layouts[format]
  return { sheets: [{ name: 'Journal', headings: [headings], rows: lines.map(row) }], imported }
}

export const file = sheetCall<(typeof contract)['journal']['file']>(async ({ tx }, input) => {
  const { month } = input.params
  const { format, extension, by, entry } = input.query()
  const lines = await bookedLines(tx, { month, by, entry })
  const of = entry ? `-${lines[0]?.number}` : ''
  const name = `Journal-${month}${of}-${journalFormats[format].replaceAll(' ', '-')}`
  return { name, extension, book: bookOf(format, lines) }
})
