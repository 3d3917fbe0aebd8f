import { createECDH, randomBytes } from 'node:crypto'
import dns from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import tlsOptions from 'smtp-server/lib/tls-options.js'
import { afterEach, expect, test, vi } from 'vitest'
import { isPushService, push } from './push.ts'

/** A browser names the address that we call: one of its maker's service, or none is called. */

const open: { close(): unknown }[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const one of open.splice(0)) one.close()
})

/** A real server; `asked` has the paths that were asked of it. */
async function listen(make: (listener: RequestListener) => ReturnType<typeof createServer>) {
  const asked: string[] = []
  const server = make((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/away') response.setHeader('location', '/elsewhere')
    response.statusCode = request.url === '/away' ? 307 : 201
    response.end('Taken.')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  open.push(server)
  return { asked, port: (server.address() as AddressInfo).port }
}

const keys = createECDH('prime256v1')
const browser = {
  public_key: keys.generateKeys('base64url'),
  secret: randomBytes(16).toString('base64url'),
}
const send = (endpoint: string) =>
  push({ endpoint, ...browser }, { words: 'News', authorized: 'vapid' }, globalThis.fetch)

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://FCM.googleapis.com:443/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://wns2-par02p.notify.windows.com/w/?token=x',
  'https://web.push.apple.com/x',
])('%s is a push service', (endpoint) => {
  expect(isPushService(endpoint)).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/x',
  'ftp://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://fcm.googleapis.com:80/x',
  'https://me@fcm.googleapis.com/x',
  'https://fcm.googleapis.com@127.0.0.1/x',
  'https://fcm.googleapis.com:443@127.0.0.1/x',
  'https://fcm.googleapis.com.evil.test/x',
  'https://evil.test/fcm.googleapis.com',
  'https://evil.test\\.fcm.googleapis.com/x',
  'https://evil.test#.fcm.googleapis.com',
  'https://evil.test?.fcm.googleapis.com',
  'https://evil.test%2f.fcm.googleapis.com/x',
  'https://notfcm.googleapis.com/x',
  'https://evilpush.apple.com/x',
  'https://apple.com/x',
  'https://googleapis.com/x',
  'https://storage.googleapis.com/x',
  'https://fcm.googleapis.com./x',
  'https://.fcm.googleapis.com./x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://[::1]/x',
  'https://[::ffff:169.254.169.254]/x',
  'https://localhost/x',
  'https://ｆcm.googleapis.com.evil.test/x',
  '//fcm.googleapis.com/x',
  'fcm.googleapis.com/x',
  '',
])('%s is none', (endpoint) => {
  expect(isPushService(endpoint)).toBe(false)
})

test('an answer that leads elsewhere is not followed', async () => {
  const { asked, port } = await listen(createServer)
  expect(await send(`http://127.0.0.1:${port}/taken`)).toBe('sent')
  expect(await send(`http://127.0.0.1:${port}/away`)).toBe('refused')
  expect(asked).toEqual(['/taken', '/away'])
})

test('a name that is made to stand for a machine of ours is told nothing', async () => {
  const own = await listen((listener) => createTlsServer(tlsOptions(), listener) as never)
  const ours = [{ address: '127.0.0.1', family: 4 }]
  const found = (_name: string, _options: object, answer: (error: null, at: object[]) => void) =>
    answer(null, ours)
  const asked = vi.spyOn(dns, 'lookup').mockImplementation(found as never)
  expect(await send(`https://fcm.googleapis.com:${own.port}/x`)).toBe('later')
  expect(asked).toHaveBeenCalled()
  expect(own.asked).toEqual([])
})
