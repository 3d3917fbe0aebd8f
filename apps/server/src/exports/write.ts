import { createHash, randomUUID } from 'node:crypto'
import { type ExportAnswer, type Extension, exportAnswer } from '@mshahara/contract/exports'
import { type Ctx, me, type Outside, seatOf } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { type JobCtx, once, resultOf } from '../core/job.ts'
import { notify } from '../notifications/index.ts'
import { writeBook } from '../sheets/writer.ts'
import { type FileDetails, folder, recordByproduct } from './byproducts.ts'
import type { FileContent } from './plan.ts'
import type { Standing } from './standing.ts'

/** What a plan has come to is written, stored and put on record: at once, or by a job. */

/** A file that is ready to be written. */
export interface Draught {
  content: FileContent
  about: FileDetails & { extension: Extension }
  seen: Standing
}

const summary = ({ rows, total, notes }: FileContent) => ({ rows, total, notes })

interface JobOrder {
  job: string
  data: object
  count: number
}
/** What the first stage produces: the content of a small file, or a job to be started. */
export type ExportOrder = Draught | JobOrder
export type ExportResult = (Draught & { file: string } & Sealed) | JobOrder

interface Sealed {
  bytes: number
  sha256: string
}
const sealed = (bytes: Uint8Array): Sealed => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

/** The stages after looking: a small file is written at once, a larger one by its job. */
export const stages = (message: string) => ({
  async make(outside: Outside, _: unknown, order: ExportOrder): Promise<ExportResult> {
    if ('job' in order) return order
    const { extension } = order.about
    const whose = { organization_id: seatOf(outside) }
    const bytes = await writeBook(order.content.book, extension, whose)
    return { ...order, ...sealed(bytes), file: await outside.files.put(folder, bytes, extension) }
  },
  async keep(ctx: Ctx, _: unknown, outcome: ExportResult) {
    if ('job' in outcome) {
      const { job, data, count } = outcome
      return started(await ctx.jobs.start(ctx.tx, job, data, me(ctx), count))
    }
    const { about, content, ...stored } = outcome
    const { id: user_id, name: made_by } = me(ctx)
    const { total } = content
    const record = { ...about, ...stored, total, made_by, user_id }
    const file = await recordByproduct(ctx.tx, record)
    return { message, file, job_id: null, ...summary(content) }
  },
  async undo(outside: Outside, outcome: ExportResult) {
    if ('file' in outcome) await outside.files.remove(folder, outcome.file)
  },
})

/** Drawn when the job is enqueued, so that a restarted job overwrites what it left behind. */
export const newFile = (extension: Extension) => `${randomUUID()}.${extension}`

export interface JobData {
  file: string
  message: string
  /** Where the person finds the result. */
  link: string
}

const long_ms = 10_000

export async function writeInJob(
  job: JobCtx,
  { file, message, link }: JobData,
  draughtOf: (tx: Tx) => Promise<Draught>,
): Promise<ExportAnswer> {
  const startedAt = performance.now()
  const earlier = await job.inOrg((tx) => resultOf<ExportAnswer>(tx, job))
  if (earlier) return earlier
  const { content, about, seen } = await job.inOrg(draughtOf)
  const { user_id, actor: made_by, organization_id } = job.acting
  const whose = { organization_id: organization_id as string, patient: true }
  const bytes = await writeBook(content.book, about.extension, whose)
  await job.files.write(`${folder}/${file}`, bytes)
  const record = async (tx: Tx) => {
    const { total } = content
    const given = { ...about, ...sealed(bytes), seen, total, file, made_by, user_id }
    const byproduct = await recordByproduct(tx, given)
    if (organization_id && user_id && performance.now() - startedAt > long_ms) {
      const key = `export ${file}`
      const text = `${about.name} is ready.`
      await notify(tx, organization_id, [user_id], { key, title: message, text, link })
    }
    return exportAnswer.parse({ message, file: byproduct, job_id: job.id, ...summary(content) })
  }
  return once(job, record, 'This export was given up. Please start it again.')
}

const started = (job_id: string) => ({
  message: 'The export has started.',
  file: null,
  job_id,
  rows: 0,
  total: 0,
  notes: [],
})
