import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { counted } from '@mshahara/contract/counted'
import pg from 'pg'
import type { Files } from '../core/files.ts'
import { type BackupCounts, type Header, markOf, sealOf } from './backup-file.ts'
import { filesInUse, holdFiles } from './files-in-use.ts'
import { migrationLock } from './migrate.ts'
import { sequenceValues, type TableInfo, tablesInOrder } from './tables-in-order.ts'

/**
 * One consistent moment, whatever else is going on. Rows come from one snapshot, which is over
 * before the files are read; a file never changes once it is stored, and none that the snapshot
 * refers to is removed in the meantime.
 */

interface Place {
  databaseUrl: string
  secretKey: string
  keyFolder: string | undefined
  anchor?: string
}
export interface BackupResult extends BackupCounts {
  /** Files of emails and imports that finished in the meantime. */
  passed: number
  /** Files that a record refers to and the store does not have. */
  missing: string[]
}
interface Options {
  /** Go on without files that records refer to. */
  despiteMissing?: boolean
}

const batch = 1000

export async function backup(
  place: Place,
  files: Files,
  path: string,
  { despiteMissing = false }: Options = {},
): Promise<BackupResult> {
  const client = new pg.Client({ connectionString: place.databaseUrl })
  // A broken connection shows at the next query; an unhandled error would end the process.
  client.on('error', () => {})
  await client.connect()
  const done: BackupResult = { rows: 0, files: 0, passed: 0, missing: [] }
  const draft = `${path}.${process.pid}.part`
  try {
    const handle = await open(draft, 'wx', 0o600)
    const text = Readable.from(sealed(place, lines(client, place, files, done)))
    await pipeline(text, createGzip(), handle.createWriteStream({ flush: true }))
    if (done.missing.length && !despiteMissing) throw new Error(missingSentence(done.missing))
    await rename(draft, path)
    return done
  } finally {
    await rm(draft, { force: true })
    await client.end().catch(() => {})
  }
}

const missingSentence = (missing: string[]) =>
  `Records refer to ${counted(missing.length, 'stored file')} that cannot be found: ` +
  `${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}. ` +
  'Put them back, or back up without them with --despite-missing.'

/** Every line as it is written, and at the end the seal over all of them. */
async function* sealed(place: Place, parts: AsyncGenerator<string | BackupCounts>) {
  const hash = createHash('sha256')
  for await (const part of parts) {
    if (typeof part === 'string') {
      hash.update(part)
      yield part
    } else {
      yield `${JSON.stringify({ end: { ...part, seal: sealOf(place.secretKey, hash) } })}\n`
    }
  }
}

async function* lines(client: pg.Client, place: Place, files: Files, done: BackupResult) {
  // A migration waits until the rows are read, and before it has locked anything that others need.
  await client.query(`select pg_advisory_lock_shared(${migrationLock})`)
  await holdFiles(client)
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ name: string }>('select name from migrations order by 1')
  const header: Header = {
    mshahara: 2,
    migrations: rows.map(({ name }) => name),
    key: place.keyFolder ? place.secretKey : null,
    key_mark: markOf(place.secretKey),
    ...(place.anchor ? { anchor: place.anchor } : {}),
  }
  yield `${JSON.stringify(header)}\n`
  for (const table of await tablesInOrder(client)) {
    yield `${JSON.stringify({ table: table.name, columns: table.columns })}\n`
    for await (const texts of rowsOf(client, table)) {
      done.rows += texts.length
      yield `${texts.join('\n')}\n`
    }
  }
  // They count outside of every transaction, so the later look is the safe one.
  yield `${JSON.stringify({ sequences: await sequenceValues(client) })}\n`
  const needed = await filesInUse(client)
  await client.query(`commit; select pg_advisory_unlock_shared(${migrationLock})`)
  yield* filesOf(files, needed, done)
  // The connection has held the files until here, or the answer says that it broke.
  await client.query('select 1')
  yield { rows: done.rows, files: done.files }
}

async function* rowsOf(client: pg.Client, table: TableInfo): AsyncGenerator<string[]> {
  await client.query(table.guarded ? 'set local role mshahara_platform' : 'reset role')
  const columns = table.columns.map((name) => `"${name}"`).join(', ')
  await client.query(`declare c no scroll cursor for
    select row_to_json(t)::text as row from (select ${columns} from ${table.name} ${table.where}) t`)
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${batch} from c`)
    if (rows.length) yield rows.map(({ row }) => row)
    if (rows.length < batch) break
  }
  await client.query('close c')
  await client.query('reset role')
}

/** Whatever is stored now, and whatever the snapshot refers to. */
async function* filesOf(files: Files, needed: Set<string>, done: BackupResult) {
  const line = async (key: string) => {
    const bytes = await readIfThere(files, key)
    if (!bytes) return undefined
    done.files += 1
    return `${JSON.stringify({ file: key, data: Buffer.from(bytes).toString('base64') })}\n`
  }
  for await (const key of files.list()) {
    // Anchors prove where the log once was: no restore may put older ones in their place.
    if (key.startsWith('anchors/')) continue
    const text = await line(key)
    if (text) yield text
    else if (!needed.has(key)) done.passed += 1
    if (text) needed.delete(key)
  }
  for (const key of needed) {
    const text = await line(key)
    if (text) yield text
    else done.missing.push(key)
  }
}

/** An attachment is removed once its email is sent, an upload once its import has ended. */
async function readIfThere(files: Files, key: string): Promise<Uint8Array | undefined> {
  try {
    return await files.read(key)
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; name?: string } }
    const gone = cause?.code === 'ENOENT' || cause?.name === 'NoSuchKey'
    if (gone) return undefined
    throw error
  }
}
