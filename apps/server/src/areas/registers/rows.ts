import { type RegisterFigure, registerFigures } from '@mshahara/contract/registers'
import type { UploadedRow, UploadedSheet } from '../../foundation/sheets/read.ts'
import {
  amountIn,
  isOfWhom,
  registerFaults,
  type Who,
  whoIn,
} from '../../foundation/sheets/register.ts'
import type { Figures } from './causes.ts'

/** A register as it was read: whom each row is about, and its amounts in cents. */

export interface RegisterRow extends Who {
  row: number
  figures: Figures
}
export interface Fault {
  row: number
  column: string
  reason: string
}

const isFigure = (key: string): key is RegisterFigure =>
  (registerFigures as readonly string[]).includes(key)

export function registerRows(sheet: UploadedSheet) {
  const rows: RegisterRow[] = []
  const faults: Fault[] = []
  for (const row of sheet.rows) {
    const { figures, faults: found } = amountsIn(sheet, row)
    const who = whoIn(sheet, row)
    const whose = isOfWhom(who)
    if (whose === 'nobody') {
      faults.push({ row: row.row, column: '', reason: registerFaults.nobody })
    }
    if (whose !== 'somebody') continue
    faults.push(...found)
    rows.push({ row: row.row, ...who, figures })
  }
  return { rows, faults }
}

function amountsIn(sheet: UploadedSheet, row: UploadedRow) {
  const figures: Figures = {}
  const faults: Fault[] = []
  for (const column of sheet.columns) {
    if (!isFigure(column.key)) continue
    const found = amountIn(sheet, row, column)
    if ('cents' in found) figures[column.key] = found.cents
    else faults.push({ row: row.row, column: column.title, reason: found.fault })
  }
  return { figures, faults }
}
