import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import type { Db, Tx } from './db.ts'
import type { JobDefinition } from './jobs.ts'
import { type Letter, layout } from './mail-layout.ts'
import type { Secrets } from './secrets.ts'

export type { Letter } from './mail-layout.ts'

/** Outgoing mail: recorded in the transaction that causes it, then handed over by a job or kept. */
export interface Mail {
  send(tx: Tx, organization_id: string | null, letter: Letter): Promise<void>
  /** What was kept for /dev/mail, newest first. */
  kept(): Promise<KeptMail[]>
}

export interface KeptMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  created_at: string
}

interface Row {
  id: string
  recipient: string
  subject: string
  body: Buffer | null
  state: string
  created_at: string
}

export const mailJob = 'mail.send'
const mostKept = 500

export function openMail(
  config: Config,
  secrets: Secrets,
  db: Db,
  enqueue: (tx: Tx, name: string, data: object) => Promise<void>,
): Mail {
  return {
    async send(tx, organization_id, letter) {
      const id = randomUUID()
      await tx.$client.query(
        `insert into mails (id, organization_id, recipient, subject, body, state)
         values ($1, $2, $3, $4, $5, $6)`,
        [
          id,
          organization_id,
          letter.to,
          letter.subject,
          secrets.encrypt(JSON.stringify(layout(letter, config.publicUrl))),
          config.smtpUrl ? 'queued' : 'kept',
        ],
      )
      if (config.smtpUrl) await enqueue(tx, mailJob, { id })
    },
    kept: () =>
      db.inPlatform(async (tx) => {
        const { rows } = await tx.$client.query<Row>(
          `select * from mails where state = 'kept' order by number desc limit ${mostKept}`,
        )
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

const wordsOf = (row: Row, secrets: Secrets): { text: string; html: string } =>
  row.body ? JSON.parse(secrets.decrypt(row.body)) : { text: '', html: '' }

/**
 * Hands one message over, once. `sending` is committed before the hand-over: a message found in
 * that state by a later try may have gone out, so it becomes `uncertain` and a person decides.
 */
export function mailSender(config: Config, secrets: Secrets, db: Db): JobDefinition {
  const transport = config.smtpUrl
    ? createTransport(config.smtpUrl, {
        from: config.mailFrom,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 30_000,
      } as object)
    : undefined
  const set = (id: string, from: string[], to: string, error?: string) =>
    db.inPlatform(async (tx) => {
      const { rows } = await tx.$client.query<Row>(
        `update mails set state = $3, error = $4,
           sent_at = case when $3 = 'sent' then app_now() end,
           body = case when $3 = 'sent' then null else body end
         where id = $1 and state = any ($2) returning *`,
        [id, from, to, error ?? null],
      )
      return rows[0]
    })
  return {
    name: mailJob,
    retries: 8,
    parallel: 2,
    async work(_ctx, { id }: { id: string }) {
      await set(id, ['sending'], 'uncertain', 'The server stopped while handing the message over.')
      const mail = await set(id, ['queued'], 'sending')
      if (!mail || !transport) return
      try {
        await transport.sendMail({
          to: mail.recipient,
          subject: mail.subject,
          messageId: `<${mail.id}@${new URL(config.publicUrl).hostname}>`,
          ...wordsOf(mail, secrets),
        })
      } catch (error) {
        await afterFailure(error as SmtpError, id, set)
        return
      }
      await set(id, ['sending'], 'sent')
    },
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; command?: string }

/**
 * Not connected, or refused for now: try again later. Refused for good: failed. Cut off: unknown.
 */
async function afterFailure(
  error: SmtpError,
  id: string,
  set: (id: string, from: string[], to: string, error?: string) => Promise<unknown>,
) {
  const reason = error.message.slice(0, 300)
  const refused = error.responseCode ?? 0
  const notBegun = ['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT', 'EAUTH', 'ETLS'].includes(
    error.code ?? '',
  )
  if (refused >= 500 && error.code !== 'EAUTH') return set(id, ['sending'], 'failed', reason)
  if (refused >= 400 || (notBegun && error.command !== 'DATA')) {
    await set(id, ['sending'], 'queued', reason)
    throw error
  }
  return set(id, ['sending'], 'uncertain', reason)
}
