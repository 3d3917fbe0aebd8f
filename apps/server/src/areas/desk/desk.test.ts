import { contract } from '@mshahara/contract'
import { describe, expect, test, vi } from 'vitest'
import { areas } from '../../app.ts'
import type { JobDefinition } from '../../foundation/core/job.ts'
import { openWorld } from '../../test/world.ts'
import { notify } from '../notifications/index.ts'
import { inBytes } from './database-size.ts'
import { deskOf } from './index.ts'

const { desk } = contract

/** A job that fails until it is told not to. */
const mood = { broken: true }
const moody: JobDefinition = {
  name: 'test.moody',
  byRequest: true,
  retries: 0,
  async work() {
    if (mood.broken) throw new Error('The wire is cut.')
  },
}
const cleared: JobDefinition = { ...moody, name: 'test.cleared', givenUp: async () => {} }

/** Ends when it is let. */
let release = () => {}
const told: JobDefinition = {
  name: 'test.told',
  byRequest: true,
  news: (done) => ({ title: done ? 'It is done' : 'It failed', text: 'Look.', link: '/users' }),
  work: () => new Promise<void>((resolve) => (release = resolve)),
}

const world = await openWorld({ workers: true, extraJobs: [moody, cleared, told] })
const home = await world.addOrganization('Home Ltd')
const operator = await world.as('super-admin', home)
const owner = await world.as('primary', home)

const numbers = async () =>
  new Map((await operator.call(desk.numbers)).body.map(({ key, ...line }) => [key, line]))

test('the first page counts organisations, failures and room, and says where each leads', async () => {
  await world.rows(`update subscriptions set "to" = '2026-03-20'`)
  const off = await world.addOrganization()
  await world.rows(`update organizations set status = 'deactivated' where id = $1`, [off])
  const told = await numbers()
  expect(told.get('active')).toMatchObject({ count: 1, link: '/organizations?status=active' })
  expect(told.get('deactivated')).toMatchObject({ count: 1 })
  expect(told.get('soon')).toMatchObject({ count: 1, link: '/organizations?ends=soon' })
  expect(told.get('payouts')).toMatchObject({ count: 0, link: '/desk/payouts' })
  expect(told.get('database')?.shown).toMatch(/^\d+(\.\d)? [MG]B$/)
  expect(told.get('database')?.count).toBeGreaterThan(1_000_000)
})

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [12_345_678, '12 MB'],
  [3_200_000_000, '3.2 GB'],
])('%d bytes are %s', (bytes, words) => expect(inBytes(bytes)).toBe(words))

const start = (name: string) =>
  world.parts.db.inOrg({ organization_id: home, user_id: owner.id, actor: 'A B' }, (tx) =>
    world.parts.jobs.start(tx, name, {}, { id: owner.id } as never, 1),
  )

test('the end of a job rings the bell of whoever has gone elsewhere, not of who looks on', async () => {
  const heard: (string | null)[] = []
  const listening = world.parts.db.listen((id) => heard.push(id))
  const titles = async () =>
    (await owner.call(contract.notifications.list)).body.data.map(({ title }) => title)
  const running = async (id: string) =>
    vi.waitFor(async () => {
      const [{ state }] = await world.rows('select state from jobs where id = $1', [id])
      expect(state).toBe('running')
    }, 60_000)
  await running(await start('test.told'))
  release()
  await vi.waitFor(async () => expect(await titles()).toEqual(['It is done']), 60_000)
  await vi.waitFor(() => expect(heard).toContain(owner.id))
  const watched = await start('test.told')
  await running(watched)
  expect((await owner.call(contract.settings.job, { params: { id: watched } })).status).toBe(200)
  release()
  await vi.waitFor(async () => {
    const { body } = await owner.call(contract.settings.job, { params: { id: watched } })
    expect(body.state).toBe('done')
  }, 60_000)
  expect(await titles()).toEqual(['It is done'])
  await listening.close()
})

describe("the operator's bell", () => {
  const { operators, operatorsRead } = contract.notifications
  const look = () => deskOf(areas).pollers?.(world.parts)[0]?.next()
  const add = (to: string) =>
    world.rows(
      `insert into mails (id, recipient, subject, state, lane)
       values (gen_random_uuid(), $1, 'x', 'failed', 'letters')`,
      [to],
    )
  const bell = async () => (await operator.call(operators)).body

  test('rings when there is more to see to, once for each who has not read it', async () => {
    await look()
    await operator.call(operatorsRead)
    const before = (await bell()).data.length
    await look()
    expect((await bell()).data).toHaveLength(before)
    await add('a@home.test')
    await Promise.all([look(), look(), look()])
    expect(await bell()).toMatchObject({
      unread: 1,
      data: [{ title: 'Mail that failed', text: 'There is one.', link: '/desk/mails' }],
    })
    await add('b@home.test')
    await look()
    expect((await bell()).unread).toBe(1)
    expect((await bell()).data[0]?.text).toBe('There are 2 now.')
    await operator.call(operatorsRead)
    await world.rows(`delete from mails where recipient = 'a@home.test'`)
    await look()
    expect((await bell()).unread).toBe(0)
    await add('c@home.test')
    await look()
    expect((await bell()).unread).toBe(1)
    await world.rows(`delete from mails where subject = 'x'`)
  })

  test('is nobody else’s, and hears of the operator’s own work', async () => {
    expect((await owner.call(operators)).status).toBe(403)
    expect((await owner.call(operatorsRead)).status).toBe(403)
    const news = { key: 'k', title: 'Import finished', text: 'x', link: '/organizations' }
    await world.platform((tx) => notify(tx, null, [operator.id, owner.id], news))
    expect((await bell()).data.map(({ title }) => title)).toContain('Import finished')
    const whom = await world.rows(`select user_id from operator_news where key = 'k'`)
    expect(whom).toEqual([{ user_id: operator.id }])
  })
})

