import { addFigures, type CasualFigures, casualLaw, takenFrom } from '@mshahara/engine/casual-law'
import { type CasualPay, type CasualRange, casualPay, type Mark } from '@mshahara/engine/casual-pay'
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
    const taken = office.statutory && gross > 0 ? lawOn(row, month, gross, office) : null
    return { month, gross, taken }
  })
  const statutory = months.reduce((sum, { taken }) => sum + (taken ? takenFrom(taken) : 0), 0)
  return { row, pay, months, statutory }
}

/** Month to date, less what other payrolls of the month have taken (C1). */
function lawOn({ person, earlier }: SourceRow, month: string, gross: number, office: Office) {
  const parts = (earlier ?? []).flat().filter((part) => part.month === month)
  const before = parts.reduce((sum, part) => sum + part.gross, 0)
  const taken = parts.reduce<CasualFigures | null>(
    (sum, part) => (sum && part.taken ? addFigures(sum, part.taken) : (sum ?? part.taken)),
    null,
  )
  const { paye, nssf, nhif, housing, shif_rounding, paye_rounding } = office
  const options = {
    ...{ paye, nssf, health: nhif, ahl: housing },
    ...{ shifRounding: shif_rounding, payeRounding: paye_rounding },
  }
  return casualLaw(gross, { gross: before, taken }, { born: person.dob, options }, month)
}

const shillings = (cents: number) => (cents / 100).toFixed(2)

/** As the columns of the table have them. */
export function columnsOf({ row, pay, months, statutory }: Worked) {
  const deduction = pay.deduction + statutory
  return {
    casual_id: row.casual_id,
    person: row.person,
    pay: shillings(row.pay),
    pay_basis: row.basis,
    source: pay.source,
    days: pay.days,
    overtime_hours: shillings(pay.overtimeHours),
    pieces: shillings(pay.pieces),
    total: shillings(pay.total),
    overtime: shillings(pay.overtime),
    advance: shillings(pay.advance),
    gross: shillings(pay.gross),
    statutory: shillings(statutory),
    deduction: shillings(deduction),
    net: shillings(pay.gross - deduction),
    lines: { advances: pay.advances, deductions: pay.deductions, marks: pay.marks },
    months,
  }
}
export type SlipColumns = ReturnType<typeof columnsOf>
