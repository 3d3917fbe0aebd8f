import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { addressBlock } from '../../foundation/core/client-address.ts'
import type { Clock } from '../../foundation/core/clock.ts'
import type { Secrets } from '../../foundation/core/secrets.ts'
import type { HookKind } from '../../foundation/providers/provider.ts'

/**
 * Where callbacks wait while the database is away: providers tell once, and never again. Files are
 * synced before a callback is answered, sealed because bodies name people, and only so many:
 * whether an address is one of ours nobody can tell without the database.
 */

export interface Callback {
  /** Given when it came, so that it is stored once, from here or directly. */
  arrival: string
  /** Of the token in the address. */
  hash: string
  kind: HookKind
  text: string
  source: string
  at: string
}

interface Limits {
  count: number
  bytes: number
}
/** A payday's results fit; half of it is left when one sender has filled the other. */
const inAll: Limits = { count: 40_000, bytes: 64 * 1024 * 1024 }
const half = ({ count, bytes }: Limits): Limits => ({ count: count / 2, bytes: bytes / 2 })

export type Shelter = ReturnType<typeof openShelter>

export function openShelter(folder: string, secrets: Secrets, clock: Clock, most = inAll) {
  const senderOf = (source: string) =>
    secrets.digest('callback source', addressBlock(source)).toString('hex').slice(0, 16)

  async function putFrom(sender: string, callbacks: Callback[]): Promise<boolean> {
    const id = randomUUID()
    const sealed = secrets.encrypt(JSON.stringify(callbacks), id)
    const held = (await readdir(folder)).flatMap((name) => factsOf(name) ?? [])
    const added = { count: callbacks.length, bytes: sealed.length }
    const own = held.filter((file) => file.sender === sender)
    if (!fits([...held, added], most) || !fits([...own, added], half(most))) return false
    await writeSynced(folder, nameOf(clock.now(), { ...added, sender, id }), sealed)
    return true
  }

  return {
    /** Which of them have found a place. */
    async put(callbacks: Callback[]): Promise<boolean[]> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const bySender = Map.groupBy(callbacks, ({ source }) => senderOf(source))
      const kept = new Set<Callback>()
      for (const [sender, own] of bySender) {
        if (await putFrom(sender, own)) for (const one of own) kept.add(one)
      }
      return callbacks.map((one) => kept.has(one))
    },
    /** What waits, the oldest first. */
    async list(): Promise<string[]> {
      const names = await readdir(folder).catch(() => [])
      for (const name of names)
        if (name.endsWith(draft)) await removeOld(join(folder, name), clock.now())
      return names.filter((name) => factsOf(name) && !name.endsWith(refused)).sort()
    },
    async read(name: string): Promise<Callback[]> {
      const sealed = await readFile(join(folder, name))
      return JSON.parse(secrets.decrypt(sealed, factsOf(name)?.id))
    },
    remove: (name: string) => rm(join(folder, name), { force: true }),
    /** One that cannot be stored holds up no other, and stays for a person. */
    setAside: (name: string) => rename(join(folder, name), join(folder, `${name}${refused}`)),
  }
}

const draft = '.part'
const refused = '.refused'

interface Facts extends Limits {
  sender: string
  id: string
}

/** The name tells all that the limits need: no file is opened for them. */
const nameOf = (now: Date, { sender, count, bytes, id }: Facts) =>
  `${String(now.getTime()).padStart(15, '0')}_${sender}_${count}_${bytes}_${id}`

function factsOf(name: string): Facts | undefined {
  const found = /^\d{15}_([0-9a-f]{16})_(\d+)_(\d+)_([0-9a-f-]{36})(\.refused)?$/.exec(name)
  if (!found) return undefined
  const [, sender = '', count, bytes, id = ''] = found
  return { sender, count: Number(count), bytes: Number(bytes), id }
}

const fits = (files: readonly Limits[], most: Limits) =>
  files.reduce((sum, { count }) => sum + count, 0) <= most.count &&
  files.reduce((sum, { bytes }) => sum + bytes, 0) <= most.bytes

/** There and whole, or not there: a machine that loses power now still has it, or never had. */
async function writeSynced(folder: string, name: string, bytes: Uint8Array) {
  const path = join(folder, `${name}${draft}`)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(path, join(folder, name))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  const itself = await open(folder, 'r')
  await itself.sync().finally(() => itself.close())
}

const minutes_ms = 10 * 60_000

/** Of a server that was killed while it wrote; nobody was told that it was kept. */
async function removeOld(path: string, now: Date) {
  const found = await stat(path).catch(() => undefined)
  if (found && now.getTime() - found.mtimeMs > minutes_ms) await rm(path, { force: true })
}
