import { auth } from '@mshahara/contract/auth'
import { notifications } from '@mshahara/contract/notifications'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call, link } from './api.ts'
import { keptOwner, markKept } from './kept.ts'

/** What a phone keeps goes with the answer that says so, whoever asked. */

const owner = { user_id: 'u-1', organization_id: 'o-1' }
const answer = (status: number, body: object) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }))
/** As the first call of a page that is opened anew: nobody was known to be signed in. */
const open = () => call(auth.profile, undefined, { quiet: [401] }).catch(() => {})

beforeEach(() => {
  const store = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  })
  vi.stubGlobal('indexedDB', {
    deleteDatabase() {
      const gone: { onsuccess?: () => void } = {}
      queueMicrotask(() => gone.onsuccess?.())
      return gone
    },
  })
  markKept(owner)
})
afterEach(() => {
  vi.unstubAllGlobals()
  Object.assign(link, { organization: null, access: null, onSessionEnded: () => false })
})

describe('what is kept', () => {
  test.each(['removed', 'deactivated'])('goes when the session was %s', async (code) => {
    answer(401, { message: 'Please log in', code })
    await open()
    expect(keptOwner()).toBeNull()
  })
  test('stays when a session has merely lapsed', async () => {
    answer(401, { message: 'Please log in' })
    await open()
    expect(keptOwner()).toEqual(owner)
  })
  test('stays when it is of another organisation than the session', async () => {
    link.organization = 'o-2'
    answer(401, { message: 'Please log in', code: 'removed' })
    await open()
    expect(keptOwner()).toEqual(owner)
  })
})

describe('a session that the server does not know', () => {
  const ended = vi.fn(() => true)
  const reload = vi.fn()
  /** A call with the cookie of before; `later` is what the profile says to those after it. */
  async function meet(...later: Response[]) {
    const answers = [new Response('{"message":"Please log in"}', { status: 401 }), ...later]
    vi.stubGlobal('fetch', async () => answers.shift() ?? new Response('{}', { status: 401 }))
    vi.stubGlobal('location', { reload })
    Object.assign(link, { organization: 'o-1', access: 'a', onSessionEnded: ended })
    await call(notifications.list).catch(() => {})
  }
  const profileIn = (organization_id: string) =>
    new Response(JSON.stringify({ organization_id }), { status: 200 })
  beforeEach(() => {
    ended.mockClear()
    reload.mockClear()
  })

  test('has ended', async () => {
    await meet()
    expect(ended).toHaveBeenCalledOnce()
  })
  test('was replaced in another tab, and stays', async () => {
    await meet(profileIn('o-1'))
    expect(ended).not.toHaveBeenCalled()
    expect(reload).not.toHaveBeenCalled()
  })
  test('was replaced by one of another organisation, whose cookie came late', async () => {
    await meet(new Response('{}', { status: 401 }), profileIn('o-2'))
    expect(ended).not.toHaveBeenCalled()
    expect(reload).toHaveBeenCalledOnce()
  })
})
