import { linesOf } from './lines.ts'
import { type SheetTop, Workbook } from './workbook.ts'
import type { Cell } from './worksheet.ts'

/** The program that writes one workbook as its rows come, and gives it in the end. */
export type WriterMessage = { sheet: SheetTop; rows: Cell[][] } | { rows: Cell[][] } | { end: true }

const workbook = new Workbook()
for await (const line of linesOf(process.stdin)) {
  const part = JSON.parse(line) as WriterMessage
  if ('sheet' in part) workbook.begin(part.sheet, part.rows)
  else if ('rows' in part) workbook.add(part.rows)
  else process.stdout.write(workbook.finish())
}
