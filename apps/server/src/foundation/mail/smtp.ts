import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'

/**
 * Hands one message to the mail server and reports what is known afterwards. Only what failed
 * for certain before the content left may be tried again (A22).
 */

export interface Message {
  from: string
  to: string
  subject: string
  messageId: string
  text: string
  html: string
  headers?: Record<string, string>
  attachments: { filename: string; content: Buffer; contentType: string; cid?: string }[]
}

/** `later`: the server never got the content, or gave it back. `uncertain`: nobody can tell. */
export type HandOverResult =
  | { state: 'sent' }
  | { state: 'refused' | 'later' | 'uncertain'; reason: string }
  /** The recipient has told the SMS gateway to stop. */
  | { state: 'refused'; reason: string; unwanted: true }

export interface Patience {
  /** From looking up the name to the end of the greeting. */
  connecting_ms: number
  /** Without a word from the server. */
  silence_ms: number
  /** For everything together: a message holds its place no longer, whatever the server does. */
  whole_ms: number
}
export const patience: Patience = { connecting_ms: 10_000, silence_ms: 30_000, whole_ms: 60_000 }

type SmtpError = Error & { code?: string; responseCode?: number | false; command?: string }

export interface Server {
  url: string
  /** Nothing is handed over before the connection is encrypted. */
  tls: boolean
}

export async function handOver(
  server: Server,
  message: Message,
  allowed: Patience = patience,
): Promise<HandOverResult> {
  const mime = new MailComposer({
    ...message,
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const envelope = mime.getEnvelope()
  const content = watched(await mime.build())
  try {
    await connected(server, allowed, (connection, done) =>
      connection.send(envelope as never, content.stream, done),
    )
    return { state: 'sent' }
  } catch (error) {
    return outcomeOf(error as SmtpError, content.contentTaken())
  }
}

/** Whether the mail server would take something from us; the words of why not. */
export const faultOf = (server: Server, allowed: Patience = patience): Promise<string | null> =>
  connected(server, allowed, (_connection, done) => done()).then(
    () => null,
    (error: Error) => error.message.slice(0, 300),
  )

type Done = (error?: Error | null) => void

/** Does something with a connection that is open and, where the address has a name, signed in. */
async function connected(
  { url, tls }: Server,
  { connecting_ms, silence_ms, whole_ms }: Patience,
  work: (connection: SMTPConnection, done: Done) => void,
): Promise<void> {
  const server = parseConnectionUrl(url)
  const connection = new SMTPConnection({
    ...(server as SMTPConnectionOptions),
    requireTLS: tls,
    connectionTimeout: connecting_ms,
    greetingTimeout: connecting_ms,
    socketTimeout: silence_ms,
  })
  let limit: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      const late = () => reject(new Error('The mail server took too long.'))
      limit = setTimeout(late, whole_ms)
      const next =
        (step: () => void): Done =>
        (error) =>
          error ? reject(error) : step()
      const begin = () => work(connection, next(resolve))
      connection.on('error', reject)
      connection.connect(
        next(() => {
          const { user, pass } = (server.auth ?? {}) as { user?: string; pass?: string }
          if (!user || !connection.allowsAuth) return begin()
          connection.login({ credentials: { user, pass: pass ?? '' } } as never, next(begin))
        }),
      )
    })
  } finally {
    clearTimeout(limit)
    connection.close()
  }
}

/** The connection takes from this only once the server has said that it wants the content. */
function watched(bytes: Buffer) {
  let contentTaken = false
  const stream = new Readable({
    read() {
      contentTaken = true
      this.push(bytes)
      this.push(null)
    },
  })
  return { stream, contentTaken: () => contentTaken }
}

/** Answers to these are about the message; answers to anything else are about us or the server. */
const aboutMessage = ['MAIL FROM', 'RCPT TO', 'DATA', 'API']

function outcomeOf(error: SmtpError, contentTaken: boolean): HandOverResult {
  const reason = error.message.slice(0, 300)
  const { code = '', command = '' } = error
  const answer = error.responseCode || 0
  const forGood = answer >= 500 || (!answer && ['EENVELOPE', 'EMESSAGE'].includes(code))
  if (forGood && aboutMessage.includes(command)) return { state: 'refused', reason }
  // Any answer to the content other than "accepted" means it is ours again.
  if (answer >= 400 || !contentTaken) return { state: 'later', reason }
  return { state: 'uncertain', reason }
}
