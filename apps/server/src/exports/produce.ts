import { randomUUID } from 'node:crypto'
import { type ExportAnswer, type Extension, exportAnswer } from '@mshahara/contract/exports'
import { type Ctx, me, type Outside, seatOf } from '../core/ctx.ts'
import { hold, type Tx } from '../core/db.ts'
import type { JobCtx } from '../core/job.ts'
import { notify } from '../notifications/index.ts'
import { folder, keep, type Made } from './kept.ts'
import type { Laid } from './plan.ts'
import { writeBook } from './writer.ts'

/** A laid-out file is written, stored and put on record: at once, or by a job exactly once. */

export type About = Pick<Made, 'payroll_id' | 'employee_id' | 'type' | 'name'> & {
  extension: Extension
}

const summary = (laid: Laid) => ({ rows: laid.rows, total: laid.total, notes: laid.notes })

/** What looking has found: a small file laid out already, or a job to be started. */
export type Ordered = { laid: Laid; about: About } | { job: string; data: object; count: number }
interface Written {
  laid: Laid
  about: About
  file: string
  bytes: Uint8Array
}
export type Produced = Written | Exclude<Ordered, { laid: Laid }>

/** The stages after looking: a small file is written at once, a larger one by its job. */
export const producing = (message: string) => ({
  async make(outside: Outside, _: unknown, ordered: Ordered): Promise<Produced> {
    if ('job' in ordered) return ordered
    const { extension } = ordered.about
    const whose = { organization_id: seatOf(outside) }
    const bytes = await writeBook(ordered.laid.book, extension, whose)
    return { ...ordered, bytes, file: await outside.files.put(folder, bytes, extension) }
  },
  async keep(ctx: Ctx, _: unknown, produced: Produced) {
    if ('job' in produced) {
      const { job, data, count } = produced
      return started(await ctx.jobs.start(ctx.tx, job, data, me(ctx), count))
    }
    const { about, laid, file, bytes } = produced
    const { id: user_id, name: made_by } = me(ctx)
    const kept = await keep(ctx.tx, { ...about, file, bytes, made_by, user_id })
    return { message, file: kept, job_id: null, ...summary(laid) }
  },
  async undo(outside: Outside, produced: Produced) {
    if ('file' in produced) await outside.files.remove(folder, produced.file)
  },
})

/** The name is drawn when the job is asked for: begun anew, it writes over what it left behind. */
export const newFile = (extension: Extension) => `${randomUUID()}.${extension}`

export interface Background {
  about: About
  file: string
  message: string
  /** Where the person finds the result. */
  link: string
}

const long_ms = 10_000

export async function produceInJob(
  job: JobCtx,
  { about, file, message, link }: Background,
  lay: (tx: Tx) => Promise<Laid>,
): Promise<ExportAnswer> {
  const begun = performance.now()
  const earlier = await job.inOrg((tx) => resultOf(tx, job))
  if (earlier) return earlier
  const laid = await job.inOrg(lay)
  const { user_id, actor: made_by, organization_id } = job.acting
  const whose = { organization_id: organization_id as string, patient: true }
  const bytes = await writeBook(laid.book, about.extension, whose)
  await job.files.write(`${folder}/${file}`, bytes)
  return job.inOrg(async (tx) => {
    // A job taken for dead may still be at work: the second waits here, and sees what was done.
    await hold(tx, file)
    const known = await resultOf(tx, job)
    if (known) return known
    const kept = await keep(tx, { ...about, file, bytes, made_by, user_id })
    const answer = exportAnswer.parse({ message, file: kept, job_id: job.id, ...summary(laid) })
    // In the same transaction as the record: begun anew, it finds that all is done.
    await tx.$client.query('update jobs set result = $2 where id = $1', [
      job.id,
      JSON.stringify(answer),
    ])
    if (organization_id && user_id && performance.now() - begun > long_ms) {
      const key = `export ${file}`
      const text = `${about.name} is ready.`
      await notify(tx, organization_id, [user_id], { key, title: message, text, link })
    }
    return answer
  })
}

async function resultOf(tx: Tx, job: JobCtx): Promise<ExportAnswer | null> {
  const { rows } = await tx.$client.query('select result from jobs where id = $1', [job.id])
  return rows[0]?.result ?? null
}

const started = (job_id: string) => ({
  message: 'The export has started.',
  file: null,
  job_id,
  rows: 0,
  total: 0,
  notes: [],
})
