import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { prepareQueues } from '../jobs/queues.ts'
import { createRoles, explainRights, prepareLogins } from './logins.ts'

const folder = new URL('../migrations/', import.meta.url)
/** Held while tables change; a backup shares it while it reads them. */
export const migrationLock = `hashtext('mshahara migrate')`

export const migrationFiles = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

const record = `create table if not exists migrations (
  name text primary key, checksum text not null, run_at timestamptz not null default now())`

/**
 * Brings the database to this version, and lets the server's two roles sign in with the passwords
 * that follow from the key.
 */
export async function migrate(url: string, secretKey: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await checkVersion(client)
    // Several servers may start at once.
    await client.query(`select pg_advisory_lock(${migrationLock})`)
    await createRoles(client).catch(explainRights)
    await client.query(record)
    for (const name of migrationFiles()) {
      if (!(await hasRun(client, name))) await runAlone(client, name)
    }
    await prepareQueues(client, url)
    await prepareLogins(client, url, secretKey).catch(explainRights)
  } finally {
    await client.end()
  }
}

async function checkVersion(client: pg.Client) {
  const { rows } = await client.query(`select current_setting('server_version_num')::int as v`)
  if (rows[0].v < 150000) throw new Error('Mshahara needs PostgreSQL 15 or later.')
}

/** Makes the tables as they were after the migration `last`, within the caller's transaction. */
export async function runMigrations(client: pg.Client, last: string): Promise<void> {
  await client.query(record)
  for (const name of migrationFiles()) if (name <= last) await run(client, name)
}

const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const checksumOf = (text: string) => createHash('sha256').update(text).digest('hex')

async function hasRun(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query('select checksum from migrations where name = $1', [name])
  if (!rows[0] || rows[0].checksum === checksumOf(textOf(name))) return rows.length > 0
  throw new Error(`Migration ${name} was changed after it had run. Migrations are never edited.`)
}

async function run(client: pg.Client, name: string) {
  const text = textOf(name)
  await client.query(text)
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [
    name,
    checksumOf(text),
  ])
}

async function runAlone(client: pg.Client, name: string) {
  await client.query('begin')
  try {
    await run(client, name)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
