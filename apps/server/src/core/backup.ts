import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import type { Files } from './files.ts'
import { migrate, migrationFiles } from './migrate.ts'
import { secretsFrom } from './secrets.ts'
import { type TableInfo, tablesInOrder } from './tables-in-order.ts'

/**
 * A backup is one compressed file of JSON lines: a header, each table's name followed by its rows,
 * each stored file, and a last line that proves it is complete. Rows stay text all the way, so no
 * number loses a digit.
 */

interface Header {
  mshahara: 1
  migrations: string[]
  /** The key itself when it lives with the data; else only what tells whether it is the same. */
  key: string | null
  key_mark: string
  /** How far the activity log reached just before. */
  anchor?: string
}
interface Place {
  databaseUrl: string
  secretKey: string
  keyFolder: string | undefined
  anchor?: string
}
export interface Counts {
  rows: number
  files: number
}

const batch = 1000
const markOf = (key: string) => secretsFrom(key).digest('backup', 'mark').toString('hex')

export async function backup(place: Place, files: Files, path: string): Promise<Counts> {
  const client = new pg.Client({ connectionString: place.databaseUrl })
  await client.connect()
  const counts: Counts = { rows: 0, files: 0 }
  const draft = `${path}.part`
  try {
    await client.query('begin isolation level repeatable read read only')
    await pipeline(
      Readable.from(lines(client, place, files, counts)),
      createGzip(),
      createWriteStream(draft, { mode: 0o600 }),
    )
    await rename(draft, path)
    return counts
  } finally {
    await rm(draft, { force: true })
    await client.end()
  }
}

async function* lines(client: pg.Client, place: Place, files: Files, counts: Counts) {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by 1')
  const header: Header = {
    mshahara: 1,
    migrations: rows.map(({ name }) => name),
    key: place.keyFolder ? place.secretKey : null,
    key_mark: markOf(place.secretKey),
    ...(place.anchor ? { anchor: place.anchor } : {}),
  }
  yield `${JSON.stringify(header)}\n`
  for (const table of await tablesInOrder(client)) {
    yield `${JSON.stringify({ table: table.name, columns: table.columns })}\n`
    for await (const texts of rowsOf(client, table)) {
      counts.rows += texts.length
      yield `${texts.join('\n')}\n`
    }
  }
  for await (const key of files.list()) {
    const data = Buffer.from(await files.read(key)).toString('base64')
    counts.files += 1
    yield `${JSON.stringify({ file: key, data })}\n`
  }
  yield `${JSON.stringify({ end: counts })}\n`
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

/** Puts a backup into an empty database: all of it or nothing. */
export async function restore(
  place: { databaseUrl: string; secretKey: string | undefined },
  files: Files,
  path: string,
): Promise<Counts & { key: string | null; anchor: string | undefined }> {
  const input = createReadStream(path)
  const gunzip = createGunzip()
  // A fault in the file reaches us through the lines; here it only must not go unhandled.
  const reading = pipeline(input, gunzip).catch(() => {})
  const source = createInterface({ input: gunzip, crlfDelay: Number.POSITIVE_INFINITY })
  const text = source[Symbol.asyncIterator]()
  try {
    const header = headerOf((await text.next()).value, place.secretKey)
    const key = place.secretKey ?? header.key ?? ''
    await refuseFull(place.databaseUrl, key)
    await migrate(place.databaseUrl, key, header.migrations.at(-1))
    const counts = await fill(place.databaseUrl, files, text)
    await migrate(place.databaseUrl, key)
    return { ...counts, key: header.key, anchor: header.anchor }
  } catch (error) {
    const unreadable = String((error as { code?: string }).code).startsWith('Z_')
    throw unreadable ? new Error(`${path} is not a backup, or it is damaged.`) : error
  } finally {
    source.close()
    input.destroy()
    await reading
  }
}

function headerOf(line: string | undefined, secretKey: string | undefined): Header {
  let header: Header
  try {
    header = JSON.parse(line ?? '')
  } catch {
    throw new Error('This is not a backup of Mshahara, or it is damaged.')
  }
  if (header?.mshahara !== 1) throw new Error('This is not a backup of Mshahara.')
  const known = migrationFiles()
  if (header.migrations.some((name) => !known.includes(name))) {
    throw new Error('This backup was made by a newer version of Mshahara. Please update first.')
  }
  if (secretKey && markOf(secretKey) !== header.key_mark) {
    throw new Error('SECRET_KEY is not the one this backup was made with.')
  }
  if (!secretKey && !header.key) {
    throw new Error('Set SECRET_KEY to the one this backup was made with.')
  }
  return header
}

async function refuseFull(databaseUrl: string, key: string) {
  await migrate(databaseUrl, key, '0000')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query('select count(*)::int as n from migrations')
    if (rows[0].n === 0) return
    await client.query('begin; set local role mshahara_platform')
    const { rowCount } = await client.query('select from users limit 1')
    if (rowCount) throw new Error('This database already holds data. Restore into an empty one.')
  } finally {
    await client.end()
  }
}

