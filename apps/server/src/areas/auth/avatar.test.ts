import { deflateSync } from 'node:zlib'
import { contract, limits } from '@mshahara/contract'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, openWorld } from '../../test/world.ts'

const { updateAvatar, profile } = contract.auth

const world = await openWorld()
const home = await world.addOrganization()
const me = await world.as('user', home)

const picture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#0b6b50' } })
const asUrl = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
const upload = (file: string, caller: Caller = me) => caller.call(updateAvatar, { body: { file } })

const fetchFile = (path: string, token?: string) =>
  world.app.inject({
    method: 'GET',
    url: path,
    headers: token ? { cookie: `mshahara=${token}` } : {},
  })
const avatarPath = async (caller: Caller) =>
  `/storage/user/${(await caller.call(profile)).body.avatar}`

/** A PNG whose header promises far more pixels than its few bytes hold. */
function bomb(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

describe('a photo', () => {
  test('of JPEG or PNG is redrawn as WebP', async () => {
    for (const bytes of [await picture().png().toBuffer(), await picture().jpeg().toBuffer()]) {
      const reply = await upload(asUrl(bytes))
      expect(reply.status).toBe(200)
      expect(reply.body.avatar).toMatch(/^[0-9a-f-]{36}\.webp$/)
      const file = await fetchFile(await avatarPath(me), me.token)
      expect(file.headers['content-type']).toBe('image/webp')
      expect(file.headers['x-content-type-options']).toBe('nosniff')
      const drawn = await sharp(file.rawPayload).metadata()
      expect(drawn).toMatchObject({ format: 'webp', width: 60, height: 40 })
    }
  })

  test('loses where and with what it was taken, and stands upright', async () => {
    const bytes = await picture()
      .withExif({ IFD0: { Copyright: 'Secret Place' }, IFD3: { GPSLatitude: '1/1 17/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    await upload(asUrl(bytes, 'image/jpeg'))
    const file = await fetchFile(await avatarPath(me), me.token)
    const { exif, xmp, iptc, icc, width, height } = await sharp(file.rawPayload).metadata()
    expect({ exif, xmp, iptc, icc }).toEqual({})
    expect([width, height]).toEqual([40, 60])
    expect(file.rawPayload.includes('Secret Place')).toBe(false)
  })

  test('loses what is hidden behind the picture', async () => {
    const bytes = await picture().png().toBuffer()
    await upload(asUrl(Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')])))
    const file = await fetchFile(await avatarPath(me), me.token)
    expect(file.rawPayload.includes('<script>')).toBe(false)
  })

  test('is made smaller when it is large', async () => {
    await upload(asUrl(await picture(2000, 1000).png().toBuffer()))
    const file = await fetchFile(await avatarPath(me), me.token)
    expect(await sharp(file.rawPayload).metadata()).toMatchObject({ width: 512, height: 256 })
  })

  test.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['half a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ])('%s that calls itself a PNG is refused', async (_name, bytes) => {
    const before = (await me.call(profile)).body.avatar
    const reply = await upload(asUrl(bytes))
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.body.errors ?? {})).toEqual(['file'])
    expect((await me.call(profile)).body.avatar).toBe(before)
  })

  test('above 2 MB is refused, whatever it holds', async () => {
    const bytes = Buffer.concat([
      await picture().png().toBuffer(),
      Buffer.alloc(limits.logoBytes, 1),
    ])
    expect((await upload(asUrl(bytes))).status).toBe(422)
    const huge = await upload(asUrl(Buffer.alloc(4 * limits.logoBytes)))
    expect(huge.status).toBe(422)
  })

  test('above 40 megapixels is refused without being unpacked', async () => {
    const bytes = bomb(10_000, 4_001)
    expect(bytes.length).toBeLessThan(200)
    const reply = await upload(asUrl(bytes))
    expect(reply).toMatchObject({
      status: 422,
      body: { errors: { file: ['This picture could not be read. Please choose another.'] } },
    })
    expect((await upload(asUrl(bomb(60_000, 60_000)))).status).toBe(422)
  })

  test.each(['', 'plain text', 'data:image/png;base64,', 'https://example.test/a.png'])(
    'sent as %o is refused',
    async (file) => {
      expect((await upload(file)).status).toBe(422)
    },
  )
})

describe('who may see it', () => {
  let path: string
  beforeAll(async () => {
    await upload(asUrl(await picture().png().toBuffer()))
    path = await avatarPath(me)
  })

  test('the person and the colleagues', async () => {
    const colleague = await world.as('employee', home)
    expect((await fetchFile(path, me.token)).statusCode).toBe(200)
    expect((await fetchFile(path, colleague.token)).statusCode).toBe(200)
  })

  test('nobody without a session', async () => {
    expect((await fetchFile(path)).statusCode).toBe(401)
    expect((await fetchFile(path, 'made-up')).statusCode).toBe(401)
  })

  test('nobody of another organisation, not even one that has invited the person', async () => {
    const abroad = await world.addOrganization()
    const stranger = await world.as('primary', abroad)
    expect((await fetchFile(path, stranger.token)).statusCode).toBe(404)
    await world.rows(
      `insert into memberships (organization_id, user_id, role, status)
       values ($1, $2, 'user', 'invited')`,
      [abroad, me.id],
    )
    expect((await fetchFile(path, stranger.token)).statusCode).toBe(404)
  })

  test('nobody who has yet to choose a password', async () => {
    const newcomer = await world.as('user', home)
    await world.rows('update users set activated_at = null where id = $1', [newcomer.id])
    expect((await fetchFile(path, newcomer.token)).statusCode).toBe(403)
  })

  test('no other file by way of its name', async () => {
    for (const odd of [
      '/storage/user/..%2f..%2fsecret.key',
      '/storage/user/%2e%2e%2f%2e%2e%2fsecret.key',
      '/storage/..%2f..%2f/secret.key',
      '/storage/__proto__/secret.key',
      '/storage/constructor/secret.key',
      `/storage/organization/${path.split('/').at(-1)}`,
    ]) {
      const { statusCode } = await fetchFile(odd, me.token)
      expect({ odd, statusCode }).toEqual({ odd, statusCode: 404 })
    }
  })
})

test('a replaced photo goes out of reach at once and is removed by a job', async () => {
  await upload(asUrl(await picture().png().toBuffer()))
  const old = await avatarPath(me)
  await upload(asUrl(await picture(30, 30).png().toBuffer()))
  expect((await fetchFile(old, me.token)).statusCode).toBe(404)
  const jobs = await world.rows(`select data from pgboss.job where name = 'files.remove'`)
  expect(jobs.map((job) => job.data.data.name)).toContain(old.split('/').at(-1))
})
