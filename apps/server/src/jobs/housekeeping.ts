import { setTimeout as pause } from 'node:timers/promises'
import { deviceLife } from '../core/devices.ts'
import type { JobDefinition } from '../core/job.ts'
import { sql } from '../core/sql.ts'
import { fileIsUsed, filesAreHeld, replacedIn } from '../database/files-in-use.ts'

/** A replaced file goes after the commit that replaced it, and after a backup that began before. */
export const removeFile: JobDefinition = {
  name: 'files.remove',
  byRequest: true,
  async work({ files, db }, { folder, name }: { folder: string; name: string }) {
    if (!replacedIn.includes(folder) || !/^[\w-]+\.\w+$/.test(name)) return
    while (await db.inPlatform((tx) => filesAreHeld(tx.$client))) await pause(1000)
    if (await db.inPlatform((tx) => fileIsUsed(tx.$client, folder, name))) return
    await files.remove(folder, name)
  },
}

/** Once an hour: what has served its time. Nobody needs it any more. */
export const housekeeping: JobDefinition = {
  name: 'core.housekeeping',
  cron: '17 * * * *',
  work: (job) =>
    job.db.inPlatform(async (tx) => {
      const now = sql`${job.now}::timestamptz`
      await tx.run`delete from sessions where expires_at < ${now}`
      await tx.run`delete from codes where expires_at < ${now}`
      await tx.run`delete from attempts where until < ${now}`
      await tx.run`delete from devices where last_used_at < ${now} - ${deviceLife}::interval`
      await tx.run`delete from spent_tokens where expires_at < ${now}`
      await tx.run`delete from payment_quotes where expires_at < ${now} - interval '1 day'`
      await tx.run`delete from answers where created_at < ${now} - interval '1 day'`
      await tx.run`update mails set body = null where body is not null
        and state in ('failed', 'uncertain', 'kept') and created_at < ${now} - interval '7 days'`
      await tx.run`delete from mails where state not in ('queued', 'sending')
        and created_at < ${now} - interval '90 days'`
      await tx.run`delete from jobs where state in ('done', 'failed')
        and created_at < ${now} - interval '90 days'`
      await tx.run`delete from notifications where created_at < ${now} - interval '1 year'`
    }),
}
