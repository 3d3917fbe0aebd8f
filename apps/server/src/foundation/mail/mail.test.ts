// @tests long
import { contract } from '@mshahara/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { openSmtp } from '../../test/smtp.ts'
import { makeWorld, type World } from '../../test/world.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function worldWith(url: string): Promise<World> {
  const world = await makeWorld({ workers: true, env: { SMTP_URL: url } })
  open.push(() => world.close())
  return world
}

const states = (world: World) =>
  world.rows(
    'select recipient, state, error, body is null as forgotten from mails order by created_at',
  )

test('a code goes out over SMTP, in both forms, and its words are then forgotten', async () => {
  const server = await openSmtp()
  open.push(server.close)
  const world = await worldWith(server.url)
  const { email } = await world.addPerson({ organization_id: await world.addOrganization() })
  await world.caller().call(contract.auth.login, { body: { email, password: 'correct-horse-7' } })
  await vi.waitFor(() => expect(server.received).toHaveLength(1), 60_000)
  const mail = server.received[0]?.text
  expect(mail).toMatch(/multipart\/alternative/)
  expect(mail).toContain('text/plain')
  expect(mail).toContain('text/html')
  await vi.waitFor(async () =>
    expect((await states(world))[0]).toMatchObject({ state: 'sent', forgotten: true }),
  )
  expect(await world.parts.mail.kept()).toEqual([])
  expect((await world.app.inject('/dev/mail')).statusCode).toBe(404)
})

test('an address refused for good is failed, with the reason', async () => {
  const server = await openSmtp(() => ({ code: 550, text: 'no such mailbox' }))
  open.push(server.close)
  const world = await worldWith(server.url)
  await world.platform((tx) =>
    world.parts.mail.send(tx, null, { to: 'gone@example.test', subject: 'x', paragraphs: ['y'] }),
  )
  await vi.waitFor(
    async () =>
      expect((await states(world))[0]).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('no such mailbox'),
      }),
    60_000,
  )
  expect(server.received).toHaveLength(0)
})

test('a server that is down costs nothing: the message waits and goes out once', async () => {
  const gone = await openSmtp()
  await gone.close()
  const world = await worldWith(gone.url)
  await world.platform((tx) =>
    world.parts.mail.send(tx, null, { to: 'wait@example.test', subject: 'x', paragraphs: ['y'] }),
  )
  await vi.waitFor(
    async () =>
      expect((await states(world))[0]).toMatchObject({
        state: 'queued',
        error: expect.any(String),
      }),
    60_000,
  )
})

test('found half-way, a message is uncertain and never resent by itself', async () => {
  const server = await openSmtp()
  open.push(server.close)
  const world = await worldWith(server.url)
  await world.platform(async (tx) => {
    await world.parts.mail.send(tx, null, {
      to: 'half@example.test',
      subject: 'x',
      paragraphs: ['y'],
    })
    await tx.$client.query(`update mails set state = 'sending'`)
  })
  await vi.waitFor(
    async () => expect((await states(world))[0]).toMatchObject({ state: 'uncertain' }),
    60_000,
  )
  expect(server.received).toHaveLength(0)
})
