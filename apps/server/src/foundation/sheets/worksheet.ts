/** A file to be written, as plain cells. */

/** Text, an amount in cents, or nothing. What people typed is always text, never a formula. */
export type Cell = string | number | null

export interface Worksheet {
  name: string
  /** Above the headings: who, what, when. */
  top?: Cell[][]
  headings?: string[][]
  rows: Cell[][]
  bottom?: Cell[][]
  /** Printed on one sheet of paper, however small. */
  onePage?: boolean
}

export interface Book {
  sheets: Worksheet[]
  /** Between the columns of a csv; the first sheet is all it has. */
  delimiter?: string
  /** A csv that a machine reads by its places, and no spreadsheet program. */
  imported?: boolean
}

export const shillings = (cents: number) => (cents / 100).toFixed(2)
