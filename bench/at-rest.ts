import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbedded } from '../apps/server/src/foundation/database/embedded-postgres.ts'

/**
 * What a server with the demo costs while nobody asks anything of it: statements a second, and
 * processor of the server and of PostgreSQL. Linux only: the kernel counts.
 */
const seconds = Number(process.argv[2] ?? 60)
/** Until letters of the demo are out and its runs are told of. */
const settling_s = Number(process.argv[3] ?? 60)
const port = 45_000 + Math.floor(Math.random() * 1_000)

/** Not what travels with BEGIN, nor what this program asks. */
const isQuestion = `query !~* '^(begin|commit|set local|show|select bind_to)|pg_stat_statements'`

const folder = await mkdtemp(join(tmpdir(), 'mshahara-rest-'))
await countStatements()
const database = await startEmbedded(folder)
const server = startServer(database.url)
const client = new pg.Client(database.url)
try {
  await client.connect()
  await client.query('create extension pg_stat_statements')
  await answering()
  await pause(settling_s * 1000)
  await measure()
} finally {
  await client.end()
  server.kill('SIGINT')
  await once(server, 'exit')
  await database.stop()
  await rm(folder, { recursive: true, force: true })
  await rm(database.home, { recursive: true, force: true })
}

/** The module counts from the start of a database only. */
async function countStatements() {
  const first = await startEmbedded(folder)
  const owner = new pg.Client(first.url)
  await owner.connect()
  await owner.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await owner.end()
  await first.stop()
}

function startServer(url: string): ChildProcess {
  const main = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))
  return spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      DATA_DIR: folder,
      DEMO: 'on',
      LOG_LEVEL: 'silent',
      PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function answering() {
  for (let second = 0; second < 180; second += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) return
    await pause(1000)
  }
  throw new Error('The server does not answer.')
}

interface Used {
  server_s: number
  postgres_s: number
  statements: number
}

async function measure() {
  await client.query('select pg_stat_statements_reset()')
  const before = await used()
  await pause(seconds * 1000)
  const after = await used()
  const share = (of: 'server_s' | 'postgres_s') =>
    `${(((after[of] - before[of]) / seconds) * 100).toFixed(2)}%`
  const rate = (after.statements - before.statements) / seconds
  console.log(`at rest over ${seconds} s: ${rate.toFixed(2)} queries a second (aim: at most 1)`)
  console.log(
    `of a core: server ${share('server_s')}, PostgreSQL ${share('postgres_s')} (aim: 0.5%)`,
  )
  const { rows } =
    await client.query(`select calls, left(regexp_replace(query, '\\s+', ' ', 'g'), 90)
    as query from pg_stat_statements where ${isQuestion} order by calls desc limit 10`)
  for (const { calls, query } of rows) console.log(`${String(calls).padStart(6)}  ${query}`)
}

async function used(): Promise<Used> {
  const { rows } = await client.query(`select coalesce(sum(calls), 0)::float as statements
    from pg_stat_statements where ${isQuestion}`)
  const postmaster = Number(
    readFileSync(join(await clusterOf(), 'postmaster.pid'), 'utf8').split('\n')[0],
  )
  const family = childrenOf(postmaster)
  return {
    server_s: processorOf(server.pid ?? 0),
    postgres_s: [postmaster, ...family].reduce((sum, pid) => sum + processorOf(pid), 0),
    statements: rows[0].statements,
  }
}

async function clusterOf(): Promise<string> {
  const { rows } = await client.query('show data_directory')
  return rows[0].data_directory
}

/** Of the process, and of its children that have ended. */
function processorOf(pid: number): number {
  const ticks_s = 100
  const [, rest = ''] = statOf(pid).split(') ')
  const times = rest.split(' ').slice(11, 15)
  return times.reduce((sum, ticks) => sum + Number(ticks), 0) / ticks_s
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid).split(') ')[1]?.split(' ')[1] === String(parent))
}

/** Empty of one that has just gone. */
function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
