import { keptDatabase, markKept, type Owner, wipeKept } from '../lib/kept.ts'
import { type Lock, makeLock, type Sealed, seal, unlock, unseal } from './sealing.ts'

/** What is kept on the phone, in the browser's database: one lock, and records behind it. */

export const mostTries = 5
/** Nobody has heard of the server for this long: the person may have left meanwhile. */
const longest_ms = 35 * 86_400_000
const mostPayslips = 12

interface Held {
  name: 'lock'
  lock: Lock
  tries_left: number
  /** Of the server, the last time. */
  contact_at: number
}
interface StoredAnswer {
  name: string
  saved_at: number
  record: Sealed
}

const asked = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(keptDatabase, 1)
  request.onupgradeneeded = () => request.result.createObjectStore('kept', { keyPath: 'name' })
  const database = await asked(request)
  // Wiped in another tab: let go of it.
  database.onversionchange = () => database.close()
  return database
}

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open()
  try {
    return await asked(work(database.transaction('kept', mode).objectStore('kept')))
  } finally {
    database.close()
  }
}

/** By the lock as it is at that moment: nothing is added to what was wiped meanwhile. */
async function underLock(
  change: (found: Held) => Held | StoredAnswer | null,
): Promise<Held | undefined> {
  const database = await open()
  try {
    const store = database.transaction('kept', 'readwrite').objectStore('kept')
    const found = await asked<Held | undefined>(store.get('lock'))
    const row = found && change(found)
    if (row) await asked(store.put(row))
    return found
  } finally {
    database.close()
  }
}

const held = () => inStore<Held | undefined>('readonly', (store) => store.get('lock'))

export async function makeVault(owner: Owner, pin: string) {
  await wipeKept()
  const lock = await makeLock(pin)
  const row: Held = { name: 'lock', lock, tries_left: mostTries, contact_at: Date.now() }
  await inStore('readwrite', (store) => store.put(row))
  markKept(owner)
}

/** Needs no PIN: it can be added to, and not read. */
export async function keepRecord(name: string, value: unknown) {
  const found = await held()
  if (!found) return
  const record = await seal(found.lock, value)
  await underLock(({ lock }) =>
    lock.public_key.x === found.lock.public_key.x ? { name, saved_at: Date.now(), record } : null,
  )
  const rows = await inStore<StoredAnswer[]>('readonly', (store) => store.getAll())
  const slips = rows.filter((row) => row.name.startsWith('payslip '))
  slips.sort((a, b) => b.saved_at - a.saved_at)
  for (const { name: old } of slips.slice(mostPayslips)) {
    await inStore('readwrite', (store) => store.delete(old))
  }
}

export const noteContact = () => underLock((found) => ({ ...found, contact_at: Date.now() }))

export interface Read {
  name: string
  saved_at: number
  value: unknown
}
export type Opening =
  | { is: 'open'; records: Read[] }
  | { is: 'wrong'; left: number }
  | { is: 'wiped'; why: 'tries' | 'age' | 'nothing' }

/** A try counts before it is made, so that closing the page does not give it back. */
export async function openVault(pin: string): Promise<Opening> {
  const found = await held()
  if (!found) return gone('nothing')
  if (Date.now() - found.contact_at > longest_ms) return gone('age')
  const counted = await underLock((now) => ({ ...now, tries_left: now.tries_left - 1 }))
  if (!counted || counted.tries_left < 1) return gone('tries')
  const left = counted.tries_left - 1
  const secret = await unlock(found.lock, pin)
  if (!secret) return left > 0 ? { is: 'wrong', left } : gone('tries')
  await underLock((now) => ({ ...now, tries_left: mostTries }))
  const rows = await inStore<(StoredAnswer | Held)[]>('readonly', (store) => store.getAll())
  const records = rows.flatMap((row) => ('record' in row ? [row] : []))
  return {
    is: 'open',
    records: await Promise.all(
      records.map(async ({ name, saved_at, record }) => ({
        name,
        saved_at,
        value: await unseal(secret, record),
      })),
    ),
  }
}

async function gone(why: 'tries' | 'age' | 'nothing'): Promise<Opening> {
  await wipeKept()
  return { is: 'wiped', why }
}
