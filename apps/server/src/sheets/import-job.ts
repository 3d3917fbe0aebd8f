import { type Clock, dayOf } from '../core/clock.ts'
import type { Tx } from '../core/db.ts'
import { fail, failField } from '../core/fail.ts'
import type { Files } from '../core/files.ts'
import type { Secrets } from '../core/secrets.ts'
import type { EndedCtx, JobCtx, JobDefinition } from '../jobs/jobs.ts'
import {
  type Counts,
  checkSheet,
  importFolder,
  refuseFaults,
  type Upload,
  type Work,
} from './import.ts'
import { readSheet } from './read.ts'

/** Large spreadsheets are taken in the background: once, whatever happens on the way (A22). */

interface News {
  key: string
  title: string
  text: string
  link: string
}

export interface ImportParts {
  files: Files
  secrets: Secrets
  clock: Clock
  sealSoon(): void
}

interface Kind<Row> extends Upload<Row> {
  tell(tx: Tx, organization_id: string, user_ids: string[], news: News): Promise<void>
}

export function importJob<Row>(upload: Kind<Row>, parts: ImportParts): JobDefinition {
  return {
    name: upload.job,
    retries: 2,
    async work(job, { file }: { file: string }) {
      const counts = await carryOut(upload, parts, job, file)
      parts.sealSoon()
      await parts.files.remove(importFolder, file)
      return counts
    },
    async givenUp(job, { file }: { file: string }, reason) {
      await job.inOrg((tx) => tell(upload, tx, job, file, { title: 'Import failed', reason }))
      await parts.files.remove(importFolder, file)
    },
  }
}

async function carryOut<Row>(
  upload: Kind<Row>,
  { files, secrets, clock }: ImportParts,
  job: JobCtx,
  file: string,
): Promise<Counts> {
  const organization_id = job.acting.organization_id as string
  const work: Work = { organization_id, secrets, today: dayOf(clock.now()) }
  const known = await job.inOrg(async (tx) => ({
    earlier: await resultOf(tx, job),
    ...(await upload.prepare(tx, work, false)),
  }))
  if (known.earlier) return known.earlier
  const bytes = await files.get(importFolder, file)
  if (!bytes) return failField('file', 'The uploaded file is gone. Please upload it again.')
  const sheet = await readSheet(bytes, known.columns, { organization_id, patient: true })
  return job.inOrg(async (tx) => {
    // A job taken for dead may still be at work: the second waits here, and sees what was done.
    const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
    await tx.$client.query(lock, [`import ${file}`])
    const earlier = await resultOf(tx, job)
    if (earlier) return earlier
    const checked = await checkSheet(sheet, await upload.prepare(tx, work, true))
    refuseFaults(checked)
    const total = checked.rows.length
    await upload.save(tx, work, checked.rows, (done) => job.progress(done, total))
    const reason = upload.describe(checked.counts, true)
    await tell(upload, tx, job, file, { title: 'Import finished', reason })
    // In the same transaction as the records: begun anew, it finds that all is done.
    const { rowCount } = await tx.$client.query(
      `update jobs set result = $2 where id = $1 and state = 'running'`,
      [job.id, JSON.stringify(checked.counts)],
    )
    // Given up meanwhile, and told so: then it must not happen after all.
    if (rowCount === 0) fail(422, 'This import was given up. Please upload the file again.')
    return checked.counts
  })
}

async function resultOf(tx: Tx, job: JobCtx): Promise<Counts | null> {
  const { rows } = await tx.$client.query('select result from jobs where id = $1', [job.id])
  return rows[0]?.result ?? null
}

/** Operators who belong to no organisation have no bell in it. */
async function tell<Row>(
  upload: Kind<Row>,
  tx: Tx,
  { acting }: EndedCtx,
  file: string,
  { title, reason }: { title: string; reason: string },
) {
  const { rows } = await tx.$client.query<{ user_id: string }>(
    'select user_id from memberships where user_id = $1',
    [acting.user_id],
  )
  const people = rows.map(({ user_id }) => user_id)
  const news = { key: `${title} ${file}`, title, text: reason, link: upload.link }
  if (acting.organization_id) await upload.tell(tx, acting.organization_id, people, news)
}
