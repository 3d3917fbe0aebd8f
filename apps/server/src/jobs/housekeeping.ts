import { setTimeout as pause } from 'node:timers/promises'
import { deviceSweep } from '../core/devices.ts'
import { fileIsUsed, filesAreHeld, replacedIn } from '../core/files-in-use.ts'
import type { JobDefinition } from '../core/job.ts'

/** A replaced file goes after the commit that replaced it, and after a backup that began before. */
export const removeFile: JobDefinition = {
  name: 'files.remove',
  async work({ files, db }, { folder, name }: { folder: string; name: string }) {
    if (!replacedIn.includes(folder) || !/^[\w-]+\.\w+$/.test(name)) return
    while (await db.inPlatform((tx) => filesAreHeld(tx.$client))) await pause(1000)
    if (await db.inPlatform((tx) => fileIsUsed(tx.$client, folder, name))) return
    await files.remove(folder, name)
  },
}

/** Whatever became of them, after this nobody asks for them any more. */
const spent = [
  `update mails set body = null where body is not null and state in ('failed', 'uncertain', 'kept')
     and created_at < $1::timestamptz - interval '7 days'`,
  `delete from mails where state not in ('queued', 'sending')
     and created_at < $1::timestamptz - interval '90 days'`,
  `delete from jobs where state in ('done', 'failed')
     and created_at < $1::timestamptz - interval '90 days'`,
  `delete from notifications where created_at < $1::timestamptz - interval '1 year'`,
]

/** Once an hour: what has served its time. */
export const housekeeping: JobDefinition = {
  name: 'core.housekeeping',
  cron: '17 * * * *',
  work: ({ db, now }) =>
    db.inPlatform(async (tx) => {
      const sweep = (sql: string) => tx.$client.query(sql, [now])
      await sweep('delete from sessions where expires_at < $1')
      await sweep('delete from codes where expires_at < $1')
      await sweep('delete from attempts where until < $1')
      await sweep(deviceSweep)
      await sweep('delete from spent_tokens where expires_at < $1')
      await sweep(`delete from answers where created_at < $1::timestamptz - interval '1 day'`)
      for (const sql of spent) await sweep(sql)
    }),
}
