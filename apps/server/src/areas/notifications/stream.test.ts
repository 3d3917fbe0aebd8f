import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract, limits } from '@mshahara/contract'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { testKey } from '../../test/database.ts'
import { openWorld } from '../../test/world.ts'
import { notify } from './index.ts'
import { openLines } from './stream.ts'

/** The wire on which open pages hear that there is something to look at. */

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
await world.app.listen({ port: 0, host: '127.0.0.1' })
const portOf = (app: typeof world.app) => (app.server.address() as AddressInfo).port

/** A second server on the same database. */
const other = await buildApp({
  config: world.parts.config,
  clock: world.parts.clock,
  databaseUrl: world.databaseUrl,
  secretKey: testKey,
  workers: false,
})
await other.app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => other.app.close())

const calls: ClientRequest[] = []
afterAll(() => {
  for (const one of calls) one.destroy()
})

interface Page {
  status: number
  heard: string
  ended: boolean
}
const open = (token: string, app = world.app): Promise<Page> =>
  new Promise((resolve, reject) => {
    const headers = { cookie: `mshahara=${token}` }
    const call = request({ port: portOf(app), path: '/api/news', headers })
    calls.push(call)
    call.on('error', reject)
    call.on('response', (answer: IncomingMessage) => {
      const page: Page = { status: answer.statusCode ?? 0, heard: '', ended: false }
      answer.on('data', (words) => {
        page.heard += words
      })
      answer.on('close', () => {
        page.ended = true
      })
      resolve(page)
    })
    call.end()
  })
const ring = (user_id: string) =>
  world.platform((tx) =>
    notify(tx, home, [user_id], { key: null, title: 'News', text: 'Something.', link: null }),
  )
const count = ({ heard }: Page, event: string) => heard.split(`event: ${event}`).length - 1
const settled = (page: Page) =>
  vi.waitFor(() => expect(count(page, 'news')).toBeGreaterThan(0), 60_000)

test('whoever has news hears it on every server, at once; nobody else does', async () => {
  const me = await world.as('user', home)
  const colleague = await world.as('user', home)
  const pages = [await open(me.token as string), await open(me.token as string, other.app)]
  const theirs = await open(colleague.token as string)
  // A new connection to the database may have missed something, so that everybody looks once.
  for (const page of pages) await settled(page)
  const before = [...pages, theirs].map((page) => count(page, 'news'))
  await ring(me.id)
  await vi.waitFor(() => {
    expect(pages.map((page) => count(page, 'news'))).toEqual(before.slice(0, 2).map((n) => n + 1))
  }, 60_000)
  expect(count(theirs, 'news')).toBe(before[2])
})

test('without a session there is nothing to hear', async () => {
  expect((await open('made-up')).status).toBe(401)
})

test('it does not keep an idle session alive, nor does looking at the news', async () => {
  const me = await world.as('user', home)
  const cookie = { cookie: `mshahara=${me.token}`, 'sec-fetch-site': 'same-origin' }
  const seen = async () =>
    (await world.rows('select last_seen_at from sessions where user_id = $1', [me.id]))[0]
      ?.last_seen_at
  await world.app.inject({ url: '/api/profile', headers: cookie })
  const before = await seen()
  world.pass(limits.idleServer_s - 10)
  expect((await open(me.token as string)).status).toBe(200)
  expect((await world.app.inject({ url: '/api/notifications', headers: cookie })).statusCode).toBe(
    200,
  )
  expect(await seen()).toEqual(before)
  world.pass(20)
  expect((await open(me.token as string)).status).toBe(401)
})

describe('the end of a session', () => {
  test('is told to its own pages: signed out elsewhere, or the organisation switched off', async () => {
    const me = await world.as('user', home)
    const page = await open(me.token as string, other.app)
    await me.call(contract.auth.logout)
    await vi.waitFor(() => expect([count(page, 'ended'), page.ended]).toEqual([1, true]))
    const shut = await world.addOrganization('Shut Ltd')
    const [one, two] = [await world.as('primary', shut), await world.as('employee', shut)]
    const bystander = await open((await world.as('user', home)).token as string)
    const pages = [await open(one.token as string), await open(two.token as string, other.app)]
    const operator = await world.as('super-admin', home)
    await operator.call(contract.organizations.update, {
      params: { id: shut },
      body: { status: 'deactivated' },
    })
    await vi.waitFor(() => expect(pages.map(({ ended }) => ended)).toEqual([true, true]))
    expect(bystander.ended).toBe(false)
  })
})

describe('so many and no more', () => {
  const line = (user_id: string) => {
    const out = { on: vi.fn(), end: vi.fn(), write: vi.fn(), destroy: vi.fn(), writableLength: 0 }
    return { user_id, session_id: `${user_id} session`, out: out as never, seen: out }
  }

  test('one person takes the place of their oldest page; beyond the limit nobody is let in', () => {
    const lines = openLines({ most: 3, each: 2, life_ms: 1000, beat_ms: 1000 })
    const mine = [line('me'), line('me'), line('me')]
    for (const each of mine) lines.make(each)
    expect(mine.map(({ seen }) => seen.end.mock.calls.length)).toEqual([1, 0, 0])
    expect(() => lines.make(line('other'))).toThrow('Too many pages are open.')
  })

  test('whoever reads nothing is let go, and everybody comes again after a while', () => {
    const lines = openLines({ most: 3, each: 2, life_ms: -1, beat_ms: 1000 })
    const deaf = line('deaf')
    lines.make(deaf)
    deaf.seen.writableLength = 1_000_000
    lines.tell('deaf')
    expect(deaf.seen.destroy).toHaveBeenCalledOnce()
    const old = line('old')
    lines.make(old)
    lines.beat()
    expect(old.seen.end).toHaveBeenCalledOnce()
  })
})

test('twenty open pages of one person leave six, and the server answers on', async () => {
  const me = await world.as('user', home)
  const pages: Page[] = []
  for (let n = 0; n < 20; n++) pages.push(await open(me.token as string))
  await vi.waitFor(() => expect(pages.filter(({ ended }) => !ended)).toHaveLength(6))
  expect((await me.call(contract.auth.profile)).status).toBe(200)
})
