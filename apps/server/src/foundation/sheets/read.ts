import { limits } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { failField } from '../core/fail.ts'
import { turns } from '../core/turns.ts'
import type { Placed, ReadRequest, SheetContent } from './book.ts'
import { readInChild } from './child.ts'
import { type Column, headingsOf, type ReadCell, recognise } from './columns.ts'
import { kindOf, Unreadable } from './file.ts'
import { say } from './sentences.ts'

/** An uploaded spreadsheet as rows of plain cells, or a refusal that says what is wrong with it. */

export interface UploadedSheet {
  name: string
  /** Those of the columns asked for that it has. */
  columns: Column[]
  /** All of its headings, and those that were not recognised. */
  headings: string[]
  ignored: string[]
  /** What the sheet calls a column. */
  heading(column: Column): string | undefined
  rows: UploadedRow[]
  date1904: boolean
}

export interface UploadedRow {
  /** As Excel numbers it. */
  row: number
  cell(column: Column): ReadCell | undefined
}

/** Each reader may fill a core: few at once, one of an organisation, and no long queue. */
const inTurn = turns({
  places: 2,
  each: 1,
  waiting: 4,
  longest_ms: 20_000,
  busy: everywhere.otherSheets,
})

interface Whose {
  organization_id: string
  /** A job is patient: nobody waits for its answer. */
  patient?: boolean
  /** A csv is taken too, and one without headings where its layout is among these. */
  csv?: { placed?: readonly Placed[] }
}

export async function readSheet(
  bytes: Uint8Array,
  columns: readonly Column[],
  whose: Whose,
): Promise<UploadedSheet> {
  const found = await read(bytes, columns, whose).catch((error) => {
    if (error instanceof Unreadable)
      return failField('file', say.unreadable({ why: error.message }))
    throw error
  })
  const { at, ignored, refusal } = recognise(columns, found.headings)
  if (refusal) failField('file', say.unreadable({ why: refusal }))
  if (found.rows.length === 0) {
    failField('file', say.noRows({ sheet: found.sheet }))
  }
  return {
    name: found.sheet,
    columns: columns.filter(({ key }) => at.has(key)),
    headings: found.headings.filter(Boolean),
    ignored,
    heading: ({ key }) => found.headings[at.get(key) ?? -1],
    rows: found.rows.map(({ row, cells }) => ({
      row,
      cell: (column) => cells[at.get(column.key) ?? -1],
    })),
    date1904: found.date1904,
  }
}

async function read(
  bytes: Uint8Array,
  columns: readonly Column[],
  { organization_id, patient = false, csv }: Whose,
): Promise<SheetContent> {
  const kind = await kindOf(bytes, csv !== undefined)
  const known = columns.flatMap(headingsOf)
  const { placed } = csv ?? {}
  const asked: ReadRequest = { bytes, kind, known, mostRows: limits.importRows, placed }
  return inTurn(organization_id, () => readInChild(asked), { patient })
}
