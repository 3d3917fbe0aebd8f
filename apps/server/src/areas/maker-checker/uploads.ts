import type { Endpoint, Input } from '@mshahara/contract'
import type { ImportAnswer, ImportCalls } from '@mshahara/contract/import'
import type { CheckedAct } from '@mshahara/contract/maker-checker'
import { type Handler, Later, type Staged } from '../../foundation/http/bind.ts'
import type { Column } from '../../foundation/sheets/columns.ts'
import {
  answerOf,
  checkAgain,
  checkSheet,
  doneMessage,
  type ImportCounts,
  importFolder,
  isDry,
  type ReadUpload,
  refuseFaults,
  type Upload,
  uploadHandler,
  type ValidRow,
  workOf,
} from '../../foundation/sheets/import.ts'
import { needsSecond } from './checked.ts'
import type { DueLate } from './late.ts'
import { tried } from './tried.ts'

/** An upload that may have to wait: one proposal for the whole sheet, agreed to as a whole. */

interface Checking {
  acts: CheckedAct[]
  needs?: string
  late?: DueLate
}

type UploadCall = ImportCalls['upload']

export function checkedUpload<Row>(
  name: string,
  endpoint: Endpoint,
  { acts, needs, late }: Checking,
  upload: Upload<Row>,
): Staged<UploadCall, Column[], ReadUpload> {
  const plainly = uploadHandler(upload)
  /** The rows as they were understood, by what the records are now. */
  const saveRows: Handler<Endpoint> = async (ctx, input) => {
    const { rows } = input.body as unknown as { rows: ValidRow<Row>[] }
    const work = workOf(ctx, upload)
    const counts = await checkAgain(await upload.prepare(ctx.tx, work, true), rows)
    await upload.save(
      ctx.tx,
      work,
      rows.map(({ value }) => value),
      async () => {},
    )
    return counts
  }
  const save = tried(
    name,
    endpoint,
    { acts, link: () => upload.link, ...(needs ? { needs } : {}), ...(late ? { late } : {}) },
    saveRows,
  )
  return {
    ...plainly,
    async keep(ctx, input, { sheet, file }) {
      if (isDry(input.query) || !(await needsSecond(ctx.tx, acts))) {
        return plainly.keep(ctx, input, { sheet, file })
      }
      const work = workOf(ctx, upload)
      const read = await checkSheet(sheet, await upload.prepare(ctx.tx, work, true))
      refuseFaults(read)
      const given = { params: undefined, query: {}, body: { rows: read.placed } }
      const result = await save(ctx, given as unknown as Input<Endpoint>)
      if (file) await ctx.later('files.remove', { folder: importFolder, name: file })
      if (result instanceof Later) return result as unknown as ImportAnswer
      return answerOf(sheet, read, { message: doneMessage(upload, result as ImportCounts) })
    },
  }
}
