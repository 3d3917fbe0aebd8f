// @tests slow
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findPostmaster } from './foundation/database/cluster.ts'
import { runningEmbedded } from './foundation/database/embedded-postgres.ts'
import { runScript } from './test/commands.ts'
import { asAdmin, blankDatabase, testKey } from './test/database.ts'
import { expectedPlace, removeCluster } from './test/embedded.ts'
import { freePort } from './test/servers.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const deaths = Number(process.env.DEATHS ?? 3)

interface Running {
  child: ChildProcess
  said: { stdout: string; stderr: string }
  ended: Promise<number | null>
}

let dataDir = ''
let started: Running[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mshahara-whole-'))
})

afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGKILL')
    await ended
  }
  started = []
  await removeCluster(expectedPlace(dataDir))
  await rm(dataDir, { recursive: true, force: true })
})

/** The whole server as a person starts it, without the settings of this test run. */
function run(port: number, given: Record<string, string> = {}): Running {
  const { DATABASE_URL: _, NODE_ENV: __, ...rest } = process.env
  const usual = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: 'off' }
  const env = { ...rest, ...usual, ...given }
  const child = spawn(process.execPath, [main], { env })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (text) => {
    said.stdout += text
  })
  child.stderr.on('data', (text) => {
    said.stderr += text
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const running = { child, said, ended }
  started.push(running)
  return running
}

async function readyOn(port: number, given?: Record<string, string>) {
  const server = run(port, given)
  await expect
    .poll(() => server.said.stdout + server.said.stderr, { timeout: 60_000 })
    .toContain(`Mshahara is ready at http://127.0.0.1:${port}`)
  return server
}

async function query(sql: string) {
  const embedded = await runningEmbedded(dataDir)
  const client = new pg.Client({ connectionString: embedded?.url })
  await client.connect()
  return client.query(sql).finally(() => client.end())
}

test.each(['on', 'off'])(
  'two servers started at once on an empty database both run, demo %s',
  { timeout: 180_000 },
  async (demo) => {
    const { url, drop } = await blankDatabase()
    const own = { DATABASE_URL: url, SECRET_KEY: testKey, DEMO: demo }
    const servers = await Promise.all([
      readyOn(await freePort(), own),
      readyOn(await freePort(), own),
    ])
    for (const { said } of servers) expect(said.stderr).toBe('')
    const { rows } = await asAdmin(url, (client) =>
      client.query('select count(distinct name)::int as named, count(*)::int from organizations'),
    )
    expect(rows[0].named).toBe(rows[0].count)
    expect(rows[0].count > 0).toBe(demo === 'on')
    for (const { child, ended } of servers) {
      child.kill('SIGTERM')
      await ended
    }
    const env = { DATABASE_URL: url, DATA_DIR: dataDir }
    expect((await runScript('logs-verify.ts', [], env)).said).toMatch(/checked, 0 faults found/)
    await drop()
  },
)

test('of two servers with a data folder each one is refused', { timeout: 180_000 }, async () => {
  const { url, drop } = await blankDatabase()
  const own = { DATABASE_URL: url, SECRET_KEY: testKey }
  const folders = ['a', 'b'].map((name) => join(dataDir, name))
  const ports = [await freePort(), await freePort()]
  const servers = folders.map((DATA_DIR, at) => run(ports[at] as number, { ...own, DATA_DIR }))
  const refused = await Promise.race(servers.map(({ ended }, at) => ended.then(() => at)))
  const folder = folders[refused] as string
  const sentence = `None of the anchors of this installation's log is in ${join(folder, 'anchors')}`
  expect(servers[refused]?.said.stderr).toContain(`${sentence} (DATA_DIR). Servers on one database`)
  const other = servers[1 - refused] as Running
  await expect.poll(() => other.said.stdout, { timeout: 60_000 }).toContain('Mshahara is ready')
  // Nor may it back up what it has no files of, but by its name.
  const there = { DATABASE_URL: url, DATA_DIR: folder }
  const words = [join(dataDir, 'backup.gz')]
  expect((await runScript('backup.ts', words, there)).said).toContain(sentence)
  const here = { ...there, DATA_DIR: folders[1 - refused] as string }
  expect((await runScript('logs-verify.ts', [], here)).said).toMatch(/checked, 0 faults found/)
  other.child.kill('SIGTERM')
  await other.ended
  const lost = await runScript('backup.ts', [...words, '--despite-missing'], there)
  expect(lost).toMatchObject({ code: 0 })
  await readyOn(ports[refused] as number, { ...own, DATA_DIR: folder })
  expect((await runScript('logs-verify.ts', [], there)).said).toMatch(/Anchors? .* missing/)
  await drop()
})

test('a second installation is refused where the first keeps its anchors', async () => {
  const { url, drop } = await blankDatabase()
  const LOG_ANCHOR_DIR = join(dataDir, 'shared')
  const first = { DATABASE_URL: url, SECRET_KEY: testKey, LOG_ANCHOR_DIR }
  await readyOn(await freePort(), { ...first, DATA_DIR: join(dataDir, 'first') })
  const second = run(await freePort(), { LOG_ANCHOR_DIR })
  expect(await second.ended).toBe(1)
  expect(second.said.stderr.trim()).toBe(
    `${LOG_ANCHOR_DIR} (LOG_ANCHOR_DIR) holds the anchors of another installation's log. Give each ` +
      'installation one of its own; where the other is gone for good, move its anchors away.',
  )
  const here = { DATABASE_URL: url, DATA_DIR: join(dataDir, 'first'), LOG_ANCHOR_DIR }
  expect((await runScript('logs-verify.ts', [], here)).said).toMatch(/checked, 0 faults found/)
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGTERM')
    await ended
  }
  await drop()
}, 180_000)

