import type { Sentence } from '@mshahara/contract/say'
import type { Book, Cell, Worksheet } from '../../foundation/sheets/worksheet.ts'
import { type ExtraColumn, type LawfulSlip, nameOf } from '../payroll/index.ts'
import type { Employer } from './employer.ts'
import type { Within } from './sentences.ts'

/** What a file holds, as data: columns, who is in it, and what it comes to. */

/** Whose month a file is about. */
export interface Period {
  month: string
  organization: Employer
}
/** The run that a file is made of. */
export interface Run extends Period {
  id: string
  code: string
  /** Of an extra run. */
  title: string | null
  status: string
  /** Payslips that are paid, may be, or are recorded as paid (`payment_blocked_by`). */
  paidOut: ReadonlyMap<string, string>
}

export const isConsultant = ({ person }: LawfulSlip) => person.tos === 'Consultant'

export interface Part {
  sheet: string
  top?: Cell[][]
  headings?: string[]
  lists(slip: LawfulSlip): boolean
  row(slip: LawfulSlip): Cell[]
  /** Of somebody who may be on another sheet as well: any number of rows. */
  each?(slip: LawfulSlip): Cell[][]
  /** A last row that sums every column of amounts, its word in this place. */
  total?: { word: string; at: number }
}

export interface Plan {
  /** What the rows are made from, besides person and figures. */
  needs: readonly ExtraColumn[]
  parts: Part[]
  /** What the file is to have paid over: listed and left out together are the run's. */
  amount(slip: LawfulSlip): number
  /** Why somebody the amount concerns is not in the file. */
  leftOut?(slip: LawfulSlip): string | undefined
  /** What a listed person lacks, so that the row will be sent back, or what needs a look. */
  lacks?(slip: LawfulSlip): Lack | readonly Lack[] | undefined
  /** Whoever is listed is paid by this file, and by nothing else: to this account. */
  pays?(slip: LawfulSlip): Omit<Claim, 'slip_id'>
  /** Told when the file would be empty. */
  nobody: (at: Within) => Sentence
  delimiter?: string
  /** A portal or a bank reads the csv by its places: nothing may stand in front of the first. */
  imported?: boolean
}

/** With an amount of its own where it is not about all of the person's. */
type Lack = string | { title: string; amount: number }

export interface Note {
  title: string
  left_out: boolean
  count: number
  amount: number
  people: { employee_no: string; name: string; amount: number }[]
}

/** Enough to act on; the count says how many there are. */
const mostPeople = 200

/** A payslip that a file pays, and the account that it pays to. */
export interface Claim {
  slip_id: string
  account_no: string | null
  bank_code: string | null
}

/** What a file comes to, in the amount that it is about. */
export interface FileSummary {
  rows: number
  total: number
  notes: Note[]
  /** The payslips that it pays. */
  claims?: Claim[]
  /** What could make somebody in it be paid twice. */
  warnings?: string[]
}
export interface FileContent extends FileSummary {
  book: Book
}

/** Takes payslips one by one and has the file in the end. */
export function layOut(plan: Plan) {
  const sheets: Worksheet[] = plan.parts.map(({ sheet, top, headings }) => ({
    name: sheet,
    rows: [],
    ...(top ? { top } : {}),
    ...(headings ? { headings: [headings] } : {}),
  }))
  const notes = new Map<string, Note>()
  const claims: Claim[] = []
  let total = 0
  const note = (slip: LawfulSlip, about: Lack, left_out: boolean) => {
    const { title, amount } =
      typeof about === 'string' ? { title: about, amount: plan.amount(slip) } : about
    const known = notes.get(title) ?? { title, left_out, count: 0, amount: 0, people: [] }
    known.count += 1
    known.amount += amount
    const { employee_no } = slip.person
    if (known.people.length < mostPeople) {
      known.people.push({ employee_no, name: nameOf(slip.person), amount })
    }
    notes.set(title, known)
  }
  return {
    take(slip: LawfulSlip) {
      const reason = plan.leftOut?.(slip)
      if (reason) return note(slip, reason, true)
      const place = plan.parts.findIndex(({ lists }) => lists(slip))
      if (place < 0) return
      sheets[place]?.rows.push((plan.parts[place] as Part).row(slip))
      for (const [at, { each }] of plan.parts.entries()) {
        if (each) sheets[at]?.rows.push(...each(slip))
      }
      total += plan.amount(slip)
      if (plan.pays) claims.push({ slip_id: slip.id, ...plan.pays(slip) })
      for (const about of [plan.lacks?.(slip) ?? []].flat()) note(slip, about, false)
    },
    finish(): FileContent {
      for (const [place, { total: last }] of plan.parts.entries()) {
        const sheet = sheets[place] as Worksheet
        if (last) sheet.bottom = [totalRow(sheet, last)]
      }
      const rows = sheets.reduce((sum, sheet) => sum + sheet.rows.length, 0)
      const { delimiter, imported = false } = plan
      const filled = sheets.filter((sheet, place) => place === 0 || sheet.rows.length > 0)
      const book = { sheets: filled, imported, ...(delimiter ? { delimiter } : {}) }
      return { book, rows, total, claims, notes: [...notes.values()] }
    },
  }
}

export function totalRow({ rows }: Worksheet, { word, at }: { word: string; at: number }): Cell[] {
  const sums: Cell[] = (rows[0] ?? []).map(() => null)
  for (const row of rows) {
    for (const [place, cell] of row.entries()) {
      if (typeof cell === 'number') sums[place] = Number(sums[place] ?? 0) + cell
    }
  }
  sums[at] = word
  return sums
}
