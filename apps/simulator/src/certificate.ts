import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  privateDecrypt,
  sign,
} from 'node:crypto'
import { promisify } from 'node:util'

/** The key that callers encrypt their initiator's password with, and its certificate. */

export interface Keys {
  privateKey: string
  certificate: string
}

export async function makeKeys(): Promise<Keys> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { privateKey: pem, certificate: selfSigned(pem) }
}

/** The password inside, or nothing where it was not encrypted for us by PKCS#1 v1.5. */
export function decrypted(credential: string, privateKey: string): string | undefined {
  const bytes = Buffer.from(credential, 'base64')
  if (bytes.length !== 256) return undefined
  try {
    // Node refuses to strip this padding itself (CVE-2023-46809).
    const raw = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, bytes)
    const end = raw.indexOf(0, 2)
    return raw[0] === 0 && raw[1] === 2 && end >= 10 ? raw.toString('utf8', end + 1) : undefined
  } catch {
    return undefined
  }
}

/** Node reads certificates but makes none: the few lines of DER that it takes. */
function selfSigned(privateKey: string): string {
  const spki = createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'der' })
  const algorithm = sequence(oid('2a864886f70d01010b'), der(0x05))
  const name = sequence(
    der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('simulator.mshahara.test')))),
  )
  const year = (text: string) => der(0x17, Buffer.from(text))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    // Past its date on purpose: so are those of the real service, and callers must not mind.
    sequence(year('150101000000Z'), year('160101000000Z')),
    name,
    spki,
  )
  const signature = sign('RSA-SHA256', content, privateKey)
  const whole = sequence(content, algorithm, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const long = length > 255 ? [0x82, length >> 8, length & 255] : [0x81, length]
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
