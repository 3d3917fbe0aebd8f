import type { Endpoint, Input, Result } from '@mshahara/contract'
import type { Extension } from '@mshahara/contract/exports'
import { type Ctx, seatOf } from '../core/ctx.ts'
import type { Staged } from '../http/bind.ts'
import type { Book } from './worksheet.ts'
import { writeBook } from './writer.ts'

/** A table as a file in the answer, for what is looked at and not kept. */

interface Sheet {
  /** Without its ending. */
  name: string
  extension: Extension
  book: Book
}

const mediaTypes: Record<Extension, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
}

/** Read in a transaction, written outside it. */
export const sheetCall = <E extends Endpoint>(
  read: (ctx: Ctx, input: Input<E>) => Promise<Sheet>,
): Staged<E, Sheet, { name: string; file: string }> => ({
  look: read,
  async make(outside, _, { name, extension, book }) {
    const bytes = await writeBook(book, extension, { organization_id: seatOf(outside) })
    const content = Buffer.from(bytes).toString('base64')
    return { name: `${name}.${extension}`, file: `data:${mediaTypes[extension]};base64,${content}` }
  },
  keep: async (_, __, sheet) => sheet as Result<E>,
})
