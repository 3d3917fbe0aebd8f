import { contract, limits } from '@mshahara/contract'
import type { PoolClient } from 'pg'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Caller, openWorld } from '../../test/world.ts'

const { get, logo } = contract.organizations

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)

const picture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#0b6b50' } })
const asUrl = (bytes: Uint8Array) =>
  `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`
const upload = (file: string, caller: Caller = primary) => caller.call(logo, { body: { file } })
const good = async () => asUrl(await picture().png().toBuffer())
const current = async () => (await primary.call(get)).body.logo
const fetchLogo = (name: string | null, token?: string) =>
  world.app.inject({
    method: 'GET',
    url: `/storage/organization/${name}`,
    headers: token ? { cookie: `mshahara=${token}` } : {},
  })

describe('a logo', () => {
  test('of JPEG or PNG is redrawn and shown to everybody in the organisation', async () => {
    for (const bytes of [await picture().png().toBuffer(), await picture().jpeg().toBuffer()]) {
      const { status, body } = await upload(asUrl(bytes))
      expect([status, body.id]).toEqual([200, home])
      expect(body.logo).toMatch(/^[0-9a-f-]{36}\.webp$/)
      expect(await current()).toBe(body.logo)
    }
    const employee = await world.as('employee', home)
    for (const { token } of [primary, employee]) {
      const file = await fetchLogo(await current(), token)
      expect(file.headers['content-type']).toBe('image/webp')
      expect(await sharp(file.rawPayload).metadata()).toMatchObject({ width: 60, height: 40 })
    }
  })

  test('stays when the commit was done and only its answer got lost', async () => {
    const { requests } = world.parts.db
    // Of the two transactions of an upload, the second keeps the record.
    let commits = 0
    const cut = (client: PoolClient) => {
      const { query } = client
      const ask = query.bind(client) as (...given: unknown[]) => Promise<unknown>
      client.query = (async (...given: unknown[]) => {
        const answer = await ask(...given)
        if (given[0] !== 'commit' || ++commits !== 2) return answer
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
      }) as typeof query
      client.once('end', () => Object.assign(client, { query }))
    }
    requests.on('acquire', cut)
    const reply = await upload(await good())
    requests.off('acquire', cut)
    expect([reply.status, commits]).toEqual([503, 2])
    expect((await fetchLogo(await current(), primary.token)).statusCode).toBe(200)
  })

  test('is made smaller when it is large', async () => {
    await upload(asUrl(await picture(1600, 400).png().toBuffer()))
    const file = await fetchLogo(await current(), primary.token)
    expect(await sharp(file.rawPayload).metadata()).toMatchObject({ width: 512, height: 128 })
  })

  test.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['half a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2])],
    ['more than 2 MB', Buffer.alloc(limits.logoBytes + 1, 1)],
  ])('that is %s is refused, and the old one stays', async (_name, bytes) => {
    const before = await current()
    const reply = await upload(asUrl(bytes))
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, ['file']])
    expect(await current()).toBe(before)
  })

  test.each(['', 'plain text', 'https://example.test/a.png'])(
    'sent as %o is refused',
    async (file) => {
      expect((await upload(file)).status).toBe(422)
    },
  )
})

describe('who may', () => {
  test.each(['admin', 'finance', 'user', 'employee'] as const)('%s may not', async (role) => {
    const before = await current()
    expect((await upload(await good(), await world.as(role, home))).status).toBe(403)
    expect(await current()).toBe(before)
  })

  test('nobody of another organisation, and nobody without a session, sees it', async () => {
    await upload(await good())
    const stranger = await world.as('primary', await world.addOrganization())
    expect((await fetchLogo(await current(), stranger.token)).statusCode).toBe(404)
    expect((await fetchLogo(await current())).statusCode).toBe(401)
  })
})

const removed = async () =>
  (await world.rows(`select data from pgboss.job where name = 'files.remove'`)).map(
    ({ data }) => data.data,
  )

test('a replaced logo goes out of reach at once and is removed by a job', async () => {
  await upload(await good())
  const old = await current()
  await upload(await good())
  expect((await fetchLogo(old, primary.token)).statusCode).toBe(404)
  expect(await removed()).toContainEqual({ folder: 'organization', name: old })
})

test('two logos at once: one stays, and the other is removed', async () => {
  const file = await good()
  const replies = await Promise.all([upload(file), upload(file)])
  const [one, two] = replies.map(({ body }) => body.logo)
  const stays = await current()
  expect([one, two]).toContain(stays)
  const gone = one === stays ? two : one
  expect(await removed()).toContainEqual({ folder: 'organization', name: gone })
})

test('the log tells of a new logo', async () => {
  await upload(await good())
  const [entry] = await world.rows(
    `select causer_id, event, properties from activity_log
     where organization_id = $1 and log_name = 'organizations' order by id desc limit 1`,
    [home],
  )
  expect(entry).toMatchObject({
    causer_id: primary.id,
    event: 'updated',
    properties: { new: { logo: await current() } },
  })
})
