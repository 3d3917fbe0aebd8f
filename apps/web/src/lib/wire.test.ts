import { auth } from '@mshahara/contract/auth'
import { addressOf } from '@mshahara/contract/endpoint'
import { logs } from '@mshahara/contract/logs'
import { users } from '@mshahara/contract/users'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isReconnecting, Refused, send, Unreachable } from './wire.ts'

const reply = (status: number, body: unknown, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('addresses carry parameters and skip empty query values', () => {
  expect(addressOf(users.get, { params: { id: 'a/b' } })).toBe('/api/user/a%2Fb')
  expect(addressOf(logs.list, { query: { page: 2 } })).toBe('/api/logs?page=2')
  expect(addressOf(logs.list, { query: { page: '' } })).toBe('/api/logs')
})

describe('an answer', () => {
  test('is parsed and gives its status', async () => {
    vi.stubGlobal('fetch', async () => reply(201, { message: 'sent' }, { 'x-access': 'abc' }))
    const sent = await send(auth.login, { body: { email: 'a@b.ke', password: 'x' } })
    expect(sent).toEqual({ status: 201, data: { message: 'sent' }, access: 'abc', total: null })
  })
  test('names organisation and idempotency key', async () => {
    const fetched = vi.fn(async (_address: string, _request: RequestInit) =>
      reply(200, { message: 'ok' }),
    )
    vi.stubGlobal('fetch', fetched)
    await send(users.reinvite, { params: { id: 'x' } }, { organization: 'o-1', key: 'k-1' })
    expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({
      'x-organization': 'o-1',
      'idempotency-key': 'k-1',
    })
  })
  test('that refuses is an error with the fields', async () => {
    vi.stubGlobal('fetch', async () => reply(422, { message: 'No', errors: { email: ['Taken'] } }))
    const error = await send(auth.signup, {}).catch((caught) => caught)
    expect(error).toBeInstanceOf(Refused)
    expect(error).toMatchObject({ status: 422, message: 'No', fields: { email: ['Taken'] } })
  })
  test('that is not JSON still tells its status', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 503 }))
    await expect(send(auth.profile)).rejects.toMatchObject({ status: 503, fields: {} })
  })
})

describe('a server that says when to come back', () => {
  const busy = (status: number) => reply(status, { message: 'Busy' }, { 'retry-after': '1' })
  const asked = async (first: number, send: () => Promise<unknown>) => {
    vi.useFakeTimers()
    const fetched = vi.fn()
    fetched.mockResolvedValueOnce(busy(first)).mockImplementation(async () => reply(200, {}))
    vi.stubGlobal('fetch', fetched)
    const outcome = send().then(
      () => 'answered',
      (error) => error.status,
    )
    await vi.runAllTimersAsync()
    return [await outcome, fetched.mock.calls.length]
  }
  test('is asked again by calls without effect and by those under a key', async () => {
    expect(await asked(503, () => send(auth.profile))).toEqual(['answered', 2])
    const keyed = () => send(users.reinvite, { params: { id: 'x' } }, { key: 'k-1' })
    expect(await asked(503, keyed)).toEqual(['answered', 2])
    expect(await asked(409, keyed)).toEqual(['answered', 2])
  })
  test('is not asked to act twice', async () => {
    const keyless = () => send(users.reinvite, { params: { id: 'x' } })
    expect(await asked(503, keyless)).toEqual([503, 1])
  })
})

describe('no answer', () => {
  test('a call without effect is tried again for half a minute', async () => {
    vi.useFakeTimers()
    const fetched = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'))
    vi.stubGlobal('fetch', fetched)
    const outcome = expect(send(auth.profile)).rejects.toBeInstanceOf(Unreachable)
    await vi.advanceTimersByTimeAsync(29_900)
    expect(isReconnecting()).toBe(true)
    await vi.runAllTimersAsync()
    await outcome
    expect(fetched).toHaveBeenCalledTimes(8)
    expect(isReconnecting()).toBe(false)
  })
  test('a call with effect is tried again under its key alone', async () => {
    vi.useFakeTimers()
    const fetched = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch'))
    fetched.mockImplementation(async () => reply(200, { message: 'ok' }))
    vi.stubGlobal('fetch', fetched)
    const sent = send(users.reinvite, { params: { id: 'x' } }, { key: 'k-1' })
    await vi.runAllTimersAsync()
    expect((await sent).status).toBe(200)
    const keys = fetched.mock.calls.map(([, request]) => request.headers['idempotency-key'])
    expect(keys).toEqual(['k-1', 'k-1'])
  })
  test('a call with effect and no key is tried once', async () => {
    const fetched = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'))
    vi.stubGlobal('fetch', fetched)
    await expect(send(auth.updateProfile)).rejects.toBeInstanceOf(Unreachable)
    expect(fetched).toHaveBeenCalledTimes(1)
  })
})
