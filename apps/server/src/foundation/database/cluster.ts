import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  open,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { isAlive, makeWhole, type Place, socketFolder } from './cluster-place.ts'

const execute = promisify(execFile)
const mostLog = 5_000_000
const mostLaunches = 5

export interface Postmaster {
  pid: number
  /** Empty while the server has not opened its socket yet. */
  sockets: string
}

export type Settings = Record<string, string>

export interface ReachedServer extends Postmaster {
  client: pg.Client
  launched: boolean
}

/** PGPORT or PGSSLMODE in the environment must not lead the driver astray: both are named. */
export function socketUrl(sockets: string, database: string): string {
  const query = `host=${encodeURIComponent(sockets)}&sslmode=disable`
  return `postgresql://postgres@localhost:5432/${database}?${query}`
}

export async function initialise(place: Place): Promise<void> {
  if (await isCluster(place.cluster)) return
  await makeWhole(place, place.cluster, async (folder) => {
    const options = ['-D', folder, '-U', 'postgres', '-E', 'UTF8', '--auth=reject']
    const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    await execute(join(place.native, 'bin/initdb'), [...options, ...locale], runOptions(place))
  }).catch((error: { stderr?: string; message: string }) => {
    throw new Error(`The embedded database could not be created: ${error.stderr || error.message}`)
  })
  if (!(await isCluster(place.cluster))) {
    throw new Error(`The folder ${place.cluster} holds something that is not a database.`)
  }
  const folder = await open(place.home)
  await folder.sync().finally(() => folder.close())
}

/** The server that runs on this cluster, whoever started it. */
export async function findPostmaster(
  place: Pick<Place, 'cluster'>,
): Promise<Postmaster | undefined> {
  const file = join(place.cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!(pid > 1) || !isAlive(pid)) return undefined
  if (await servesCluster(pid, place.cluster)) return { pid, sockets: lines[4] ?? '' }
  // PostgreSQL would mistake another process that now has this number for its own server.
  if ((await readFile(file, 'utf8').catch(() => '')) === text) await rm(file, { force: true })
  return undefined
}

/**
 * A connection to the cluster's server, which is started when none runs: behind the same socket as
 * before when `sockets` names its folder.
 */
export async function reach(
  place: Place,
  settings: Settings,
  sockets?: string,
): Promise<ReachedServer> {
  const deadline = performance.now() + 120_000
  let child: ChildProcess | undefined
  let launches = 0
  while (performance.now() < deadline) {
    const found = await findPostmaster(place)
    if (found?.sockets) {
      const client = await connect(found.sockets).catch(async (error) => {
        if (found.pid === child?.pid) await stopPostmaster(place, found)
        throw error
      })
      if (client) return { ...found, client, launched: found.pid === child?.pid }
    } else if (!found && (child === undefined || hasEnded(child))) {
      if (!(await isStillUsed(place)) && launches++ === mostLaunches) break
      if (child) await pause(300)
      child = await launch(place, settings, await socketFolder(place, sockets))
    }
    await pause(25)
  }
  const tail = await endOfLog(place)
  throw new Error(`The embedded database did not start. Its log ${place.log} ends with:\n${tail}`)
}

async function endOfLog({ log }: Place): Promise<string> {
  const text = await readFile(log, 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-5).join('\n')
}

/** What is left of a server that was killed ends when it looks up from its work, however long. */
const isStillUsed = async (place: Place) =>
  (await endOfLog(place)).includes('pre-existing shared memory block')

/** A fast shutdown: open transactions are rolled back, committed ones are on disk. */
export async function stopPostmaster(place: Place, { pid, sockets }: Postmaster): Promise<void> {
  for (const [signal, seconds] of [['SIGINT', 30] as const, ['SIGQUIT', 10] as const]) {
    if ((await findPostmaster(place))?.pid !== pid) break
    process.kill(pid, signal)
    const deadline = performance.now() + seconds * 1000
    while ((await findPostmaster(place))?.pid === pid && performance.now() < deadline) {
      await pause(20)
    }
  }
  await rm(sockets, { recursive: true, force: true })
}

/** Undefined while the server is starting, stopping or not there. */
export async function connect(sockets: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: socketUrl(sockets, 'postgres') })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    const { code = '', message } = error as { code?: string; message: string }
    const passing = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P03', '53300']
    if (passing.includes(code) || message.includes('terminated unexpectedly')) return undefined
    throw error
  }
}

async function launch(place: Place, settings: Settings, sockets: string): Promise<ChildProcess> {
  const access = await accessFiles(place)
  const merged = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    port: '5432',
    ...access,
    shared_buffers: '128MB',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    // Backends of a killed server end their query soon, not when it is done.
    client_connection_check_interval: '5s',
    ...settings,
  }
  const flags = Object.entries(merged).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  if (((await stat(place.log).catch(() => undefined))?.size ?? 0) > mostLog) {
    await rename(place.log, `${place.log}.1`)
  }
  const log = await open(place.log, 'a', 0o600)
  try {
    // Detached, because Ctrl-C reaches the whole group and we want to stop it last, ourselves.
    const child = spawn(join(place.native, 'bin/postgres'), ['-D', place.cluster, ...flags], {
      ...runOptions(place),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.unref()
    await once(child, 'spawn')
    return child
  } finally {
    await log.close()
  }
}

/** Only the user who runs this process may connect, whoever else can enter the socket folder. */
async function accessFiles(place: Place): Promise<Settings> {
  const name = userInfo().username
  const hba = join(place.home, 'pg_hba.conf')
  const ident = join(place.home, 'pg_ident.conf')
  await writeWhole(hba, 'local all all peer map=server\n')
  await writeWhole(ident, `server "${name}" all\n`)
  return { hba_file: hba, ident_file: ident }
}

async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, text)
  await chmod(draft, 0o644)
  await rename(draft, file)
}

/** A clean environment: PGDATA and its like belong to somebody else's database. */
function runOptions(place: Place) {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', LD_LIBRARY_PATH: join(place.native, 'lib') }
  return { cwd: place.home, env, ...place.runAs }
}

async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  const folder = await realpath(cluster).catch(() => cluster)
  if (process.platform !== 'linux') {
    const shown = await execute('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(
      () => null,
    )
    return shown?.stdout.includes(` -D ${cluster} `) ?? false
  }
  // A postmaster stays in its cluster; where we may not see that, its arguments have to do.
  const current = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return words.split('\0').includes(cluster) && (current === undefined || current === folder)
}

async function isCluster(folder: string): Promise<boolean> {
  return (await stat(join(folder, 'PG_VERSION')).catch(() => undefined)) !== undefined
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}
