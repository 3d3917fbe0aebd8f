import { type RegisterFigure, registerFigures } from '@mshahara/contract/registers'
import { cellText, convert } from '../../foundation/sheets/columns.ts'
import type { UploadedRow, UploadedSheet } from '../../foundation/sheets/read.ts'
import type { Figures } from './causes.ts'
import { faults as words } from './sentences.ts'

/** A register as it was read: whom each row is about, and its amounts in cents. */

export interface RegisterRow {
  row: number
  employee_no: string
  pin_no: string
  id_number: string
  name: string
  figures: Figures
}
export interface Fault {
  row: number
  column: string
  reason: string
}

const isTotal = (text: string) => /^(grand\s+|sub-?\s*)?totals?\b/i.test(text)
export const isNothing = (text: string) => /^([-–—]|0|nil|none|n\/?a)?$/i.test(text.trim())
const isFigure = (key: string): key is RegisterFigure =>
  (registerFigures as readonly string[]).includes(key)

export function registerRows(sheet: UploadedSheet) {
  const rows: RegisterRow[] = []
  const faults: Fault[] = []
  for (const row of sheet.rows) {
    const { figures, faults: found } = amountsIn(sheet, row)
    const who = whoIn(sheet, row)
    const { name, ...numbers } = who
    if (Object.values(who).some(isTotal)) continue
    if (Object.values(numbers).every(isNothing)) {
      // Sums at the foot name nobody.
      if (!isNothing(name)) faults.push({ row: row.row, column: '', reason: words.nobody })
      continue
    }
    faults.push(...found)
    rows.push({ row: row.row, ...who, figures })
  }
  return { rows, faults }
}

function whoIn(sheet: UploadedSheet, row: UploadedRow) {
  const of = (key: string) => {
    const column = sheet.columns.find((one) => one.key === key)
    return column ? cellText(row.cell(column)).trim() : ''
  }
  return {
    employee_no: of('employee_no'),
    pin_no: of('pin_no'),
    id_number: of('id_number'),
    name: of('name'),
  }
}

/** An empty cell is nothing paid, as other systems print it. */
function amountsIn(sheet: UploadedSheet, row: UploadedRow) {
  const figures: Figures = {}
  const faults: Fault[] = []
  for (const column of sheet.columns) {
    if (!isFigure(column.key)) continue
    const cell = row.cell(column)
    const found = convert(column, cell, sheet.date1904)
    const text = cellText(cell)
    if ('value' in found && typeof found.value === 'number') {
      figures[column.key] = Math.round(found.value * 100)
    } else if (isNothing(text)) figures[column.key] = 0
    else {
      const reason = 'fault' in found ? found.fault : words.noAmount(text)
      faults.push({ row: row.row, column: column.title, reason })
    }
  }
  return { figures, faults }
}
