import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'
import type { Secrets } from '../core/secrets.ts'

/**
 * A message to somebody's browser, by the push service of the browser's maker: encrypted for the
 * browser alone (RFC 8291, RFC 8188) and signed with our key (RFC 8292).
 */

export interface Device {
  endpoint: string
  /** Both as the browser gave them, base64url. */
  public_key: string
  secret: string
}

const curve = 'prime256v1'
const bytesOf = (text: string) => Buffer.from(text, 'base64url')

/**
 * The makers' services and nobody else: whoever names an address could have us call anywhere. No
 * answer leads us on, and where a name is made to stand for another machine, that one lacks the
 * certificate of the name.
 */
const services = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'push.apple.com',
]
const isTheirs = (host: string) =>
  services.some((name) => host === name || host.endsWith(`.${name}`))

export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  return protocol === 'https:' && !port && !username && !password && isTheirs(hostname)
}

/** Whether it can be encrypted for: a point of the curve, and 16 bytes. */
export function isUsable({ public_key, secret }: Omit<Device, 'endpoint'>): boolean {
  const ours = createECDH(curve)
  ours.generateKeys()
  try {
    ours.computeSecret(bytesOf(public_key))
  } catch {
    return false
  }
  return bytesOf(public_key).length === 65 && bytesOf(secret).length === 16
}

/** The installation's own key pair, made of its secret key. */
function ownKeys(secrets: Pick<Secrets, 'digest'>) {
  const keys = createECDH(curve)
  keys.setPrivateKey(secrets.digest('push', 'key'))
  return keys
}

/** What a browser is given, so that nobody else can send to it. */
export const publicKeyOf = (secrets: Pick<Secrets, 'digest'>) =>
  ownKeys(secrets).getPublicKey('base64url')

/** Node leaves zeros at the beginning out, and one key in 256 begins with them. */
function privateBytes(keys: ECDH) {
  const bytes = keys.getPrivateKey()
  return Buffer.concat([Buffer.alloc(32 - bytes.length), bytes])
}

const half_day_s = 12 * 3600

export function authorization(
  secrets: Pick<Secrets, 'digest'>,
  { endpoint, contact, now }: { endpoint: string; contact: string; now: Date },
): string {
  const keys = ownKeys(secrets)
  const point = keys.getPublicKey()
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: privateBytes(keys).toString('base64url'),
    },
  })
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const exp = Math.floor(now.getTime() / 1000) + half_day_s
  const claims = { aud: new URL(endpoint).origin, exp, sub: contact }
  const words = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`
  const signed = sign('sha256', Buffer.from(words), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${words}.${signed.toString('base64url')}, k=${point.toString('base64url')}`
}

const recordSize = 4096

/** One record, which is the last: salt, its size, our public key, and what is encrypted. */
export function encryptedFor({ public_key, secret }: Omit<Device, 'endpoint'>, words: string) {
  const theirs = bytesOf(public_key)
  const once = createECDH(curve)
  const ours = once.generateKeys()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const derive = (key: Buffer, salt: Buffer, what: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, what, length))
  const shared = derive(once.computeSecret(theirs), bytesOf(secret), info, 32)
  const salt = randomBytes(16)
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = Buffer.concat([
    cipher.update(Buffer.concat([Buffer.from(words), Buffer.from([2])])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, sealed])
}

/** `gone`: the browser wants no more. `later`: the service had no time, or was not there. */
export type Pushed = 'sent' | 'gone' | 'later' | 'refused'

const day_s = 24 * 3600
const wait_ms = 10_000

export async function push(
  device: Device,
  { words, authorized }: { words: string; authorized: string },
  fetch: typeof globalThis.fetch,
): Promise<Pushed> {
  try {
    const { status, body } = await fetch(device.endpoint, {
      method: 'POST',
      headers: {
        authorization: authorized,
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(day_s),
        urgency: 'normal',
      },
      body: encryptedFor(device, words),
      redirect: 'manual',
      signal: AbortSignal.timeout(wait_ms),
    })
    void body?.cancel().catch(() => {})
    if (status >= 200 && status < 300) return 'sent'
    if (status === 404 || status === 410) return 'gone'
    return status === 429 || status >= 500 ? 'later' : 'refused'
  } catch {
    return 'later'
  }
}
