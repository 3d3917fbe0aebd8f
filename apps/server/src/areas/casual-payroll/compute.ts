import {
  addFigures,
  type CasualFigures,
  casualLaw,
  keptOnEarlier,
  owedOnEarlier,
  takenFrom,
} from '@mshahara/engine/casual-month-to-date'
import {
  type CasualPay,
  type CasualRange,
  casualPay,
  type Mark,
  type Stretch,
} from '@mshahara/engine/casual-pay'
import { daysLater } from '../../foundation/core/clock.ts'
import type { MonthPart, Office, SourceRow } from './source.ts'

/** From what is known of a person in a range of days to every figure of the payslip. Pure. */

export interface Worked {
  row: SourceRow
  pay: CasualPay
  /** The law's part, by month; it is in the deduction. */
  months: MonthPart[]
  statutory: number
}

export function workOut(row: SourceRow, range: CasualRange, office: Office): Worked {
  const marks: (Mark | undefined)[] = []
  for (const [place, halves, overtime, pieces] of row.marks ?? []) {
    marks[place] = { halves, overtime, pieces }
  }
  const { employment_date: from, termination_date: to } = row
  const pay = casualPay({ ...row, from, to }, marks, range)
  const months = pay.months.map(({ month, gross }): MonthPart => {
    return office.statutory && gross > 0
      ? { month, gross, ...lawOn(row, month, gross, office) }
      : { month, gross, taken: null }
  })
  const statutory = months.reduce((sum, { taken }) => sum + (taken ? takenFrom(taken) : 0), 0)
  return { row, pay, months, statutory }
}

/** Month to date, less what other payrolls of the month have taken (C1). */
function lawOn({ person, earlier }: SourceRow, month: string, gross: number, office: Office) {
  const parts = (earlier ?? []).flat().filter((part) => part.month === month)
  const before = togetherOf(parts)
  const terms = { born: person.dob, options: lawOptions(office) }
  const taken = casualLaw(gross, before, terms, month)
  const untaken = untakenIn(parts)
  const amount = untaken === 0 ? 0 : owedOnEarlier(before, terms, month)
  const kept = keptOnEarlier(gross, before, terms, month)
  return {
    taken,
    ...(amount > 0 ? { late: { gross: untaken, amount } } : {}),
    ...(kept > 0 ? { kept } : {}),
  }
}

/** What parts of one month come to. */
export const togetherOf = (parts: readonly MonthPart[]) => ({
  gross: parts.reduce((sum, part) => sum + part.gross, 0),
  taken: parts.reduce<CasualFigures | null>(
    (sum, part) => (sum && part.taken ? addFigures(sum, part.taken) : (sum ?? part.taken)),
    null,
  ),
})

/** Pay from which the law took nothing. */
export const untakenIn = (parts: readonly MonthPart[]) =>
  parts.reduce((sum, { gross, taken }) => sum + (taken ? 0 : gross), 0)

export const lawOptions = (office: Office) => {
  const { paye, nssf, nhif, housing, nita, shif_rounding, paye_rounding } = office
  return {
    ...{ paye, nssf, health: nhif, ahl: housing, nita },
    ...{ shifRounding: shif_rounding, payeRounding: paye_rounding },
  }
}

/** As the database writes them. */
const daysIn = (stretches: readonly Stretch[]) =>
  `{${stretches.map(({ from, to }) => `[${from},${daysLater(to, 1)})`).join(',')}}`

const shillings = (cents: number) => (cents / 100).toFixed(2)

/** As the columns of the table have them. */
export function columnsOf({ row, pay, months, statutory }: Worked) {
  const deduction = pay.deduction + statutory
  return {
    casual_id: row.casual_id,
    during: daysIn(pay.covered),
    person: row.person,
    pay: shillings(row.pay),
    pay_basis: row.basis,
    source: pay.source,
    days_worked: pay.days,
    overtime_hours: shillings(pay.overtimeHours),
    pieces: shillings(pay.pieces),
    total: shillings(pay.total),
    overtime: shillings(pay.overtime),
    advance: shillings(pay.advance),
    gross: shillings(pay.gross),
    statutory: shillings(statutory),
    total_deductions: shillings(deduction),
    net: shillings(pay.gross - deduction),
    lines: {
      ...{ advances: pay.advances, deductions: pay.deductions, marks: pay.marks },
      // Left out where nobody has said it: drafts of before are not called changed.
      ...(row.cost_shares && { costShares: row.cost_shares }),
    },
    months,
  }
}
export type SlipRow = ReturnType<typeof columnsOf>
