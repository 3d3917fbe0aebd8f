import { randomUUID } from 'node:crypto'
import type { Config } from '../core/config.ts'
import type { Db, Tx } from '../core/db.ts'
import type { Secrets } from '../core/secrets.ts'
import { sql } from '../core/sql.ts'
import { type Letter, layout } from './layout.ts'
import { type Lane, lanes, type MailRow, type Words, wordsOf } from './outbox.ts'

export type { Letter } from './layout.ts'
export { type Mirror, outgoing } from './outbox.ts'

/** Outgoing mail: recorded in the transaction that causes it, then handed over or kept. */
export interface Mail {
  send(tx: Tx, organization_id: string | null, letter: Letter): Promise<RecordedMail>
  /** What was kept for /dev/mail, newest first; all of it, or what one address would have got. */
  kept(to?: string): Promise<KeptMail[]>
}

export interface RecordedMail {
  id: string
  state: 'queued' | 'kept'
}

export interface KeptMail extends Words {
  id: string
  to: string
  subject: string
  created_at: string
}

const mostKept = 500

export function openMail(
  config: Config,
  secrets: Secrets,
  db: Db,
  wake: (name: string) => void,
): Mail {
  return {
    async send(tx, organization_id, letter) {
      const id = randomUUID()
      const state = config.smtpUrl ? 'queued' : 'kept'
      const lane: Lane = letter.awaited ? 'codes' : letter.toMany ? 'many' : 'letters'
      const words: Words = { ...layout(letter, config.publicUrl) }
      if (letter.attachments) words.attachments = letter.attachments
      if (letter.unsubscribe) words.unsubscribe = letter.unsubscribe
      const body = secrets.encrypt(JSON.stringify(words))
      await tx.run`select record_mail(${id}, ${organization_id}, ${letter.to}, ${letter.subject},
        ${body}, ${state}, ${lane})`
      if (state === 'queued') wake(lanes[lane])
      return { id, state }
    },
    kept: (to) =>
      db.inPlatform(async (tx) => {
        const rows = await tx.all<MailRow>`select * from mails where state = 'kept'
          ${to ? sql`and recipient = ${to}` : sql``} order by number desc limit ${mostKept}`
        return rows.map((row) => ({
          id: row.id,
          to: row.recipient,
          subject: row.subject,
          ...wordsOf(row, secrets),
          created_at: row.created_at,
        }))
      }),
  }
}
