import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, openWorld } from '../../test/world.ts'

/** Departments, designations and work stations behave alike; each story is told for all three. */

const lists = [
  { area: contract.departments, table: 'departments', prefix: 'DEP', word: 'department' },
  { area: contract.designations, table: 'designations', prefix: 'DES', word: 'designation' },
  { area: contract.workStations, table: 'work_stations', prefix: 'WS', word: 'work station' },
]
type Area = (typeof lists)[number]['area']

const world = await openWorld()

const add = (caller: Caller, area: Area, name: string, more: object = {}) =>
  caller.call(area.create, { body: { name, ...more } })
const rename = (caller: Caller, area: Area, id: string, body: object) =>
  caller.call(area.update, { params: { id }, body: body as { name: string } })
const namesOf = async (caller: Caller, area: Area) =>
  (await caller.call(area.list)).body.map(({ name }) => name)

describe.each(lists)('a $word', ({ area, table, prefix, word }) => {
  let home: string
  let primary: Caller & { id: string }
  beforeAll(async () => {
    home = await world.addOrganization()
    primary = await world.as('primary', home)
  })

  test('gets the next code, whatever code is sent, and is listed by it', async () => {
    expect((await primary.call(area.list)).body).toEqual([])
    expect((await primary.call(area.nextNo)).body).toEqual({ next: `${prefix}-001` })
    const first = await add(primary, area, '  Zebra ', { code: 'XX-9', id: randomUUID() })
    expect(first.status).toBe(201)
    expect(first.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      code: `${prefix}-001`,
      name: 'Zebra',
      description: null,
      created_at: '2026-03-10T09:00:00.000Z',
    })
    const second = await add(primary, area, 'Antelope', { description: ' Runs fast ' })
    expect(second.body).toMatchObject({ code: `${prefix}-002`, description: 'Runs fast' })
    expect(await namesOf(primary, area)).toEqual(['Zebra', 'Antelope'])
    expect((await primary.call(area.nextNo)).body).toEqual({ next: `${prefix}-003` })
  })

  test('keeps code and place when it is changed', async () => {
    const { body } = await add(primary, area, 'Before', { description: 'Old words' })
    const reply = await rename(primary, area, body.id, { name: 'After', code: 'XX-9' })
    expect(reply).toMatchObject({
      status: 200,
      body: { ...body, name: 'After', description: null },
    })
    const again = await rename(primary, area, body.id, { name: 'AFTER', description: 'New' })
    expect(again.body).toMatchObject({ name: 'AFTER', description: 'New', code: body.code })
  })

  test.each([
    ['name', { name: '   ' }],
    ['name', {}],
    ['name', { name: 'x'.repeat(121) }],
    ['name', { name: 'Bad\u0000name' }],
    ['name', { name: 7 }],
    ['description', { name: 'Fine', description: 'x'.repeat(501) }],
  ])('is refused at %s: %j', async (field, body) => {
    const before = await namesOf(primary, area)
    const reply = await primary.call(area.create, { body: body as { name: string } })
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, [field]])
    expect(await namesOf(primary, area)).toEqual(before)
  })

  test('takes the longest name and description there may be', async () => {
    const longest = { description: 'd'.repeat(500) }
    expect((await add(primary, area, 'n'.repeat(120), longest)).status).toBe(201)
  })

  test('has a name of its own, in any letter case, and a refusal takes no code', async () => {
    const { body: one } = await add(primary, area, 'Stores')
    const { body: two } = await add(primary, area, 'Kitchen')
    const before = (await primary.call(area.nextNo)).body
    const sentence = `A ${word} with this name already exists.`
    for (const reply of [
      await add(primary, area, 'sTORES'),
      await add(primary, area, ' Stores '),
      await rename(primary, area, two.id, { name: 'STORES' }),
    ]) {
      expect(reply.status).toBe(422)
      expect(reply.body).toMatchObject({ message: sentence, errors: { name: [sentence] } })
    }
    expect((await primary.call(area.nextNo)).body).toEqual(before)
    expect((await rename(primary, area, one.id, { name: 'stores' })).status).toBe(200)
  })

  test('is listed in the order of the numbers beyond 999', async () => {
    const many = await world.addOrganization()
    const owner = await world.as('primary', many)
    await world.rows(`insert into numbers (organization_id, name, last) values ($1, $2, 998)`, [
      many,
      word.replace(' ', '-'),
    ])
    for (const name of ['A', 'B', 'C']) await add(owner, area, name)
    const codes = (await owner.call(area.list)).body.map(({ code }) => code)
    expect(codes).toEqual([`${prefix}-999`, `${prefix}-1000`, `${prefix}-1001`])
  })

  test('is added by many at once: each gets a code of its own, without a gap', async () => {
    const busy = await world.addOrganization()
    const owners = [await world.as('primary', busy), await world.as('finance', busy)]
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => add(owners[n % 2] as Caller, area, `Number ${n}`)),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(201))
    const codes = replies.map(({ body }) => body.code).sort()
    expect(codes).toEqual(Array.from({ length: 8 }, (_, n) => `${prefix}-00${n + 1}`))
  })

  test('of one name at once is made once', async () => {
    const busy = await world.addOrganization()
    const owners = [await world.as('primary', busy), await world.as('finance', busy)]
    const replies = await Promise.all(
      ['Twin', 'TWIN', 'twin', 'Twin'].map((name, n) => add(owners[n % 2] as Caller, area, name)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
    expect((await primary.call(area.list)).status).toBe(200)
    expect(await namesOf(owners[0] as Caller, area)).toHaveLength(1)
  })

  test('submitted twice under one key is made once', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const send = () => primary.call(area.create, { body: { name: 'Pressed twice' } }, headers)
    const [one, two] = [await send(), await send()]
    expect([one.status, two.status, two.body.id]).toEqual([201, 201, one.body.id])
  })

  test.each(['admin', 'user'] as const)('is seen and left alone by %s', async (role) => {
    const { body } = await add(primary, area, `For ${role}`)
    const me = await world.as(role, home)
    expect(await namesOf(me, area)).toContain(`For ${role}`)
    expect((await me.call(area.nextNo)).status).toBe(403)
    expect((await add(me, area, 'Mine')).status).toBe(403)
    expect((await rename(me, area, body.id, { name: 'Mine' })).status).toBe(403)
    expect((await rename(me, area, randomUUID(), {})).status).toBe(403)
  })

  test('is not for employees, and may be allowed to one person', async () => {
    const employee = await world.as('employee', home)
    expect((await employee.call(area.list)).status).toBe(403)
    expect((await add(employee, area, 'Mine')).status).toBe(403)
    const subject = area.list.path as 'departments'
    const trusted = await world.as('user', home, [`create ${subject}`])
    expect((await add(trusted, area, 'By a trusted user')).status).toBe(201)
  })

  test('of another organisation is neither seen nor changed nor in the way', async () => {
    const abroad = await world.addOrganization()
    const stranger = await world.as('primary', abroad)
    const { body } = await add(primary, area, 'Ours alone')
    expect(await namesOf(stranger, area)).toEqual([])
    for (const id of [body.id, randomUUID(), 'x']) {
      expect((await rename(stranger, area, id, { name: '' })).status).toBe(404)
      expect((await rename(stranger, area, id, { name: 'Theirs' })).status).toBe(404)
    }
    expect((await add(stranger, area, 'Ours alone')).body.code).toBe(`${prefix}-001`)
    expect(await namesOf(primary, area)).toContain('Ours alone')
  })

  test('is in the log: who, what, old and new', async () => {
    const { body } = await add(primary, area, 'Written down')
    await rename(primary, area, body.id, { name: 'Rewritten' })
    const entries = await world.rows(
      `select causer_id, log_name, event, properties from activity_log
       where organization_id = $1 and subject_id = $2 order by id`,
      [home, body.id],
    )
    const mine = { causer_id: primary.id, log_name: 'structure' }
    expect(entries).toMatchObject([
      { ...mine, event: 'created', properties: { new: { name: 'Written down' } } },
      {
        ...mine,
        event: 'updated',
        properties: { old: { name: 'Written down' }, new: { name: 'Rewritten' } },
      },
    ])
    expect(await world.rows(`select from ${table} where id = $1`, [body.id])).toHaveLength(1)
  })
})
