import { filesAreHeld, keysInUse } from '../core/files-in-use.ts'
import type { JobDefinition } from '../core/job.ts'

/**
 * A file is stored before the record that names it is committed: after a crash in between nobody
 * knows it. How long each folder's files may stay without a record, in hours.
 */
const grace_h: Record<string, number> = {
  user: 24,
  organization: 24,
  employee: 24,
  payslips: 24,
  byproducts: 24,
  /** No record names these: an import lasts an hour at most, an email is kept for a week. */
  imports: 48,
  mail: 8 * 24,
}

export const sweepLeftFiles: JobDefinition = {
  name: 'files.sweep',
  cron: '37 3 * * *',
  async work({ files, db, now }) {
    if (await db.inPlatform((tx) => filesAreHeld(tx.$client))) return
    const used = await db.inPlatform(keysInUse)
    for await (const key of files.list()) {
      const [folder = '', name = ''] = key.split('/')
      const grace = grace_h[folder]
      if (grace === undefined || used.has(key)) continue
      const age_ms = now.getTime() - (await files.writtenAt(key)).getTime()
      if (age_ms > grace * 3_600_000) await files.remove(folder, name)
    }
  },
}
