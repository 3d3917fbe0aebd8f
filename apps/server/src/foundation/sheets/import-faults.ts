import type { ImportCalls, ImportFault } from '@mshahara/contract/import'
import { seatOf } from '../core/ctx.ts'
import { failField } from '../core/fail.ts'
import { bytesOf } from '../core/files.ts'
import type { Staged } from '../http/bind.ts'
import { type Column, cellText, convert, type ReadCell } from './columns.ts'
import { asDataUrl, checkSheet, type Upload, workOf } from './import.ts'
import { readSheet, type UploadedSheet } from './read.ts'
import { say } from './sentences.ts'
import { asExcel } from './workbook.ts'
import type { Worksheet } from './worksheet.ts'

/**
 * What a dry run found, as a sheet to work through: the rows that were refused, as they were read,
 * with the reasons in front. Corrected, it can be uploaded itself.
 */
export function faultsHandler<Row>(
  upload: Upload<Row>,
): Staged<ImportCalls['faults'], Column[], UploadedSheet> {
  return {
    async look(ctx) {
      return (await upload.prepare(ctx.tx, workOf(ctx, upload), false)).columns
    },
    make: (outside, { body }, columns) =>
      readSheet(bytesOf(body.file), columns, { organization_id: seatOf(outside) }),
    async keep(ctx, _, sheet) {
      const prepared = await upload.prepare(ctx.tx, workOf(ctx, upload), false)
      const { faults } = await checkSheet(sheet, prepared)
      if (faults.length === 0) failField('file', say.nothingToCorrect)
      const file = asDataUrl(await asExcel({ sheets: [faultSheet(upload.sheet, sheet, faults)] }))
      return { name: upload.fileName.replace('template', 'to-correct'), file }
    },
  }
}

/** Written at once, so not endless: whoever has more of them corrects the first and tries again. */
const mostRows = 1000

function faultSheet(name: string, sheet: UploadedSheet, faults: ImportFault[]): Worksheet {
  const reasons = new Map<number, string[]>()
  for (const { row, column, reason } of faults) {
    const sentence = column ? `${column}: ${reason}` : reason
    reasons.set(row, [...(reasons.get(row) ?? []), sentence])
  }
  const whole = reasons.get(0)?.map((reason) => ['', reason]) ?? []
  const rows = sheet.rows.filter(({ row }) => reasons.has(row)).slice(0, mostRows)
  return {
    name,
    headings: [['Row', 'Reason', ...sheet.columns.map(({ title }) => title)]],
    rows: [
      ...whole,
      ...rows.map((one) => [
        String(one.row),
        (reasons.get(one.row) ?? []).join(' '),
        ...sheet.columns.map((column) => asWritten(column, one.cell(column), sheet.date1904)),
      ]),
    ],
  }
}

/** Whole, and a day as a day: the sheet is meant to be uploaded again. */
function asWritten(column: Column, cell: ReadCell | undefined, date1904: boolean): string {
  if (typeof cell !== 'number' && typeof cell !== 'string') return cellText(cell)
  const converted = column.kind === 'date' ? convert(column, cell, date1904) : undefined
  return String(converted && 'value' in converted ? converted.value : cell)
}
