import { randomUUID } from 'node:crypto'
import { type ExportAnswer, type Extension, exportAnswer } from '@mshahara/contract/exports'
import type { Words } from '@mshahara/contract/language'
import { type Ctx, me, type Outside, seatOf } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { type Sealed, sealed } from '../../foundation/core/files.ts'
import { type JobCtx, type JobNews, once, resultOf } from '../../foundation/core/job.ts'
import { type Printable, type PrintedFor, printOne } from '../../foundation/paper/printer.ts'
import { writeBook } from '../../foundation/sheets/writer.ts'
import { type FileDetails, folder, recordByproduct } from './byproducts.ts'
import { cardColors } from './p9-paper.ts'
import { printedFor } from './pack.ts'
import type { Claim, FileContent, FileSummary, Note } from './plan.ts'
import { say } from './sentences.ts'
import type { Standing } from './standing.ts'

/** What a plan has come to is written, stored and put on record: at once, or by a job. */

/** A file that is ready to be written: a workbook, or a sheet of paper. */
export interface Draught {
  content: FileContent | (FileSummary & { paper: Printable })
  about: FileDetails
  seen: Standing
}

const summary = ({ rows, total, notes, warnings = [] }: FileSummary) => ({
  rows,
  total,
  notes,
  warnings,
})
const claimsOf = ({ claims = [] }: FileSummary) => claims

async function bytesOf({ content, about }: Draught, whose: PrintedFor): Promise<Uint8Array> {
  if ('paper' in content) {
    return printOne({ colors: cardColors, logo: null }, content.paper, whose)
  }
  return writeBook(content.book, about.extension as Extension, whose)
}

interface JobOrder {
  job: string
  data: object
  count: number
}
/** What the first stage produces: the content of a small file, or a job to be started. */
export type ExportOrder = Draught | JobOrder
export type ExportResult = (Draught & { file: string } & Sealed) | JobOrder

/** The stages after looking: a small file is written at once, a larger one by its job. */
export const stages = (done: Words) => ({
  async make(outside: Outside, _: unknown, order: ExportOrder): Promise<ExportResult> {
    if ('job' in order) return order
    const { extension } = order.about
    const whose = { organization_id: seatOf(outside) }
    const bytes = await bytesOf(order, whose)
    return { ...order, ...sealed(bytes), file: await outside.files.put(folder, bytes, extension) }
  },
  async keep(ctx: Ctx, _: unknown, outcome: ExportResult) {
    if ('job' in outcome) {
      const { job, data, count } = outcome
      return started(ctx, await ctx.jobs.start(ctx.tx, job, data, me(ctx), count))
    }
    const { about, content, ...stored } = outcome
    const { id: user_id, name: made_by } = me(ctx)
    const { total } = content
    const record = { ...about, ...stored, total, made_by, user_id, claims: claimsOf(content) }
    const file = await recordByproduct(ctx.tx, record)
    return { message: ctx.say(done), file, job_id: null, ...summary(content) }
  },
  async undo(outside: Outside, outcome: ExportResult) {
    if ('file' in outcome) await outside.files.remove(folder, outcome.file)
  },
})

/** Drawn when the job is enqueued, so that a restarted job overwrites what it left behind. */
export const newFile = (extension: string) => `${randomUUID()}.${extension}`

export interface JobData {
  file: string
  message: string
  /** Where the person finds the result. */
  link: string
}

/** At the end of every job here, for whoever does not look on any more. */
export const fileNews = (done: boolean, { message, link }: JobData): JobNews =>
  done
    ? { title: message, text: 'The file is ready.', link }
    : { title: 'A file was not made', text: 'It could not be finished. Please try again.', link }

export const writeInJob = (
  job: JobCtx,
  data: JobData,
  draughtOf: (tx: Tx) => Promise<Draught>,
): Promise<ExportAnswer> =>
  recordInJob(job, data, async (key) => {
    const draught = await job.inOrg(draughtOf)
    const bytes = await bytesOf(draught, printedFor(job))
    await job.files.write(key, bytes)
    const { about, seen, content } = draught
    const claims = claimsOf(content)
    return { about, seen, content: summary(content), claims, stored: sealed(bytes) }
  })

/** A file of many parts: what it comes to is known when the last piece is stored. */
export interface Pack {
  about: FileDetails
  seen: Standing
  pieces: AsyncIterable<Uint8Array>
  tally: Omit<FileSummary, 'notes'> & { notes?: Note[] }
}

export const packInJob = (
  job: JobCtx,
  data: JobData,
  open: () => Promise<Pack>,
): Promise<ExportAnswer> =>
  recordInJob(job, data, async (key) => {
    const { about, seen, pieces, tally } = await open()
    const stored = await job.files.writeFrom(key, pieces)
    return { about, seen, content: { notes: [], ...tally }, stored }
  })

interface Written {
  about: FileDetails
  seen: Standing
  content: FileSummary
  claims?: Claim[]
  stored: Sealed
}

async function recordInJob(
  job: JobCtx,
  { file, message }: JobData,
  write: (key: string) => Promise<Written>,
): Promise<ExportAnswer> {
  const earlier = await job.inOrg((tx) => resultOf<ExportAnswer>(tx, job))
  if (earlier) return earlier
  const { about, seen, content, claims = [], stored } = await write(`${folder}/${file}`)
  const { user_id, actor: made_by } = job.acting
  const record = async (tx: Tx) => {
    const { total } = content
    const given = { ...about, ...stored, seen, total, claims, file, made_by, user_id }
    const byproduct = await recordByproduct(tx, given)
    return exportAnswer.parse({ message, file: byproduct, job_id: job.id, ...summary(content) })
  }
  return once(job, record, say.givenUp)
}

export const started = (ctx: Ctx, job_id: string) => ({
  message: ctx.say(say.started),
  file: null,
  job_id,
  rows: 0,
  total: 0,
  notes: [],
  warnings: [],
})
