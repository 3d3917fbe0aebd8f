import pg from 'pg'
import { isKeyOf } from '../../areas/logs/index.ts'
import type { Config } from '../../foundation/config/config.ts'
import { secretsFrom } from '../../foundation/core/secrets.ts'
import type { Home } from '../../foundation/database/home.ts'
import { loginsOf } from '../../foundation/database/logins.ts'
import { isAsMade, migrationFiles } from '../../foundation/database/migrate.ts'
import { sentenceOf } from '../terminal.ts'
import { type Finding, fault, look, well } from './finding.ts'

/** The database: what it is, who may sign in, how it is reached, and what its clock says. */

export async function* askingOwner(
  { databaseUrl }: Home,
  ask: (owner: pg.Client) => AsyncGenerator<Finding>,
): AsyncGenerator<Finding> {
  const owner = clientOf(databaseUrl)
  await owner.connect()
  try {
    yield* ask(owner)
  } finally {
    await owner.end()
  }
}

function clientOf(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 15_000 })
  client.on('error', () => {})
  return client
}

export async function* database(
  owner: pg.Client,
  config: Config,
  home: Home,
  now: () => Date,
): AsyncGenerator<Finding> {
  yield await version(owner)
  yield await tables(owner)
  yield await rights(owner)
  yield await logins(home)
  if (home.pooledUrl) yield await pooler(owner, home.pooledUrl, home.secretKey)
  yield await encryption(owner, config)
  yield await room(owner)
  yield await clock(owner, now)
}

const oldest = 150_000

async function version(owner: pg.Client): Promise<Finding> {
  const { number, text, has } = only(
    await owner.query<{
      number: number
      text: string
      has: boolean
    }>(`select current_setting('server_version_num')::int as number,
       split_part(current_setting('server_version'), ' ', 1) as text,
       exists (select from pg_available_extensions where name = 'btree_gist') as has`),
  )
  if (number < oldest) {
    return fault('Database', `PostgreSQL ${text} is too old: Mshahara needs 15 or later.`)
  }
  if (!has) return fault('Database', 'The extension btree_gist is not installed beside PostgreSQL.')
  return well('Database', `PostgreSQL ${text}.`)
}

async function tables(owner: pg.Client): Promise<Finding> {
  const about = 'Tables'
  const there = only(
    await owner.query<{ is: boolean }>(`select to_regclass('migrations') is not null as is`),
  )
  if (!there.is) return look(about, 'There are none yet: start the server once.')
  const known = new Set(migrationFiles())
  const { rows } = await owner.query<{ name: string }>('select name from migrations order by name')
  const newer = rows.find(({ name }) => !known.has(name))
  if (newer) {
    return fault(about, `They were made by another version, which has ${newer.name}: use that one.`)
  }
  return (await isAsMade(owner))
    ? well(about, `As this version makes them, to ${rows.at(-1)?.name}.`)
    : look(about, 'They are of an earlier version: the next start brings them to this one.')
}

async function rights(owner: pg.Client): Promise<Finding> {
  const { makes, missing } = only(
    await owner.query<{
      makes: boolean
      missing: string[]
    }>(`select (select rolcreaterole or rolsuper from pg_roles where rolname = session_user) as makes,
       array(select r from unnest(array['mshahara_app', 'mshahara_platform', 'mshahara_eraser']) r
         where not exists (select from pg_roles p where p.rolname = r
           and pg_has_role(session_user, p.oid, 'member'))) as missing`),
  )
  if (missing.length === 0) return well('Rights', 'The owner has the roles it works with.')
  return makes
    ? look('Rights', `The next start makes the roles ${missing.join(', ')}.`)
    : fault(
        'Rights',
        `The user of DATABASE_URL may not make the roles ${missing.join(', ')}, and has them not.`,
      )
}

/** Where the database asks for no password, as by its own socket, the log's seals tell the key. */
async function logins({ databaseUrl, secretKey }: Home): Promise<Finding> {
  const about = 'Key'
  const platform = clientOf(loginsOf(databaseUrl, secretKey).platform)
  try {
    await platform.connect()
    await platform.query('begin read only; set local role mshahara_platform')
    return (await isKeyOf(platform, secretsFrom(secretKey)))
      ? well(about, 'SECRET_KEY is the key of this database.')
      : fault(about, 'SECRET_KEY is not the key of this database, whose log has other seals.')
  } catch (error) {
    return fault(about, sentenceOf(error))
  } finally {
    await platform.end().catch(() => {})
  }
}

/** Started at the same moment and of the same name, it is the same database. */
const sameness = `select concat_ws(' ', current_database(), (select oid from pg_database
    where datname = current_database()), pg_postmaster_start_time()) as which`

async function pooler(owner: pg.Client, pooledUrl: string, secretKey: string): Promise<Finding> {
  const about = 'Pooler'
  const through = clientOf(loginsOf(pooledUrl, secretKey).platform)
  try {
    await through.connect()
    const behind = only(await through.query<{ which: string }>(sameness))
    const direct = only(await owner.query<{ which: string }>(sameness))
    return behind.which === direct.which
      ? well(about, 'DATABASE_URL and DATABASE_DIRECT_URL lead to one database.')
      : fault(about, 'DATABASE_URL and DATABASE_DIRECT_URL lead to two different databases.')
  } catch (error) {
    return fault(about, `Nobody gets through the pooler of DATABASE_URL. ${sentenceOf(error)}`)
  } finally {
    await through.end().catch(() => {})
  }
}

async function encryption(owner: pg.Client, { databaseUrl }: Config): Promise<Finding> {
  const about = 'TLS'
  const { ssl, remote } = only(
    await owner.query<{
      ssl: boolean
      remote: boolean
    }>(`select s.ssl, coalesce(not (inet_client_addr() <<= '127.0.0.0/8' or inet_client_addr() = '::1'),
       false) as remote from pg_stat_ssl s where s.pid = pg_backend_pid()`),
  )
  if (!remote || !databaseUrl) return well(about, 'The database is on this machine: none needed.')
  if (ssl) return well(about, 'The way to the database is encrypted.')
  return look(about, 'The database is on another machine and not encrypted: set REQUIRE_TLS=on.')
}

/** What one server takes at once (docs/operations.md). */
const connectionsOfServer = 56

async function room(owner: pg.Client): Promise<Finding> {
  const { most, used } = only(
    await owner.query<{
      most: number
      used: number
    }>(`select current_setting('max_connections')::int as most,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`),
  )
  const text = `${used} of ${most} connections are in use; a server takes up to ${connectionsOfServer}.`
  return most < connectionsOfServer ? look('Connections', text) : well('Connections', text)
}

const mostApart_s = 5

async function clock(owner: pg.Client, now: () => Date): Promise<Finding> {
  const before = now().getTime()
  const { at } = only(await owner.query<{ at: Date }>('select clock_timestamp() as at'))
  const apart_s = Math.round((at.getTime() - (before + now().getTime()) / 2) / 1000)
  if (Math.abs(apart_s) <= mostApart_s) {
    return well('Clock', 'This machine and the database have the same time.')
  }
  const which = apart_s > 0 ? 'ahead of' : 'behind'
  return fault(
    'Clock',
    `The database is ${Math.abs(apart_s)} s ${which} this machine: codes, days and deadlines go wrong.`,
  )
}

const only = <Row extends object>({ rows }: { rows: Row[] }) => rows[0] as Row
