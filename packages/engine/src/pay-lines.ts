import type { Cents } from './units.ts'

/** A line of a payslip: code, label, amount, and why where that is not plain from the rest. */
interface PayLine {
  /** The code of a statutory line, or the id of the record it comes from. */
  id: string
  name: string
  amount: Cents
  working?: string
}

export interface IncomeLine extends PayLine {
  kind: 'allowance' | 'income' | 'commission' | 'absence' | 'vat' | 'arrears'
  taxable: boolean
  one_off: boolean
  /** Due because employment ended: outside NSSF and NITA too. */
  dues?: true
  /** For the returns: house, overtime and so on. */
  type?: string
  /** "12 hours", "2 days": shown beside the name, which stays the same for everybody. */
  quantity?: string
  /** Of days taken back: those that the next month takes. */
  carried?: number
}

export interface DeductionLine extends PayLine {
  kind: string
  /** Of a loan, or of what a leaver owes, once the line has been taken. */
  balance?: Cents
}

export const sumOf = (lines: readonly PayLine[]) =>
  lines.reduce((sum, { amount }) => sum + amount, 0)
