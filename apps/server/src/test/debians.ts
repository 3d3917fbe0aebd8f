import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { migrate } from '../foundation/database/migrate.ts'
import { asAdmin, letStoriesSayTheTime, type TestDatabase, testKey } from './database.ts'
import { freePort } from './servers.ts'

/** PostgreSQL and PgBouncer as Debian has them: somebody else's, on our own machine. */

const postgres = '/usr/lib/postgresql/15/bin'
const pgbouncer = '/usr/sbin/pgbouncer'
const there = () => existsSync(`${postgres}/postgres`) && existsSync(pgbouncer)

/** On a machine of CI they are installed where that can be done; elsewhere nothing is changed. */
export function haveDebians(): boolean {
  if (there() || !process.env.CI || process.getuid?.() !== 0) return there()
  const quiet = { stdio: 'ignore', timeout: 180_000 } as const
  const wanted = ['postgresql-15', 'pgbouncer']
  try {
    execFileSync('apt-get', ['update'], quiet)
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...wanted], quiet)
  } catch {
    // There is no such Debian here, and the tests say that they were left out.
  }
  return there()
}

/** Neither runs as root. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mshahara-debian-'))
  await chmod(folder, 0o700)
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

export interface Elsewhere {
  port: number
  /** A migrated database of its own. */
  database(): Promise<TestDatabase>
  close(): Promise<void>
}

/** A certificate of our own for this machine, and where PostgreSQL and its clients find it. */
export async function makeCertificate() {
  const folder = await ownFolder()
  const [certificate, key] = [join(folder, 'server.pem'), join(folder, 'server.key')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', key, '-out', certificate]
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...kind, ...subject, ...files], { ...user, stdio: 'ignore' })
  const flags = ['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`]
  return { certificate, flags, remove: () => rm(folder, { recursive: true, force: true }) }
}

export async function openDebianPostgres(more: string[] = []): Promise<Elsewhere> {
  const folder = await ownFolder()
  const data = join(folder, 'data')
  const options = ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--auth=trust']
  execFileSync(join(postgres, 'initdb'), options, { ...user, cwd: folder, stdio: 'ignore' })
  const port = await freePort()
  const flags = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    ...more,
    `unix_socket_directories=${folder}`,
    'fsync=off',
  ]
  const child = spawn(
    join(postgres, 'postgres'),
    ['-D', data, ...flags.flatMap((flag) => ['-c', flag])],
    { ...user, cwd: folder, stdio: 'ignore' },
  )
  const urlOf = (name: string) =>
    `postgresql://postgres@localhost:${port}/${name}?host=${encodeURIComponent(folder)}`
  await vi.waitFor(() => asAdmin(urlOf('postgres'), (client) => client.query('select 1')), 20_000)
  return {
    port,
    async database() {
      const name = `elsewhere_${randomBytes(4).toString('hex')}`
      await asAdmin(urlOf('postgres'), (client) => client.query(`create database ${name}`))
      await migrate(urlOf(name), testKey)
      await letStoriesSayTheTime(urlOf(name))
      return { url: urlOf(name), drop: async () => undefined }
    },
    close: () => ended(child, folder),
  }
}

async function ended(child: ChildProcess, folder: string) {
  child.kill('SIGQUIT')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  await rm(folder, { recursive: true, force: true })
}

export interface Pooler {
  url: string
  close(): Promise<void>
}

/** With so few connections that every transaction gets another's. */
export async function openPgBouncer(databaseUrl: string, connections = 3): Promise<Pooler> {
  const folder = await ownFolder()
  const port = await freePort()
  const { username, pathname, port: theirs, searchParams } = new URL(databaseUrl)
  const users = [username, 'mshahara_app', 'mshahara_platform'].map((name) => `"${name}" ""`)
  await writeFile(join(folder, 'users.txt'), users.join('\n'))
  const settings = [
    '[databases]',
    `* = host=${searchParams.get('host')} port=${theirs}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${join(folder, 'users.txt')}`,
    'pool_mode = transaction',
    `default_pool_size = ${connections}`,
  ]
  await writeFile(join(folder, 'settings.ini'), settings.join('\n'))
  const child = spawn(pgbouncer, ['-q', join(folder, 'settings.ini')], { ...user, stdio: 'ignore' })
  const url = `postgresql://${username}@127.0.0.1:${port}${pathname}`
  await vi.waitFor(() => asAdmin(url, (client) => client.query('select 1')), 10_000)
  return { url, close: () => ended(child, folder) }
}
