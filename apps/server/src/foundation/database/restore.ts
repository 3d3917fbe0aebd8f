import pg from 'pg'
import type { Files } from '../core/files.ts'
import { stageKey } from '../core/secrets.ts'
import { holdBackMail, isEnclosure } from '../mail/restored.ts'
import { type BackupCounts, checkBackup, type Header, linesOf, markerOf } from './backup-file.ts'
import { rowsFitAfter } from './baseline.ts'
import { filesInUse } from './files-in-use.ts'
import { migrate, runMigrations } from './migrate.ts'
import { holdBackPayouts } from './restored-payouts.ts'
import { advanceSequences, type TableInfo, tablesInOrder } from './tables-in-order.ts'

/**
 * Puts a backup back: all of it or nothing. The file is read to its end before anything is touched;
 * then the old tables go and the new ones come in one transaction.
 */

export interface RestorePlace {
  databaseUrl: string
  /** The configured key; without one, the backup's own. */
  secretKey: string | undefined
  /** Where a key that nobody configured is kept. */
  keyFolder?: string
  /** Called before data that is there gives way; it throws to keep it. */
  beforeOverwriting?(): Promise<void>
  /** Called with all rows in their places, as the platform; it throws to have none of them. */
  beforeKeeping?(client: pg.Client, key: string): Promise<void>
}
export type RestoreResult = BackupCounts & { key: string | null; anchor: string | undefined }

const batch = 1000

export async function restore(
  place: RestorePlace,
  files: Files,
  path: string,
): Promise<RestoreResult> {
  const header = await checkBackup(path, place.secretKey)
  const { databaseUrl } = place
  const key = place.secretKey ?? header.key ?? ''
  const isFull = await holdsData(databaseUrl)
  if (isFull && !place.beforeOverwriting) throw new Error(alreadyFull)
  await refuseAtWork(databaseUrl)
  if (isFull) await place.beforeOverwriting?.()
  await migrate(databaseUrl, key)
  const own = place.secretKey ? null : header.key
  const staged = own && place.keyFolder ? stageKey(place.keyFolder, own) : undefined
  const stored = storing(files)
  try {
    const counts = await asOwner(databaseUrl, async (client) => {
      const filled = await replace(client, header, stored, path)
      await client.query('set local role mshahara_platform')
      await place.beforeKeeping?.(client, key)
      return filled
    })
    stored.keep()
    staged?.place()
    await stored.forgetOld()
    await migrate(databaseUrl, key)
    return { ...counts, key: header.key, anchor: header.anchor }
  } catch (error) {
    await stored.undo()
    throw inWords(error)
  } finally {
    staged?.drop()
  }
}

export const alreadyFull =
  'This database already holds data. Restore into an empty one, or give --overwrite: ' +
  'what is there is then backed up first and replaced.'

function inWords(error: unknown): unknown {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  const full = [code, cause?.code].some((each) => each === '53100' || each === 'ENOSPC')
  return full ? new Error('There is no room left on the disk. Nothing was restored.') : error
}

async function asOwner<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether anybody has ever used it. */
const holdsData = (databaseUrl: string): Promise<boolean> =>
  asOwner(databaseUrl, async (client) => {
    const { rows } = await client.query(`select to_regclass('public.users') is not null as made`)
    if (!rows[0].made) return false
    await client.query('set local role mshahara_platform')
    return (await client.query('select from users limit 1')).rowCount === 1
  })

const refuseAtWork = (databaseUrl: string) =>
  asOwner(databaseUrl, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database()
         and usename in ('mshahara_app', 'mshahara_platform')
         -- Kept by a pooler; a server behind one has a connection of its own as well.
         and application_name not like 'mshahara by pooler%'`,
    )
    if (rowCount) throw new Error('A server is at work on this database. Please stop it first.')
  })

type Storing = ReturnType<typeof storing>

/** Writes files and remembers which are new, so that a restore that fails leaves none of them. */
function storing(files: Files) {
  const written: string[] = []
  const restored = new Set<string>()
  let old = new Set<string>()
  const remove = (key: string) => {
    const cut = key.indexOf('/')
    return files.remove(key.slice(0, cut), key.slice(cut + 1))
  }
  return {
    async write(key: string, bytes: Buffer) {
      restored.add(key)
      const there = await files.read(key).catch(() => undefined)
      if (there && bytes.equals(there)) return
      if (!there) written.push(key)
      await files.write(key, bytes)
    },
    noteOld(keys: Set<string>) {
      old = keys
    },
    keep() {
      written.length = 0
    },
    async undo() {
      for (const key of written) await remove(key).catch(() => {})
    },
    /** What only the replaced records referred to. */
    async forgetOld() {
      for (const key of old) if (!restored.has(key)) await remove(key)
    },
  }
}

async function replace(client: pg.Client, header: Header, stored: Storing, path: string) {
  stored.noteOld(await filesInUse(client))
  await client.query(dropOurs)
  await runMigrations(client, rowsFitAfter(header.migrations))
  return fill(client, stored, path)
}

/** The schema itself may belong to somebody else, and extensions may live in it. */
const dropOurs = `do $$ declare o record; begin
  for o in select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not exists (
      select from pg_depend d where d.objid = c.oid and d.deptype = 'e') loop
    execute 'drop table if exists ' || o.name || ' cascade';
  end loop;
  for o in select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
    execute 'drop routine if exists ' || o.name || ' cascade';
  end loop;
end $$`

async function fill(client: pg.Client, stored: Storing, path: string): Promise<BackupCounts> {
  const tables = new Map((await tablesInOrder(client)).map((table) => [table.name, table]))
  await empty(client, [...tables.values()])
  const counts: BackupCounts = { rows: 0, files: 0 }
  let sequences: Record<string, number> = {}
  let table: TableInfo | undefined
  let waiting: string[] = []
  const flush = async () => {
    if (table && waiting.length) await insert(client, table, waiting)
    counts.rows += waiting.length
    waiting = []
  }
  let isHeader = true
  for await (const line of linesOf(path)) {
    const marker = isHeader ? {} : markerOf(line)
    isHeader = false
    if (!marker) waiting.push(line)
    if (marker || waiting.length === batch) await flush()
    if (marker?.table) table = tableFor(tables, marker.table, marker.columns ?? [])
    if (marker?.sequences) sequences = marker.sequences
    if (marker?.file) {
      const bytes = Buffer.from(marker.data ?? '', 'base64')
      if (!isEnclosure(marker.file)) await stored.write(marker.file, bytes)
      counts.files += 1
    }
  }
  await advanceSequences(client, sequences)
  await holdBackMail(client)
  await holdBackPayouts(client)
  await triggers(client, [...tables.values()], 'enable')
  return counts
}

function tableFor(tables: Map<string, TableInfo>, name: string, columns: string[]): TableInfo {
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
}
