import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { grants, roles } from '@mshahara/contract'
import type pg from 'pg'
import { prepareQueues } from '../jobs/queues.ts'
import { enterBaseline, refuseUnfinished } from './baseline.ts'
import { NamingClient } from './client.ts'
import { createRoles, explainRights, prepareLogins } from './logins.ts'

const migrations = new URL('./migrations/', import.meta.url)
const functions = new URL('./functions/', import.meta.url)
/** Held while tables change; a backup shares it while it reads them. */
export const migrationLock = `hashtext('mshahara migrate')`

const filesIn = (folder: URL) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
export const migrationFiles = () => filesIn(migrations)

const records = `
  create table if not exists migrations (
    name text primary key, checksum text not null, run_at timestamptz not null default now());
  create table if not exists functions (name text primary key, checksum text not null)`

/**
 * Brings the database to this version, and lets the server's two roles sign in with the passwords
 * that follow from the key.
 */
export async function migrate(url: string, secretKey: string): Promise<void> {
  await alone(url, async (client) => {
    await checkVersion(client)
    await createRoles(client).catch(explainRights)
    await client.query('begin')
    await runMigrations(client)
    await fillRoleGrants(client)
    await client.query('commit')
    await prepareQueues(client, url)
    await prepareLogins(client, url, secretKey).catch(explainRights)
  })
}

/** Several servers may start at once: one at a time prepares what all of them use. */
export async function alone<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new NamingClient({ connectionString: url })
  // A connection lost between two statements fails the next one, and does not end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await refusePooler(client)
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query(`select pg_advisory_lock(${migrationLock})`)
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A pooler gives its clients numbers of its own, and another connection for each transaction. */
async function refusePooler(client: pg.Client & { processID?: number }) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  if (rows[0]?.pid === client.processID) return
  throw new Error(
    'DATABASE_URL leads through a connection pooler such as PgBouncer. Set DATABASE_DIRECT_URL to ' +
      'the database itself as well: migrations, backups and news need a connection of their own.',
  )
}

async function checkVersion(client: pg.Client) {
  const { rows } = await client.query(`select current_setting('server_version_num')::int as v`)
  if (rows[0].v < 150000) throw new Error('Mshahara needs PostgreSQL 15 or later.')
}

/**
 * Makes the functions as they are now, then the tables as they were after the migration `last`,
 * within the caller's transaction. A function's body is looked at when it runs, so that functions
 * come first: tables, policies and triggers are made of them.
 */
export async function runMigrations(client: pg.Client, last = '9999'): Promise<void> {
  await client.query(records)
  const wanted = migrationFiles().filter((name) => name <= last)
  const known = new Map(migrationFiles().map((name) => [name, checksumOf(migrations, name)]))
  const done = await enterBaseline(client, await checksums(client, 'migrations'), known)
  refuseOthers(done, known)
  await renewFunctions(client)
  for (const name of wanted) if (!done.has(name)) await run(client, migrations, name)
}

/** What the contract grants each role, for the guards in the database. */
export const grantsDue = () =>
  roles
    .filter((role) => role !== 'super-admin')
    .flatMap((role) => [...grants[role]].map((permission) => ({ role, permission })))

async function fillRoleGrants(client: pg.Client) {
  await client.query(
    `with granted as (
       select * from json_to_recordset($1) as g (role text, permission text)),
     gone as (delete from role_grants where (role, permission) not in (table granted))
     insert into role_grants table granted on conflict do nothing`,
    [JSON.stringify(grantsDue())],
  )
}

/** All functions as this version makes them. */
export const functionTexts = () =>
  filesIn(functions)
    .map((name) => textOf(functions, name))
    .join('\n')

const textOf = (folder: URL, name: string) => readFileSync(new URL(name, folder), 'utf8')
const checksumOf = (folder: URL, name: string) =>
  createHash('sha256').update(textOf(folder, name)).digest('hex')

async function checksums(client: pg.ClientBase, table: 'migrations' | 'functions') {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from ${table} order by name`,
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function refuseOthers(done: Map<string, string>, known: Map<string, string>) {
  refuseUnfinished('database', [...done.keys()], 'start it once')
  for (const [name, checksum] of done) {
    if (checksum === known.get(name)) continue
    throw new Error(
      `This database was made by another version of Mshahara: a newer one, or one from before the ` +
        `first release (${name} is not known here). Use that version, or start with an empty ` +
        `database or data folder.`,
    )
  }
}

/** Whether tables and functions are those of this version. */
export async function isAsMade(client: pg.ClientBase): Promise<boolean> {
  for (const [table, folder] of [
    ['migrations', migrations],
    ['functions', functions],
  ] as const) {
    const made = await checksums(client, table)
    if (filesIn(folder).some((name) => made.get(name) !== checksumOf(folder, name))) return false
  }
  return true
}

async function renewFunctions(client: pg.Client) {
  const made = await checksums(client, 'functions')
  const changed = filesIn(functions).filter((n) => made.get(n) !== checksumOf(functions, n))
  if (!changed.length) return
  const owners = 'mshahara_platform, mshahara_eraser'
  await client.query(
    `set local check_function_bodies = off; grant create on schema public to ${owners}`,
  )
  for (const name of changed) await run(client, functions, name)
  await client.query(`revoke create on schema public from ${owners}; ${closeOwnFunctions}`)
}

/** Others may keep functions and extensions in our schema: those are not ours to close. */
const closeOwnFunctions = `do $$ declare own regprocedure; begin
  for own in select p.oid from pg_proc p
    where p.pronamespace = 'public'::regnamespace and pg_get_userbyid(p.proowner)
      in (current_user, 'mshahara_app', 'mshahara_platform', 'mshahara_eraser')
      and not exists (select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop execute format('revoke execute on routine %s from public', own); end loop; end $$`

async function run(client: pg.Client, folder: URL, name: string) {
  const table = folder === functions ? 'functions' : 'migrations'
  try {
    await client.query(textOf(folder, name))
  } catch (error) {
    throw new Error(`${table}/${name} failed: ${(error as Error).message}`, { cause: error })
  }
  await client.query(
    `insert into ${table} (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum`,
    [name, checksumOf(folder, name)],
  )
}
