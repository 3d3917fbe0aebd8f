/**
 * How what is kept is encrypted. Adding needs no PIN and reading does: a record is sealed for a
 * public key (ECDH P-256, then AES-256-GCM), and its private key is itself sealed with a key made
 * from the PIN (PBKDF2). So payslips are kept as they are read, and no key lies open on the phone.
 */

export const rounds = 600_000
const curve = { name: 'ECDH', namedCurve: 'P-256' }
const { subtle } = crypto
type Bytes = Uint8Array<ArrayBuffer>

/** What opens the records, behind the PIN. */
export interface Lock {
  salt: Bytes
  rounds: number
  iv: Bytes
  /** The private key, sealed. */
  sealed: ArrayBuffer
  public_key: JsonWebKey
}
export interface Sealed {
  /** Of this record alone. */
  public_key: JsonWebKey
  iv: Bytes
  sealed: ArrayBuffer
}

const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

async function keyOfPin(pin: string, { salt, rounds: count }: Pick<Lock, 'salt' | 'rounds'>) {
  const bytes = new TextEncoder().encode(pin)
  const typed = await subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: count }
  return subtle.deriveKey(how, typed, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}

export async function makeLock(pin: string): Promise<Lock> {
  const pair = await subtle.generateKey(curve, true, ['deriveKey'])
  const made = { salt: random(16), rounds, iv: random(12) }
  const key = await keyOfPin(pin, made)
  const secret = await subtle.exportKey('pkcs8', pair.privateKey)
  const sealed = await subtle.encrypt({ name: 'AES-GCM', iv: made.iv }, key, secret)
  return { ...made, sealed, public_key: await subtle.exportKey('jwk', pair.publicKey) }
}

/** The private key, or null where the PIN is not the right one. */
export async function unlock(lock: Lock, pin: string): Promise<CryptoKey | null> {
  const key = await keyOfPin(pin, lock)
  try {
    const secret = await subtle.decrypt({ name: 'AES-GCM', iv: lock.iv }, key, lock.sealed)
    return await subtle.importKey('pkcs8', secret, curve, false, ['deriveKey'])
  } catch {
    return null
  }
}

const shared = (mine: CryptoKey, theirs: CryptoKey, use: KeyUsage) =>
  subtle.deriveKey(
    { name: 'ECDH', public: theirs },
    mine,
    { name: 'AES-GCM', length: 256 },
    false,
    [use],
  )
const publicKey = (jwk: JsonWebKey) => subtle.importKey('jwk', jwk, curve, true, [])

export async function seal(lock: Pick<Lock, 'public_key'>, value: unknown): Promise<Sealed> {
  const once = await subtle.generateKey(curve, true, ['deriveKey'])
  const key = await shared(once.privateKey, await publicKey(lock.public_key), 'encrypt')
  const iv = random(12)
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  const sealed = await subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes)
  return { iv, sealed, public_key: await subtle.exportKey('jwk', once.publicKey) }
}

export async function unseal<T>(secret: CryptoKey, record: Sealed): Promise<T> {
  const key = await shared(secret, await publicKey(record.public_key), 'decrypt')
  const bytes = await subtle.decrypt({ name: 'AES-GCM', iv: record.iv }, key, record.sealed)
  return JSON.parse(new TextDecoder().decode(bytes)) as T
}
