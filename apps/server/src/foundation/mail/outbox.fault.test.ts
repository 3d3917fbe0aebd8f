// @tests slow first
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { type FaultyPost, openFaulty, openSmtp, type Post } from '../../test/smtp.ts'
import { makeWorld, password, type World } from '../../test/world.ts'

/** Messages on their way: never twice, never for ever, and nobody waits for a stranger's. */

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function worldWith(post: FaultyPost | Post, workers = true): Promise<World> {
  open.push(post.close)
  const world = await makeWorld({ workers, env: { SMTP_URL: post.url } })
  open.push(() => world.close())
  return world
}

const send = (world: World, to: string, organization_id: string | null = null, code?: string) =>
  world.platform((tx) =>
    world.parts.mail.send(tx, organization_id, {
      to,
      subject: 'x',
      paragraphs: ['y'],
      ...(code ? { code, awaited: true } : {}),
    }),
  )
const stateOf = async (world: World, to: string) =>
  (await world.rows('select state, error, tries from mails where recipient = $1', [to]))[0]

test('cut after the content was taken, it is uncertain and stays so', async () => {
  const post = await openFaulty('all content', 'cut')
  const world = await worldWith(post)
  await send(world, 'cut@example.test')
  const uncertain = async () =>
    expect(await stateOf(world, 'cut@example.test')).toMatchObject({ state: 'uncertain', tries: 1 })
  await vi.waitFor(uncertain, 60_000)
  await pause(4_000)
  await uncertain()
  expect(post.taken).toHaveLength(1)
})

test('cut before the content, it is tried again until it is taken, once', async () => {
  let cuts = 0
  const post = await openFaulty('RCPT TO', 'cut', () => {
    cuts += 1
    return cuts < 3
  })
  const world = await worldWith(post)
  await send(world, 'again@example.test')
  await vi.waitFor(
    async () =>
      expect(await stateOf(world, 'again@example.test')).toMatchObject({ state: 'sent', tries: 3 }),
    60_000,
  )
  expect(post.taken).toHaveLength(1)
})

test('letters that hang hold up neither codes nor other organisations', async () => {
  const post = await openFaulty('all content', 'hang', (to) => to.startsWith('slow'))
  const world = await worldWith(post)
  const [slow, other] = [await world.addOrganization(), await world.addOrganization()]
  for (let index = 0; index < 8; index += 1) await send(world, `slow-${index}@people.test`, slow)
  for (let index = 0; index < 3; index += 1) await send(world, 'slow@code.test', null, '123456')
  await vi.waitFor(() => expect(post.taken.length).toBeGreaterThanOrEqual(4), 60_000)
  const { email } = await world.addPerson({ organization_id: other })
  const begun = performance.now()
  await world.caller().call(contract.auth.login, { body: { email, password: 'correct-horse-7' } })
  await send(world, 'letter@people.test', other)
  for (const to of [email, 'letter@people.test']) {
    await vi.waitFor(async () => expect((await stateOf(world, to)).state).toBe('sent'), 20_000)
  }
  expect(performance.now() - begun).toBeLessThan(20_000)
  const [held] = await world.rows(`select count(*) as n from mails where state = 'sending'`)
  // Two of four places in each lane, not more, belong to whoever hangs.
  expect(held.n).toBe(4)
})

test("an organisation's invitations that hang hold up nobody's sign-in code", async () => {
  const post = await openFaulty('all content', 'hang', (to) => to.startsWith('slow'))
  const world = await worldWith(post)
  const home = await world.addOrganization()
  const inviter = await world.as('primary', home)
  const names = { first_name: 'Neema', last_name: 'Barasa', phone: '0712345678' }
  for (let index = 0; index < 12; index += 1) {
    const body = { ...names, email: `slow-${index}@people.test`, role: 'user' } as const
    expect((await inviter.call(contract.users.invite, { body })).status).toBe(201)
  }
  await vi.waitFor(() => expect(post.taken.length).toBeGreaterThanOrEqual(2), 60_000)
  // Everything that invitations could take is taken by now.
  await pause(2_000)
  const { email } = await world.addPerson({ organization_id: await world.addOrganization() })
  await world.caller().call(contract.auth.login, { body: { email, password } })
  await vi.waitFor(async () => expect((await stateOf(world, email)).state).toBe('sent'), 5_000)
  const lanes = await world.rows(`select distinct lane from mails where recipient like 'slow-%'`)
  expect(lanes).toEqual([{ lane: 'letters' }])
})

test('a thousand letters of one organisation give way to the few of another', async () => {
  const post = await openSmtp()
  const world = await worldWith(post, false)
  const [busy, quiet] = [await world.addOrganization(), await world.addOrganization()]
  await world.rows(
    `insert into mails (organization_id, recipient, subject, state)
     select $1, 'busy-' || n || '@people.test', 'x', 'queued' from generate_series(1, 1000) n`,
    [busy],
  )
  for (let index = 0; index < 5; index += 1) await send(world, `quiet-${index}@people.test`, quiet)
  await world.parts.jobs.work(world.parts)
  const quietOnes = () => post.received.filter(({ to }) => to.startsWith('quiet'))
  await vi.waitFor(() => expect(quietOnes()).toHaveLength(5), 60_000)
  const last = post.received.findLastIndex(({ to }) => to.startsWith('quiet'))
  expect(last).toBeLessThan(20)
})

test('what waits too long is failed in words', async () => {
  const world = await makeWorld({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  open.push(() => world.close())
  await send(world, 'old@example.test')
  await send(world, 'code@example.test', null, '123456')
  world.pass(7 * 3600)
  await send(world, 'young@example.test')
  await world.rows(`update mails set try_at = now() + interval '1 day'`)
  await world.parts.jobs.work(world.parts)
  await vi.waitFor(async () =>
    expect(await stateOf(world, 'code@example.test')).toMatchObject({
      state: 'failed',
      error: 'This could not be sent within 6 hours.',
    }),
  )
  expect((await stateOf(world, 'old@example.test')).state).not.toBe('failed')
  world.pass(18 * 3600)
  await vi.waitFor(
    async () =>
      expect(await stateOf(world, 'old@example.test')).toMatchObject({
        state: 'failed',
        error: expect.stringMatching(/^This could not be sent within 24 hours\. .*ECONNREFUSED/),
      }),
    8_000,
  )
  expect((await stateOf(world, 'young@example.test')).state).not.toBe('failed')
})

test('held by nobody, or since an hour that is yet to come: uncertain', async () => {
  const post = await openSmtp()
  const world = await worldWith(post, false)
  for (const to of ['dead@example.test', 'ahead@example.test', 'alive@example.test']) {
    await send(world, to)
  }
  const hold = (to: string, until: string) =>
    world.rows(
      `update mails set state = 'sending', held_until = now() + $2::interval where recipient = $1`,
      [to, until],
    )
  await hold('dead@example.test', '-1 s')
  await hold('ahead@example.test', '1 hour')
  await hold('alive@example.test', '19 s')
  await world.parts.jobs.work(world.parts)
  for (const to of ['dead@example.test', 'ahead@example.test']) {
    await vi.waitFor(async () => expect((await stateOf(world, to)).state).toBe('uncertain'))
  }
  expect((await stateOf(world, 'alive@example.test')).state).toBe('sending')
  expect(post.received).toEqual([])
})
