import type { FailedMail } from '@mshahara/contract/desk'
import type { PlatformTx } from '../core/db.ts'
import type { Secrets } from '../core/secrets.ts'
import { containing, type Slice, sql } from '../core/sql.ts'
import type { Reading } from '../http/reading.ts'
import { type MailRow, type Mirror, wordsOf } from './outbox.ts'

/** Mail that did not arrive, or may not have: what becomes of it a person decides (A22). */

const undecided = sql`m.state in ('failed', 'uncertain') and not m.set_aside`

/** Enclosures are gone once it has failed, and with them what made it worth sending. */
const isWhole = (mail: Pick<MailRow, 'body'>, secrets: Secrets) =>
  mail.body !== null && !wordsOf(mail, secrets).attachments?.length

export async function failedMails(tx: PlatformTx, secrets: Secrets, slice: Slice) {
  const { search, offset = 0, limit = 100 } = slice
  const where = sql`${undecided} and ${containing(
    sql`concat_ws(' ', m.recipient, m.subject, m.error, o.name)`,
    search,
  )}`
  const from = sql`mails m left join organizations o on o.id = m.organization_id`
  const { total } = await tx.one<{ total: number }>`
    select count(*) as total from ${from} where ${where}`
  const rows = await tx.all<
    Omit<FailedMail, 'again'> & Pick<MailRow, 'body'>
  >`select m.id, m.recipient, m.subject, m.state, m.error,
      m.created_at, m.body,
      case when o.id is not null then jsonb_build_object('id', o.id, 'name', o.name) end
        as organization
    from ${from} where ${where} order by m.number desc offset ${offset} limit ${limit}`
  return { rows: rows.map((row) => ({ ...row, again: isWhole(row, secrets) })), total }
}

export const countFailed = async (tx: PlatformTx): Promise<number> =>
  (await tx.one<{ count: number }>`select count(*) as count from mails m where ${undecided}`).count

/** How long the oldest message of a lane has waited. */
export async function readings(tx: PlatformTx): Promise<Reading[]> {
  const rows = await tx.all<{ lane: string; seconds: number }>`
    select lane, extract(epoch from app_now() - min(created_at))::float8 as seconds
    from mails where state = 'queued' group by 1`
  return rows.map(({ lane, seconds }) => ({
    name: 'mail_oldest_seconds',
    help: 'How long the oldest message of a lane has waited to be sent.',
    labels: { lane },
    value: Math.max(0, seconds),
  }))
}

/** Held until the transaction ends: two who decide at once see each other. */
export async function failedMail(tx: PlatformTx, secrets: Secrets, id: string) {
  const mail = await tx.one<Pick<MailRow, 'body'>>`select body from mails m
    where id = ${id} and ${undecided} for update`
  return { whole: isWhole(mail, secrets) }
}

/** It waits again as if it were new. */
export async function sendAgain(tx: PlatformTx, id: string, mirror: Mirror) {
  await tx.run`update mails set state = 'queued', error = null, tries = 0, try_at = now(),
    created_at = app_now() where id = ${id}`
  await mirror(tx, id, 'queued', null)
}

export const setAside = (tx: PlatformTx, id: string) =>
  tx.run`update mails set set_aside = true where id = ${id}`
