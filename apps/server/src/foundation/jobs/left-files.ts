import type { Transactions } from '../core/db.ts'
import type { Files } from '../core/files.ts'
import type { JobDefinition } from '../core/job.ts'
import { filesAreHeld, keysInUse } from '../database/files-in-use.ts'

/**
 * A file is stored before the record that names it is committed: after a crash in between nobody
 * knows it. How long each folder's files may stay without a record, in hours.
 */
const grace_h: Record<string, number> = {
  user: 24,
  organization: 24,
  'organization-files': 24,
  employee: 24,
  casual: 24,
  'leave-attachments': 24,
  loans: 24,
  remittances: 24,
  'mass-email': 24,
  payslips: 24,
  byproducts: 24,
  /** Named by a waiting job, and in emails that are kept for a week. */
  imports: 48,
  mail: 8 * 24,
}

export const sweepLeftFiles: JobDefinition = {
  name: 'files.sweep',
  cron: '37 3 * * *',
  async work({ files, db, now, log }) {
    if (!(await isOurs(db, files))) {
      log.warn('The files were last swept for another database: none is removed.')
      return
    }
    const used = await db.inPlatform(keysInUse)
    // Asked last: a backup that begins later knows nothing of what is unused by then.
    if (await db.inPlatform((tx) => filesAreHeld(tx.$client))) return
    for await (const key of files.list()) {
      const [folder = '', name = ''] = key.split('/')
      const grace = grace_h[folder]
      if (grace === undefined || used.has(key)) continue
      const age_ms = now.getTime() - (await files.writtenAt(key)).getTime()
      if (age_ms > grace * 3_600_000) await files.remove(folder, name)
    }
  },
}

/**
 * Two databases may share a store, as when a restore is tried out: the mark says whose files they
 * are. An operator removes it when the database has moved for good.
 */
async function isOurs(db: Transactions, files: Files): Promise<boolean> {
  const { mark } = await db.inPlatform(
    (tx) => tx.one<{ mark: string }>`
      select (select system_identifier from pg_control_system()) || '/' || oid as mark
      from pg_database where datname = current_database()`,
  )
  const known = await files.get('sweep', 'owner.txt')
  if (known) return Buffer.from(known).toString() === mark
  await files.write('sweep/owner.txt', Buffer.from(mark))
  return true
}
