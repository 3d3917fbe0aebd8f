// @tests story
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { contract } from '@mshahara/contract'
import { SMTPServer } from 'smtp-server'
import { expect, test, vi } from 'vitest'
import { makeWorld, password } from '../../test/world.ts'

/** A code is mailed while the server insists on encryption; what arrived, and how. */
async function mailTo(server: SMTPServer, query: string, until: (seen: Seen) => void) {
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const world = await makeWorld({
    workers: true,
    env: { SMTP_URL: `smtp://127.0.0.1:${port}${query}` },
    settings: { smtpTls: true },
  })
  try {
    const { email } = await world.addPerson({ organization_id: await world.addOrganization() })
    await world.caller().call(contract.auth.login, { body: { email, password } })
    await vi.waitFor(async () => {
      const [mail] = await world.rows('select state, error from mails')
      until(mail as Seen)
    }, 60_000)
  } finally {
    await world.close()
    await new Promise((done) => server.close(() => done(0)))
  }
}
interface Seen {
  state: string
  error: string | null
}

const taken = (received: boolean[]): ConstructorParameters<typeof SMTPServer>[0] => ({
  authOptional: true,
  onData(stream, session, answer) {
    received.push(session.secure)
    stream.resume().on('end', () => answer())
  },
})

test('a mail server that cannot encrypt is given nothing', async () => {
  const received: boolean[] = []
  const plain = new SMTPServer({ ...taken(received), disabledCommands: ['STARTTLS'] })
  await mailTo(plain, '', ({ state, error }) => {
    expect(['queued', 'failed']).toContain(state)
    expect(error).toMatch(/TLS/)
  })
  expect(received).toEqual([])
})

test('one that can is given the message once the connection is encrypted', async () => {
  const received: boolean[] = []
  // The test's certificate is signed by nobody; in production the settings refuse such an address.
  const query = '?tls.rejectUnauthorized=false'
  await mailTo(new SMTPServer(taken(received)), query, ({ state }) => expect(state).toBe('sent'))
  expect(received).toEqual([true])
})
