// @tests story
import { randomUUID } from 'node:crypto'
import { contract, limits } from '@mshahara/contract'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { addEmployee, asEmployee } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Scans and documents of an employee: what is taken, and who sees them. */

const { files, addFile } = contract.employees

const world = await openWorld()
const home = await world.addOrganization()
const abroad = await world.addOrganization()
const primary = await world.as('primary', home)

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const picture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#0b6b50' } })
const asUrl = (bytes: Uint8Array, type = 'application/pdf') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
const add = (employee_id: string, file: string, more: object = {}, caller: Caller = primary) =>
  caller.call(addFile, {
    body: { employee_id, name: 'Employment Contract', file, description: '', ...more },
  })
const list = (id: string, caller: Caller = primary) => caller.call(files, { params: { id } })
const fetchFile = (name: string, token?: string, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: 'GET',
    url: `/storage/employee/${name}`,
    headers: token ? { cookie: `mshahara=${token}`, ...headers } : headers,
  })
const statusOf = async (name: string, caller: Caller) =>
  (await fetchFile(name, caller.token)).statusCode

describe('a file', () => {
  test('that is a PDF is kept as it is and opens in the browser', async () => {
    const employee_id = await addEmployee(world, home)
    expect((await list(employee_id)).body).toEqual([])
    const reply = await add(employee_id, asUrl(pdf), { description: 'Signed' })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      employee_id,
      name: 'Employment Contract',
      description: 'Signed',
      created_at: '2026-03-10T09:00:00.000Z',
    })
    expect(reply.body.file).toMatch(/^[0-9a-f-]{36}\.pdf$/)
    expect((await list(employee_id)).body).toEqual([reply.body])
    const served = await fetchFile(reply.body.file, primary.token)
    expect(served.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(served.headers['content-security-policy']).toContain("script-src 'none'")
    expect(served.rawPayload.equals(pdf)).toBe(true)
  })

  test('that is a picture is redrawn, whatever it calls itself', async () => {
    const employee_id = await addEmployee(world, home)
    const large = await picture(3000, 1500)
      .withExif({ IFD0: { Copyright: 'Secret Place' } })
      .jpeg()
      .toBuffer()
    for (const bytes of [large, await picture(3000, 1500).png().toBuffer()]) {
      const { body, status } = await add(employee_id, asUrl(bytes, 'application/pdf'))
      expect(status).toBe(201)
      expect(body.file).toMatch(/\.webp$/)
      const served = await fetchFile(body.file, primary.token)
      expect(served.headers['content-type']).toBe('image/webp')
      expect(served.headers['content-security-policy']).toMatch(/base-uri 'none';.* sandbox$/)
      expect(await sharp(served.rawPayload).metadata()).toMatchObject({ width: 2400, height: 1200 })
      expect(served.rawPayload.includes('Secret Place')).toBe(false)
    }
  })

  test('seen before is asked for again, and not sent again', async () => {
    const employee_id = await addEmployee(world, home)
    const { file } = (await add(employee_id, asUrl(pdf))).body
    const tag = String((await fetchFile(file, primary.token)).headers.etag)
    const again = await fetchFile(file, primary.token, { 'if-none-match': tag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await fetchFile(file, undefined, { 'if-none-match': tag })).statusCode).toBe(401)
  })

  const wrong = 'Please choose a JPEG, PNG or PDF file.'
  test.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page with a PDF behind it', Buffer.concat([Buffer.from('<html>'), pdf])],
    ['a PDF after a blank', Buffer.concat([Buffer.from(' '), pdf])],
    ['a PDF after a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), pdf])],
    ['a program', Buffer.from('MZ\u0090\u0000\u0003', 'latin1')],
    ['an archive', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
  ])('%s that calls itself a PDF is refused', async (_name, bytes) => {
    const employee_id = await addEmployee(world, home)
    const reply = await add(employee_id, asUrl(bytes))
    expect(reply).toMatchObject({ status: 422, body: { errors: { file: [wrong] } } })
    expect((await list(employee_id)).body).toEqual([])
  })

  test('above its limit is refused: 10 MB a PDF, 2 MB a picture', async () => {
    const employee_id = await addEmployee(world, home)
    const long = Buffer.concat([pdf, Buffer.alloc(limits.documentBytes, 32)])
    expect((await add(employee_id, asUrl(long))).status).toBe(422)
    const just = Buffer.concat([pdf, Buffer.alloc(limits.documentBytes - pdf.length, 32)])
    expect((await add(employee_id, asUrl(just))).status).toBe(201)
    const png = await picture().png().toBuffer()
    const heavy = Buffer.concat([png, Buffer.alloc(limits.logoBytes, 1)])
    expect(await add(employee_id, asUrl(heavy))).toMatchObject({
      status: 422,
      body: { errors: { file: ['The picture is larger than 2 MB.'] } },
    })
  })

  test.each([
    ['no file', { file: '' }, 'file'],
    ['an address instead', { file: 'https://example.test/a.pdf' }, 'file'],
    ['no name', { name: ' ' }, 'name'],
    ['nobody', { employee_id: randomUUID() }, 'employee_id'],
  ])('with %s is refused at its field', async (_name, more, field) => {
    const employee_id = await addEmployee(world, home)
    const reply = await add(employee_id, asUrl(pdf), more)
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, [field]])
  })

  test('leaves its trace in the activity log', async () => {
    const employee_id = await addEmployee(world, home)
    const { id } = (await add(employee_id, asUrl(pdf))).body
    const entries = await world.rows(
      'select causer_id, event, log_name from activity_log where subject_id = $1',
      [id],
    )
    expect(entries).toEqual([{ causer_id: primary.id, event: 'created', log_name: 'employees' }])
  })
})

