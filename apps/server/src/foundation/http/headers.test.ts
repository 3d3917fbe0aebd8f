import { expect, test } from 'vitest'
import { openWorld } from '../../test/world.ts'

/** What every answer tells a browser, whatever was asked. */

const publicUrl = 'https://pay.example.co.ke'

const world = await openWorld({ settings: { publicUrl } })

const roads = [
  '/',
  '/login',
  '/favicon.svg',
  '/metrics',
  '/api/config',
  '/api/profile',
  '/api/nothing',
  '/storage/user/a.webp',
  '/calendar/guess.ics',
]
const ask = (url: string, method = 'GET', headers: Record<string, string> = {}) =>
  world.app.inject({
    method: method as 'GET',
    url,
    headers: { host: 'pay.example.co.ke', ...headers },
  })

test.each(roads)('%s comes with every guard', async (url) => {
  const { headers } = await ask(url)
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-type': expect.stringMatching(/; charset=utf-8/i),
  })
  const policy = String(headers['content-security-policy'])
  for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
    expect(policy).toContain(rule)
  }
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})

test('no other place is let in, and nobody is told the request back', async () => {
  const foreign = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' }
  for (const method of ['GET', 'OPTIONS']) {
    const { headers } = await ask('/api/config', method, foreign)
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
  const traced = await ask('/api/config', 'TRACE', { cookie: 'a=secret' })
  expect(traced.statusCode).toBe(404)
  expect(traced.body).not.toContain('secret')
})

test.each(['/.git/config', '/.env', '/package.json', '/assets/', '/assets/../../../package.json'])(
  '%s is not served',
  async (url) => {
    const { body } = await ask(url)
    expect(body).not.toMatch(/repositoryformatversion|SECRET_KEY|"dependencies"|Index of/)
  },
)