async function fill(databaseUrl: string, files: Files, text: AsyncIterator<string>) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    const counts = await fillTables(client, files, text)
    await client.query('commit')
    return counts
  } finally {
    await client.end()
  }
}

interface Marker {
  table?: string
  columns?: string[]
  file?: string
  data?: string
  end?: Counts
}

async function fillTables(client: pg.Client, files: Files, text: AsyncIterator<string>) {
  const tables = new Map((await tablesInOrder(client)).map((table) => [table.name, table]))
  await empty(client, [...tables.values()])
  const counts: Counts = { rows: 0, files: 0 }
  let table: TableInfo | undefined
  let waiting: string[] = []
  const flush = async () => {
    if (table && waiting.length) await insert(client, table, waiting)
    counts.rows += waiting.length
    waiting = []
  }
  for (let next = await text.next(); !next.done; next = await text.next()) {
    const marker = markerOf(next.value)
    if (!marker) {
      waiting.push(next.value)
      if (waiting.length === batch) await flush()
      continue
    }
    await flush()
    if (marker.table) table = known(tables, marker.table, marker.columns ?? [])
    else if (marker.file) {
      await files.write(marker.file, Buffer.from(marker.data ?? '', 'base64'))
      counts.files += 1
    } else if (marker.end) {
      if (JSON.stringify(marker.end) !== JSON.stringify(counts)) break
      await triggers(client, [...tables.values()], 'enable')
      return counts
    }
  }
  throw new Error('The backup ends too early. Nothing was restored.')
}

/** Our own lines begin like no row does: no table's first column has one of these names. */
const markerOf = (line: string): Marker | undefined =>
  /^\{"(table|file|end)":/.test(line) ? (JSON.parse(line) as Marker) : undefined

function known(tables: Map<string, TableInfo>, name: string, columns: string[]): TableInfo {
  const table = tables.get(name)
  if (!table) throw new Error(`The backup holds a table ${name} that this version does not know.`)
  return { ...table, columns }
}

const ours = (tables: TableInfo[]) => tables.filter(({ name }) => !name.startsWith('pgboss.'))

/** Rows that migrations put there, and news of a restore, must not mix with what comes back. */
async function empty(client: pg.Client, tables: TableInfo[]) {
  await triggers(client, tables, 'disable')
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`)
}

async function triggers(client: pg.Client, tables: TableInfo[], word: 'enable' | 'disable') {
  await client.query('reset role')
  for (const { name } of ours(tables)) {
    await client.query(`alter table ${name} ${word} trigger user`)
  }
}

async function insert(client: pg.Client, table: TableInfo, rows: string[]) {
  await client.query(table.guarded ? 'set local role mshahara_platform' : 'reset role')
  const columns = table.columns.map((name) => `"${name}"`).join(', ')
  await client.query(
    `insert into ${table.name} (${columns}) ${table.identity ? 'overriding system value' : ''}
     select ${columns} from json_populate_recordset(null::${table.name}, $1::json)`,
    [`[${rows.join(',')}]`],
  )
  await client.query('reset role')
  if (table.identity) {
    await client.query(`select setval(pg_get_serial_sequence($1, $2), greatest($3::bigint, 1))`, [
      table.name,
      table.identity,
      lastIdentity(rows, table.identity),
    ])
  }
}

const lastIdentity = (rows: string[], column: string) =>
  Math.max(...rows.map((row) => Number(JSON.parse(row)[column])))
