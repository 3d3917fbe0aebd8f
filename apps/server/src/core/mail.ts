import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import type { Db, Tx } from './db.ts'
import type { Files } from './files.ts'
import type { JobDefinition } from './jobs.ts'
import { type Attachment, type Letter, layout } from './mail-layout.ts'
import type { Secrets } from './secrets.ts'

export type { Letter } from './mail-layout.ts'

/** Outgoing mail: recorded in the transaction that causes it, then handed over by a job or kept. */
export interface Mail {
  send(tx: Tx, organization_id: string | null, letter: Letter): Promise<Recorded>
  /** What was kept for /dev/mail, newest first. */
  kept(): Promise<KeptMail[]>
}

export interface Recorded {
  id: string
  state: 'queued' | 'kept'
}

export interface KeptMail extends Words {
  id: string
  to: string
  subject: string
  created_at: string
}

interface Words {
  text: string
  html: string
  attachments?: Attachment[]
}

/** Told of every change of state, in the transaction that makes it. */
export type Mirror = (tx: Tx, id: string, state: MailState, error: string | null) => Promise<void>
export type MailState = 'queued' | 'sending' | 'sent' | 'failed' | 'uncertain' | 'kept'

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
      const state = config.smtpUrl ? 'queued' : 'kept'
      const words: Words = { ...layout(letter, config.publicUrl) }
      if (letter.attachments) words.attachments = letter.attachments
      await tx.$client.query(
        `insert into mails (id, organization_id, recipient, subject, body, state)
         values ($1, $2, $3, $4, $5, $6)`,
        [
          id,
          organization_id,
          letter.to,
          letter.subject,
          secrets.encrypt(JSON.stringify(words)),
          state,
        ],
      )
      if (config.smtpUrl) await enqueue(tx, mailJob, { id })
      return { id, state }
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

const wordsOf = (row: Row, secrets: Secrets): Words =>
  row.body ? JSON.parse(secrets.decrypt(row.body)) : { text: '', html: '' }

const retries = 12

interface Sending {
  files: Files
  mirror: Mirror
}

/**
 * Hands one message over, once. `sending` is committed before the hand-over: a message found in
 * that state by a later try may have gone out, so it becomes `uncertain` and a person decides.
 */
export function mailSender(
  config: Config,
  secrets: Secrets,
  db: Db,
  { files, mirror }: Sending,
): JobDefinition {
  const transport = config.smtpUrl ? openTransport(config, config.smtpUrl) : undefined
  const set: SetState = (id, from, to, error) =>
    db.inPlatform(async (tx) => {
      const { rows } = await tx.$client.query<Row>(
        `update mails set state = $3, error = $4,
           sent_at = case when $3 = 'sent' then app_now() end,
           body = case when $3 = 'sent' then null else body end
         where id = $1 and state = any ($2) returning *`,
        [id, from, to, error ?? null],
      )
      if (rows[0]) await mirror(tx, id, to, error ?? null)
      return rows[0]
    })
  return {
    name: mailJob,
    retries,
    parallel: 2,
    async work({ retry }, { id }: { id: string }) {
      const stopped = 'The server stopped while handing the message over.'
      const halfway = await set(id, ['sending'], 'uncertain', stopped)
      const mail = halfway ?? (await set(id, ['queued'], 'sending'))
      if (!mail || !transport) return
      const { attachments = [], ...words } = wordsOf(mail, secrets)
      const done = () => forget(files, attachments)
      if (halfway) return done()
      const messageId = `<${mail.id}@${new URL(config.publicUrl).hostname}>`
      const { recipient: to, subject } = mail
      try {
        const enclosed = await fetchAll(files, attachments)
        await transport.sendMail({ to, subject, messageId, ...words, attachments: enclosed })
      } catch (error) {
        await afterFailure(error as SmtpError, id, set, retry >= retries)
        return done()
      }
      await set(id, ['sending'], 'sent')
      await done()
    },
  }
}

const openTransport = ({ mailFrom: from, smtpTls: requireTLS }: Config, url: string) =>
  createTransport(
    { url, requireTLS, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
    { from },
  )

const fetchAll = (files: Files, attachments: Attachment[]) =>
  Promise.all(
    attachments.map(async ({ filename, folder, name }) => {
      const bytes = await files.get(folder, name)
      if (!bytes) throw Object.assign(new Error('An attachment is missing.'), { responseCode: 554 })
      return { filename, content: Buffer.from(bytes), contentType: 'application/pdf' }
    }),
  )

async function forget(files: Files, attachments: Attachment[]) {
  for (const { folder, name } of attachments) await files.remove(folder, name)
}

type SmtpError = Error & { code?: string; responseCode?: number; command?: string }
type SetState = (
  id: string,
  from: MailState[],
  to: MailState,
  error?: string,
) => Promise<Row | undefined>

/**
 * Not connected, or refused for now: try again later, and after the last try say so. Refused for
 * good: failed. Cut off: unknown.
 */
async function afterFailure(error: SmtpError, id: string, set: SetState, last: boolean) {
  const reason = error.message.slice(0, 300)
  const refused = error.responseCode ?? 0
  const notBegun = ['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT', 'EAUTH', 'ETLS'].includes(
    error.code ?? '',
  )
  if (refused >= 500 && error.code !== 'EAUTH') return set(id, ['sending'], 'failed', reason)
  if (refused >= 400 || (notBegun && error.command !== 'DATA')) {
    await set(id, ['sending'], last ? 'failed' : 'queued', reason)
    if (last) return
    throw error
  }
  return set(id, ['sending'], 'uncertain', reason)
}
