import { nothingChanged } from '@mshahara/contract/import'
import { young } from '../core/client-address.ts'
import type { Tx } from '../core/db.ts'
import { failField } from '../core/fail.ts'
import { type EndedCtx, type JobCtx, type JobDefinition, once, resultOf } from '../core/job.ts'
import {
  changesNothing,
  checkSheet,
  type ImportContext,
  type ImportCounts,
  importFolder,
  refuseFaults,
  type Upload,
} from './import.ts'
import { readSheet } from './read.ts'
import { say } from './sentences.ts'

/** Large spreadsheets are taken in the background: once, whatever happens on the way (A22). */

interface News {
  key: string
  title: string
  text: string
  link: string
}

interface Kind<Row> extends Upload<Row> {
  notify(tx: Tx, organization_id: string | null, user_ids: string[], news: News): Promise<void>
}

export function importJob<Row>(upload: Kind<Row>): JobDefinition {
  return {
    name: upload.job,
    // A request inside one organisation cannot start what crosses them.
    ...(upload.across ? { across: true } : { byRequest: true }),
    retries: 2,
    async work(job, { file }: { file: string }) {
      const counts = await carryOut(upload, job, file)
      job.sealSoon()
      await job.files.remove(importFolder, file)
      return counts
    },
    async givenUp(job, { file }: { file: string }, reason) {
      await job.inOrg((tx) => notifyEnd(upload, tx, job, file, { title: 'Import failed', reason }))
      await job.files.remove(importFolder, file)
    },
  }
}

async function carryOut<Row>(upload: Kind<Row>, job: JobCtx, file: string): Promise<ImportCounts> {
  const { secrets, today, now, mail, files, acting } = job
  const organization_id = (acting.organization_id ?? acting.user_id) as string
  const work: ImportContext = { organization_id, secrets, today, now, mail }
  const known = await job.inOrg(async (tx) => ({
    earlier: await resultOf<ImportCounts>(tx, job),
    ...(await upload.prepare(tx, work, false)),
    whose: await seatOfJob(tx, organization_id),
  }))
  if (known.earlier) return known.earlier
  const bytes = await files.get(importFolder, file)
  if (!bytes) return failField('file', say.gone)
  const sheet = await readSheet(bytes, known.columns, {
    organization_id: known.whose,
    patient: true,
  })
  return once(
    job,
    async (tx) => {
      const checked = await checkSheet(sheet, await upload.prepare(tx, work, true))
      refuseFaults(checked)
      const total = checked.rows.length
      await upload.save(tx, work, checked.rows, (done) => job.progress(done, total))
      const { counts } = checked
      const reason = changesNothing(counts) ? nothingChanged : upload.describe(counts, true)
      await notifyEnd(upload, tx, job, file, { title: 'Import finished', reason })
      return counts
    },
    say.givenUp,
  )
}

/** Nobody waits for it at a screen: new organisations take one turn for all their imports. */
async function seatOfJob(tx: Tx, organization_id: string): Promise<string> {
  const { settled } = await tx.one<{ settled: boolean }>`
    select bound_settled() as settled`
  return settled ? organization_id : `${young}jobs`
}

/** The operator's own work is told at the operator's own bell. */
async function notifyEnd<Row>(
  upload: Kind<Row>,
  tx: Tx,
  { acting }: EndedCtx,
  file: string,
  { title, reason }: { title: string; reason: string },
) {
  const news = { key: `${title} ${file}`, title, text: reason, link: upload.link }
  if (upload.across) return upload.notify(tx, null, acting.user_id ? [acting.user_id] : [], news)
  const member = await tx.maybe<{ user_id: string }>`
    select user_id from memberships where user_id = ${acting.user_id}`
  const people = member ? [member.user_id] : []
  if (acting.organization_id) await upload.notify(tx, acting.organization_id, people, news)
}
