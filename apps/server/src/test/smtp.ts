import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
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
