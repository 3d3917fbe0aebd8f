import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash as argon2, verify } from '@node-rs/argon2'

/** Everything that depends on the installation's secret key. */
export interface Secrets {
  /** A keyed digest: useless to somebody who holds only the database. */
  digest(purpose: string, value: string): Buffer
  /** `boundTo`: what it belongs to, and without which it does not open. */
  encrypt(text: string, boundTo?: string): Buffer
  /** Throws when it was changed, belongs elsewhere or has another key. */
  decrypt(sealed: Buffer, boundTo?: string): string
}

export function secretsFrom(key: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, 'mshahara', purpose, 32))
  const box = derive('encrypt')
  const keys = new Map<string, Buffer>()
  const keyFor = (purpose: string) => {
    const known = keys.get(purpose) ?? derive(`digest ${purpose}`)
    keys.set(purpose, known)
    return known
  }
  return {
    digest: (purpose, value) => createHmac('sha256', keyFor(purpose)).update(value).digest(),
    encrypt(text, boundTo = '') {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', box, iv).setAAD(Buffer.from(boundTo))
      const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), data])
    },
    decrypt(sealed, boundTo = '') {
      const decipher = createDecipheriv('aes-256-gcm', box, sealed.subarray(0, 12), {
        authTagLength: 16,
      })
      decipher.setAuthTag(sealed.subarray(12, 28)).setAAD(Buffer.from(boundTo))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString()
    },
  }
}

/** The key kept beside the data when none is configured. */
export function keyIn(folder: string): string {
  const path = join(folder, 'secret.key')
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(path, 'utf8').trim()
}

/** A restored key: written beside the one in use, in its place when all else has succeeded. */
export function stageKey(folder: string, key: string) {
  const draft = join(folder, `secret.key.${process.pid}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(draft, key, { mode: 0o600, flush: true })
  return {
    place: () => renameSync(draft, join(folder, 'secret.key')),
    drop: () => rmSync(draft, { force: true }),
  }
}

const nextName = 'secret.key.next'

/** The next key; the same one again if a change of keys was interrupted. */
export function nextKeyIn(folder: string): string {
  const path = join(folder, nextName)
  if (!existsSync(path)) {
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(path, 'utf8').trim()
}

export const takeNextKey = (folder: string) =>
  renameSync(join(folder, nextName), join(folder, 'secret.key'))

export const newToken = () => randomBytes(32).toString('base64url')
export const tokenHash = (token: string) => createHash('sha256').update(token).digest()
export const sixDigits = () => String(randomInt(1_000_000)).padStart(6, '0')

// No vowels and no look-alikes: easy to read out, and it never spells a word.
const letters = 'BCDFGHJKLMNPQRSTVWXZ23456789'
export const readableCode = (length: number) =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

export const sameBytes = (a: Uint8Array | null | undefined, b: Uint8Array) =>
  !!a && a.length === b.length && timingSafeEqual(a, b)

export const hashPassword = (password: string) => argon2(password)

let decoy: Promise<string> | undefined
/** Takes as long for a person who does not exist as for one who does. */
export async function passwordMatches(hash: string | null | undefined, password: string) {
  decoy ??= argon2(newToken())
  const matches = await verify(hash ?? (await decoy), password)
  return matches && !!hash
}