describe('who may', () => {
  let employee_id: string
  let file: string
  beforeAll(async () => {
    employee_id = await addEmployee(world, home)
    file = (await add(employee_id, asUrl(pdf))).body.file
  })

  test('whoever sees employees looks, whoever edits them adds', async () => {
    const viewer = await world.as('user', home, ['view employees'])
    expect((await list(employee_id, viewer)).body).toHaveLength(1)
    expect(await statusOf(file, viewer)).toBe(200)
    expect((await add(employee_id, asUrl(pdf), {}, viewer)).status).toBe(403)
    const user = await world.as('user', home)
    expect((await list(employee_id, user)).status).toBe(403)
    expect(await statusOf(file, user)).toBe(403)
    const finance = await world.as('finance', home)
    expect((await add(await addEmployee(world, home), asUrl(pdf), {}, finance)).status).toBe(201)
  })

  test('people see their own while employed, and add nothing', async () => {
    const person = await asEmployee(world, home, employee_id)
    expect((await list(employee_id, person)).body).toHaveLength(1)
    expect(await statusOf(file, person)).toBe(200)
    expect((await add(employee_id, asUrl(pdf), {}, person)).status).toBe(403)
    const other = await addEmployee(world, home)
    const theirs = (await add(other, asUrl(pdf))).body.file
    expect((await list(other, person)).status).toBe(403)
    expect(await statusOf(theirs, person)).toBe(403)
    await world.rows(
      `update employees set status = 'terminated', termination_date = '2026-03-01' where id = $1`,
      [employee_id],
    )
    expect((await list(employee_id, person)).status).toBe(403)
    expect(await statusOf(file, person)).toBe(403)
  })

  test('nobody of another organisation, nobody without a session', async () => {
    const stranger = await world.as('primary', abroad)
    expect((await list(employee_id, stranger)).status).toBe(404)
    expect(await statusOf(file, stranger)).toBe(404)
    const added = await add(employee_id, asUrl(pdf), {}, stranger)
    expect([added.status, Object.keys(added.body.errors ?? {})]).toEqual([422, ['employee_id']])
    expect((await fetchFile(file)).statusCode).toBe(401)
  })

  test('no other file by way of its name', async () => {
    for (const odd of ['..%2f..%2fsecret.key', `${randomUUID()}.pdf`, '%2e%2e%2fuser%2fa.webp']) {
      expect(await statusOf(odd, primary)).toBe(404)
    }
    const elsewhere = await world.app.inject({
      method: 'GET',
      url: `/storage/user/${file}`,
      headers: { cookie: `mshahara=${primary.token}` },
    })
    expect(elsewhere.statusCode).toBe(404)
  })

  test('photos follow the same rule', async () => {
    const name = await world.parts.files.put('employee', new Uint8Array([1]), 'webp')
    const shown = await addEmployee(world, home, { avatar: name })
    expect(await statusOf(name, primary)).toBe(200)
    expect(await statusOf(name, await asEmployee(world, home, shown))).toBe(200)
    expect(await statusOf(name, await world.as('user', home))).toBe(403)
    expect(await statusOf(name, await world.as('primary', abroad))).toBe(404)
  })
})
