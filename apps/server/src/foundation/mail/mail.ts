import { randomUUID } from 'node:crypto'
import type { Config } from '../config/config.ts'
import type { Db, Tx } from '../core/db.ts'
import type { Secrets } from '../core/secrets.ts'
import { sql } from '../core/sql.ts'
import { type Letter, layout } from './layout.ts'
import { type Lane, lanes, type MailRow, type Words, wordsOf } from './outbox.ts'

export type { Attachment, Letter } from './layout.ts'
export { type Mirror, outgoing } from './outbox.ts'

/** Outgoing mail: recorded in the transaction that causes it, then handed over or kept. */
export interface Mail {
  send(tx: Tx, organization_id: string | null, letter: Letter): Promise<RecordedMail>
  /** Many in one statement, each of the organisation beside it. */
  sendAll(tx: Tx, letters: Addressed[]): Promise<RecordedMail[]>
  /** What was kept for /dev/mail, newest first; all of it, or what one address would have got. */
  kept(to?: string): Promise<KeptMail[]>
}

export interface Addressed {
  organization_id: string | null
  letter: Letter
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

const laneFor = ({ awaited, toMany }: Letter): Lane =>
  awaited ? 'codes' : toMany ? 'many' : 'letters'

export function openMail(
  config: Config,
  secrets: Secrets,
  db: Db,
  wake: (name: string) => void,
): Mail {
  const state = config.smtpUrl ? 'queued' : 'kept'
  const sealed = (letter: Letter) => {
    const words: Words = { ...layout(letter, config.publicUrl) }
    if (letter.attachments) words.attachments = letter.attachments
    if (letter.unsubscribe) words.unsubscribe = letter.unsubscribe
    return secrets.encrypt(JSON.stringify(words))
  }
  async function sendAll(tx: Tx, letters: Addressed[]): Promise<RecordedMail[]> {
    const rows = letters.map(({ organization_id, letter }) => ({
      id: randomUUID(),
      organization_id,
      to: letter.to,
      subject: letter.subject,
      body: sealed(letter),
      lane: laneFor(letter),
    }))
    await tx.run`select record_mail(m.id, m.org, m.recipient, m.subject, m.body, ${state}, m.lane)
      from unnest(${rows.map(({ id }) => id)}::uuid[],
        ${rows.map(({ organization_id }) => organization_id)}::uuid[],
        ${rows.map(({ to }) => to)}::text[], ${rows.map(({ subject }) => subject)}::text[],
        ${rows.map(({ body }) => body)}::bytea[], ${rows.map(({ lane }) => lane)}::text[])
      with ordinality m (id, org, recipient, subject, body, lane, n) order by m.n`
    if (state === 'queued')
      for (const lane of new Set(rows.map((row) => row.lane))) wake(lanes[lane])
    return rows.map(({ id }) => ({ id, state }))
  }
  return {
    sendAll,
    async send(tx, organization_id, letter) {
      const [recorded] = await sendAll(tx, [{ organization_id, letter }])
      return recorded as RecordedMail
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
