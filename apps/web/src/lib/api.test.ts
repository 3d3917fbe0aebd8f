import { auth } from '@mshahara/contract/auth'
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
  link.organization = null
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
