import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server on loopback that can be told to misbehave. */

interface Refusal {
  code: number
  text: string
}
export interface Post {
  url: string
  received: { to: string; text: string }[]
  close(): Promise<unknown>
}

export async function openSmtp(
  refuse: (to: string) => Refusal | undefined = () => undefined,
  beforeTaking: (count: number) => Promise<void> = async () => {},
): Promise<Post> {
  const received: Post['received'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, answer) {
      const refusal = refuse(address)
      answer(
        refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null,
      )
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', async () => {
        const to = session.envelope.rcptTo[0]?.address ?? ''
        received.push({ to, text: Buffer.concat(chunks).toString() })
        await beforeTaking(received.length)
        answer()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((done) => server.close(() => done(0))),
  }
}

/** The files that came with a message. */
export const attachmentsOf = (text: string): { name: string; bytes: Buffer }[] =>
  [...text.matchAll(/filename=([^\s;]+)[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/g)].map((found) => ({
    name: found[1] ?? '',
    bytes: Buffer.from((found[2] ?? '').replace(/\s/g, ''), 'base64'),
  }))

/** The moments at which a mail server can fail. */
export const moments = [
  'greeting',
  'EHLO',
  'MAIL FROM',
  'RCPT TO',
  'DATA',
  'some content',
  'all content',
  'taken',
] as const
export type Moment = (typeof moments)[number]

export interface FaultyPost {
  url: string
  /** Letters of which all content arrived. */
  taken: string[]
  /** How often somebody connected. */
  calls(): number
  close(): Promise<unknown>
}

type Fault = 'cut' | 'hang' | `${number} ${string}`

/** A server that cuts, falls silent or says no at one moment, to the letters that `which` names. */
export async function openFaulty(
  moment: Moment,
  fault: Fault,
  which: (recipient: string) => boolean = () => true,
): Promise<FaultyPost> {
  const taken: string[] = []
  const sockets = new Set<Socket>()
  let calls = 0
  const server = createServer((socket) => {
    calls += 1
    sockets.add(socket)
    socket.on('error', () => {})
    converse(socket, moment, fault, which, taken)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    calls: () => calls,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((done) => server.close(() => done(0)))
    },
  }
}

function converse(
  socket: Socket,
  moment: Moment,
  fault: Fault,
  which: (recipient: string) => boolean,
  taken: string[],
) {
  let recipient = ''
  let content: string | null = null
  let silent = false
  /** The fault comes before the answer to its moment, and after the last one when all is done. */
  const answer = (at: Moment, text: string) => {
    const mine = at === moment && (recipient === '' || which(recipient))
    if (!mine) return socket.write(`${text}\r\n`)
    if (moment === 'taken') socket.write(`${text}\r\n`)
    if (fault === 'hang') silent = true
    else if (fault === 'cut') socket.destroySoon()
    else socket.write(`${fault}\r\n`)
  }
  const onLine = (line: string) => {
    const [verb = ''] = line.split(/[ :]/)
    recipient = /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? recipient
    if (verb === 'EHLO' || verb === 'HELO') answer('EHLO', '250 localhost')
    else if (verb === 'MAIL') answer('MAIL FROM', '250 ok')
    else if (verb === 'RCPT') answer('RCPT TO', '250 ok')
    else if (verb === 'DATA') {
      content = ''
      answer('DATA', '354 go on')
      if (moment === 'some content' && which(recipient)) answer('some content', '')
    }
  }
  const onContent = (text: string) => {
    content += text
    if (!content?.endsWith('\r\n.\r\n')) return
    taken.push(content)
    content = null
    const last = moment === 'taken' ? 'taken' : 'all content'
    answer(last, '250 taken')
  }
  socket.on('data', (chunk) => {
    if (silent) return
    if (content !== null) onContent(chunk.toString())
    else for (const line of chunk.toString().split('\r\n').filter(Boolean)) onLine(line)
  })
  answer('greeting', '220 localhost ESMTP')
}

/** A message as its reader sees it: headers in one line each, and the words of its parts. */
export function messageOf(raw: string) {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.replace(/^[^:]*:\s*/, '')]),
  )
  const part = (type: string) =>
    new RegExp(`Content-Type: ${type}[^]*?\r\n\r\n([^]*?)\r\n--`).exec(rest.join('\r\n\r\n'))?.[1]
  return { headers, text: decoded(part('text/plain')), html: decoded(part('text/html')) }
}

const decoded = (quoted = '') =>
  Buffer.from(
    quoted
      .replace(/=\r\n/g, '')
      .replace(/=([\dA-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString()