test('a data folder that cannot be one is named in one sentence', async () => {
  const file = join(dataDir, 'a-file')
  await writeFile(file, '')
  const server = run(await freePort(), { DATA_DIR: file })
  expect(await server.ended).not.toBe(0)
  expect(server.said.stderr.trim()).toMatch(
    /^The folder of DATA_DIR, .*a-file, cannot be written \(E\w+\)\. Make it writable/,
  )
})

test('a place where no folder can be made is named too', async () => {
  if (process.platform !== 'linux') return
  const server = run(await freePort(), { DATA_DIR: '/proc/mshahara/data' })
  expect(await server.ended).not.toBe(0)
  expect(server.said.stderr).toMatch(/^The folder of DATA_DIR, \/proc\/mshahara\/data, cannot/)
})

test('a database that is away or refuses the password is named by its setting alone', async () => {
  const { url, drop } = await blankDatabase()
  const wrong = Object.assign(new URL(url), { username: 'nobody', password: 'not-this-one' })
  const away = `postgres://somebody:not-this-one@127.0.0.1:${await freePort()}/x`
  for (const [address, sentence] of [
    [`${wrong}`, /^The database refuses the user or the password of DATABASE_URL \(28\w+\)\.$/],
    [away, /^The database of DATABASE_URL cannot be reached \(ECONNREFUSED\)\. Is it running/],
  ] as const) {
    const server = run(await freePort(), { DATABASE_URL: address })
    expect(await server.ended).not.toBe(0)
    expect(server.said.stderr.trim()).toMatch(sentence)
    expect(server.said.stderr).not.toContain('not-this-one')
  }
  await drop()
})

test('a Node that reads no TypeScript says which one is needed', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const words = [
    '--no-experimental-strip-types',
    '-r',
    './scripts/node-check.cjs',
    'scripts/start.ts',
  ]
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
  expect([status, stderr.trim().split('\n').length]).toEqual([1, 1])
  expect(stderr).toMatch(/^Mshahara needs Node 24, and this is Node \d+/)
})

test('a Node that reads TypeScript and is too old says so too', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const older = `Object.defineProperty(process, 'versions', { value: { node: '22.20.0' } })
    require('./scripts/node-check.cjs')`
  const run = { cwd: root, encoding: 'utf8' } as const
  const { status, stderr } = spawnSync(process.execPath, ['-e', older], run)
  expect([status, stderr.trim().split('\n').length]).toEqual([1, 1])
  expect(stderr).toMatch(/^Mshahara needs Node 24, and this is Node 22\.20\.0\./)
})

test('a taken port is named in one sentence, and the database is not left running', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const server = run(port)
  expect(await server.ended).not.toBe(0)
  expect(server.said.stderr.trim().split('\n').at(-1)).toMatch(new RegExp(`port ${port}\\b`, 'i'))
  expect(server.said.stderr).not.toMatch(/^ +at /m)
  expect(await runningEmbedded(dataDir)).toBeUndefined()
  taken.close()
})

test('after kill -9 the whole server starts again with everything that was committed', async () => {
  const port = await freePort()
  const first = await readyOn(port)
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  // A process of its own, which the server does not wait for.
  const simulated = async () => (await fetch(`http://127.0.0.1:${port}/dev/phone.json`)).status
  await expect.poll(simulated).toBe(200)
  await query("create table kept as select 'karibu' as word")
  first.child.kill('SIGKILL')
  // Its output ends with the last process that it started, the simulator.
  await first.ended
  const second = await readyOn(port)
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  await expect.poll(simulated).toBe(200)
  expect((await query('select word from kept')).rows).toEqual([{ word: 'karibu' }])
  second.child.kill('SIGINT')
  expect(await second.ended).toBe(0)
  expect(await runningEmbedded(dataDir)).toBeUndefined()
})

test('a second whole server on the same data is refused, and the first works on', async () => {
  const port = await freePort()
  await readyOn(port)
  const second = run(await freePort())
  expect(await second.ended).not.toBe(0)
  expect(second.said.stderr).toContain('Another copy of Mshahara is already running')
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
})

test('a database that dies is started again behind the same address, and the server stays', async () => {
  const port = await freePort()
  const server = await readyOn(port)
  const ready = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status)
  const place = expectedPlace(dataDir)
  const pidNow = async () => (await findPostmaster(place))?.pid
  // At work; then while it comes up, and at the moment at which it answers again.
  const moments = Array.from({ length: deaths }, (_, at) => (at % 3 === 1 ? 'started' : 'ready'))
  for (const moment of moments) {
    const before = (await pidNow()) as number
    process.kill(before, 'SIGKILL')
    const another = async () => ((await pidNow()) ?? before) !== before
    await expect.poll(another, { timeout: 60_000, interval: 10 }).toBe(true)
    if (moment === 'ready') {
      await expect.poll(ready, { timeout: 60_000, interval: 5 }).toBe(200)
    }
  }
  expect(server.child.exitCode).toBeNull()
  process.kill(server.child.pid as number, 'SIGINT')
  expect(await server.ended).toBe(0)
  expect(await findPostmaster(expectedPlace(dataDir))).toBeUndefined()
})
