import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { type Caller, password } from './world.ts'

/** An app that shows codes and a device with passkeys, made from their standards alone. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  const octets = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(octets.map((octet) => Number.parseInt(octet, 2)))
}

/** RFC 6238 over RFC 4226: the code of an interval of 30 seconds. */
export function totp(key: string, at: Date, shift = 0): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000) + shift))
  const mac = createHmac('sha1', bytesOf(key)).update(step).digest()
  const offset = (mac[19] as number) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Adds an app for somebody without a second factor; its key, and their recovery codes. */
export async function addApp(who: Caller, now: () => Date, name = 'My phone') {
  const begun = await who.call(contract.secondFactor.beginTotp, {
    body: { current_password: password },
  })
  const { secret } = begun.body
  const done = await who.call(contract.secondFactor.confirmTotp, {
    body: { name, code: totp(secret, now()) },
  })
  if (done.status !== 200) throw new Error(`${done.status} ${done.body.message}`)
  return { secret, recovery: done.body.recovery_codes }
}

// ---------------------------------------------------------------- passkeys

const head = (kind: number, length: number) =>
  length < 24
    ? Buffer.from([(kind << 5) | length])
    : length < 256
      ? Buffer.from([(kind << 5) | 24, length])
      : Buffer.from([(kind << 5) | 25, length >> 8, length & 255])

/** As much of CBOR as an authenticator needs. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([key, each]) => [cbor(key), cbor(each as number)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

const digest = (value: string | Buffer) => createHash('sha256').update(value).digest()
const userPresent = 1
const hasKey = 64

/** A device that keeps one passkey for a site, and can be made to lie about where it is. */
export function makeDevice(site: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const part = (text: string) => Buffer.from(text, 'base64url')
  const key = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, part(x)],
    [-3, part(y)],
  ])
  let counter = 0
  const signed = (flags: number, of: string) => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([digest(of), Buffer.from([flags]), count])
  }
  const client = (type: string, options: Options, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge: options.challenge, origin, crossOrigin: false }))
  const named = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }
  const host = new URL(site).hostname
  return {
    create(options: Options, origin = site) {
      const attested = [Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)]
      const authData = Buffer.concat([signed(userPresent | hasKey, host), ...attested])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        ...named,
        response: {
          clientDataJSON: client('webauthn.create', options, origin).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get(options: Options, origin = site, of = host) {
      const clientData = client('webauthn.get', options, origin)
      const authData = signed(userPresent, of)
      const data = Buffer.concat([authData, digest(clientData)])
      return {
        ...named,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', data, privateKey).toString('base64url'),
        },
      }
    },
  }
}
interface Options {
  [name: string]: unknown
  challenge?: unknown
}
export type Device = ReturnType<typeof makeDevice>

export async function addPasskey(who: Caller, device: Device, name = 'My laptop') {
  const begun = await who.call(contract.secondFactor.beginPasskey, {
    body: { current_password: password },
  })
  const done = await who.call(contract.secondFactor.confirmPasskey, {
    body: { name, passkey: device.create(begun.body.passkey) },
  })
  if (done.status !== 200) throw new Error(`${done.status} ${done.body.message}`)
  return done.body.recovery_codes
}