describe('a job that was given up', () => {
  const failed = async (search = '') =>
    (await operator.call(desk.jobs, { query: { search, limit: 10 } })).body
  const settle = (id: string, act: 'again' | 'leave') =>
    operator.call(desk.settleJob, { params: { id }, body: { act } })

  test('is listed with whose it is, and started again where nothing was cleared up', async () => {
    const id = await start('test.moody')
    await vi.waitFor(async () => expect(await failed('moody')).toHaveLength(1), 60_000)
    const [line] = await failed('moody')
    expect(line).toMatchObject({ id, organization: { id: home, name: 'Home Ltd' }, again: true })
    expect((await numbers()).get('jobs')).toMatchObject({ count: 1, tone: 'act' })
    mood.broken = false
    expect((await settle(id, 'again')).body.message).toBe('The job was started again.')
    await vi.waitFor(async () => {
      const [{ state }] = await world.rows('select state from jobs where id = $1', [id])
      expect(state).toBe('done')
    }, 60_000)
    expect((await settle(id, 'again')).status).toBe(404)
    mood.broken = true
  })

  test('whose leavings were cleared up is not, and can be set aside', async () => {
    const id = await start('test.cleared')
    await vi.waitFor(async () => expect(await failed('cleared')).toHaveLength(1), 60_000)
    expect((await settle(id, 'again')).status).toBe(422)
    expect((await settle(id, 'leave')).status).toBe(200)
    expect(await failed('cleared')).toEqual([])
  })

  test('behind the scenes counts as well', async () => {
    await world.parts.db.inOrg({ organization_id: null }, (tx) =>
      world.parts.jobs.send(tx, 'test.moody', {}),
    )
    await vi.waitFor(async () => expect(await failed('wire is cut')).toHaveLength(1), 60_000)
    const [line] = await failed('wire is cut')
    expect(line).toMatchObject({ organization: null, person: null, error: 'The wire is cut.' })
    mood.broken = false
    await settle(line?.id ?? '', 'again')
    await vi.waitFor(async () => expect(await failed('wire is cut')).toEqual([]), 60_000)
  })
})

describe('mail that failed', () => {
  const letter = { subject: 'Hello', greeting: 'Hello', paragraphs: ['x'] }
  const add = async (to: string, state: string, more = {}) => {
    const { id } = await world.platform((tx) =>
      world.parts.mail.send(tx, home, { ...letter, ...more, to }),
    )
    await world.rows(`update mails set state = $2, error = 'Refused.' where id = $1`, [id, state])
    return id
  }
  const settle = (id: string, act: 'again' | 'leave') =>
    operator.call(desk.settleMail, { params: { id }, body: { act } })

  test('is decided by a person, once: sent again, or left', async () => {
    const one = await add('one@home.test', 'failed')
    const two = await add('two@home.test', 'uncertain')
    await add('three@home.test', 'sent')
    const { body, headers } = await operator.call(desk.mails, { query: { search: 'HOME.test' } })
    expect(body.map(({ id, state, again }) => [id, state, again])).toEqual([
      [two, 'uncertain', true],
      [one, 'failed', true],
    ])
    expect(headers['x-total-count']).toBe('2')
    const replies = await Promise.all([settle(one, 'again'), settle(one, 'again')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await world.rows('select state from mails where id = $1', [one])).toEqual([
      { state: 'queued' },
    ])
    expect((await settle(two, 'leave')).status).toBe(200)
    expect((await operator.call(desk.mails, {})).body).toEqual([])
  })

  test('whose enclosures are gone is not sent again', async () => {
    const enclosed = { attachments: [{ filename: 'a.pdf', folder: 'mail', name: 'a.pdf' }] }
    const id = await add('four@home.test', 'failed', enclosed)
    const [line] = (await operator.call(desk.mails, {})).body
    expect(line).toMatchObject({ id, again: false })
    expect((await settle(id, 'again')).status).toBe(422)
    expect((await settle(id, 'nonsense' as never)).status).toBe(422)
  })
})

test('what takes room is listed, the largest first', async () => {
  const { body, headers } = await operator.call(desk.tables, { query: { limit: 5 } })
  expect(body).toHaveLength(5)
  expect(body.map(({ bytes }) => bytes)).toEqual(
    body.map(({ bytes }) => bytes).sort((a, b) => b - a),
  )
  expect(Number(headers['x-total-count'])).toBeGreaterThan(30)
})
