import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { prepareQueues } from './jobs.ts'
import { createRoles, explainRights, prepareLogins } from './logins.ts'

const folder = new URL('../migrations/', import.meta.url)

export const migrationFiles = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/**
 * Brings the database to this version, or to the one named by its last migration, and lets the
 * server's two roles sign in with the passwords that follow from the key.
 */
export async function migrate(url: string, secretKey: string, last?: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await checkVersion(client)
    // Several servers may start at once.
    await client.query(`select pg_advisory_lock(hashtext('mshahara migrate'))`)
    await createRoles(client).catch(explainRights)
    await client.query(`create table if not exists migrations (
      name text primary key, checksum text not null, run_at timestamptz not null default now())`)
    for (const name of migrationFiles()) {
      if (!last || name <= last) await runOnce(client, name)
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

async function runOnce(client: pg.Client, name: string) {
  const text = readFileSync(new URL(name, folder), 'utf8')
  const checksum = createHash('sha256').update(text).digest('hex')
  const { rows } = await client.query('select checksum from migrations where name = $1', [name])
  if (rows[0]) {
    if (rows[0].checksum === checksum) return
    throw new Error(`Migration ${name} was changed after it had run. Migrations are never edited.`)
  }
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
