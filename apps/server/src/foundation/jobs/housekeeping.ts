import { setTimeout as pause } from 'node:timers/promises'
import { limits } from '@mshahara/contract'
import type { PlatformTx } from '../core/db.ts'
import { deviceLife } from '../core/devices.ts'
import type { JobDefinition } from '../core/job.ts'
import { type Sql, sql } from '../core/sql.ts'
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
      // One that was ended early stays as long as its cookie: a phone may still hear why.
      await tx.run`delete from sessions where expires_at < ${now}
        and created_at <= ${now} - make_interval(hours => ${limits.sessionHours})`
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
      await tx.run`delete from operator_news where created_at < ${now} - interval '1 year'`
      await tx.run`delete from leave_links where expires_at < ${now}`
      await tx.run`delete from provider_tokens where ends_at < ${now}`
      await clearCallbacks(tx, now)
    }),
}

/**
 * Addresses, and callbacks that told nothing about money, serve 90 days; what was said about a
 * payment is evidence, kept as long as payroll records. While a payment is open, all of it stays.
 */
async function clearCallbacks(tx: PlatformTx, now: Sql) {
  const isOpen = sql`exists (select from payout_attempts a
    where a.id = k.subject_id and a.state not in ('paid', 'failed'))`
  await tx.run`delete from provider_hooks k
    where k.created_at < ${now} - interval '90 days' and not ${isOpen}`
  await tx.run`delete from provider_events k where k.applied_at is not null and not ${isOpen}
    and (k.received_at < ${now} - interval '90 days'
        and (k.subject = 'integrations' or k.outcome = any(${sayingNothing}))
      or k.received_at < date_trunc('year', ${now}) - interval '5 years')`
}

const sayingNothing = ['pending', 'silent', 'queue_timeout', 'no such payment', 'not understood']
