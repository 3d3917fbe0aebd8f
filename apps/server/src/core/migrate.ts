import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { prepareQueues } from './jobs.ts'

const folder = new URL('../migrations/', import.meta.url)
const roleNames = ['mshahara_app', 'mshahara_platform']

export const migrationFiles = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** Brings the database to this version, or to the one named by its last migration. */
export async function migrate(url: string, last?: string): Promise<void> {
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
  } finally {
    await client.end()
  }
}

async function checkVersion(client: pg.Client) {
  const { rows } = await client.query(`select current_setting('server_version_num')::int as v`)
  if (rows[0].v < 150000) throw new Error('Mshahara needs PostgreSQL 15 or later.')
}

/** Roles belong to the whole cluster, so another database may have made them at this moment. */
async function createRoles(client: pg.Client) {
  for (const role of roleNames) {
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then
        create role ${role} nologin noinherit;
      end if;
    exception when duplicate_object or unique_violation then null; end $$`)
    await client.query(`do $$ begin
      if not pg_has_role(session_user, '${role}', 'member') then
        execute format('grant ${role} to %I', session_user);
      end if; end $$`)
  }
}

/** The rights a managed database's user may lack, in words its administrator can act on. */
function explainRights(error: unknown): never {
  if ((error as { code?: string }).code !== '42501') throw error
  throw new Error(
    'The user of DATABASE_URL may not make or use the roles of Mshahara. As an administrator run: ' +
      roleNames.map((role) => `create role ${role} nologin; grant ${role} to USER;`).join(' '),
    { cause: error },
  )
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
