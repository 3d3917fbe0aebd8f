// @tests slow first
import { spawn, spawnSync } from 'node:child_process'
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { Checkout, isRoot, ordinaryUser } from '../../test/embedded.ts'
import { findPostmaster } from './cluster.ts'
import { startEmbedded } from './embedded-postgres.ts'

const refusal = 'Another copy of Mshahara is already running on this data folder'
const asRoot = isRoot ? '' : ' (not run: this needs root)'
const canHide = isRoot && spawnSync('unshare', ['-m', 'true']).status === 0
const hiding = canHide ? '' : ' (not run: this needs root and mount namespaces)'
const longName = Array.from({ length: 5 }, () => 'a-very-long-folder-name-'.repeat(2)).join('/')

let made: Checkout[] = []
afterEach(async () => {
  for (const checkout of made) await checkout.remove()
  made = []
})

async function checkoutFor(given: Parameters<typeof Checkout.make>[0] = {}) {
  const checkout = await Checkout.make(given)
  made.push(checkout)
  return checkout
}

/** A checkout whose first copy runs and has committed one row. */
async function withRow(checkout: Checkout) {
  const copy = checkout.start()
  await copy.ready()
  await copy.query('create table kept (word text)')
  await copy.query("insert into kept values ('karibu')")
  return copy
}

describe('where it works', () => {
  test('as an ordinary user, in the data folder itself, without a TCP port', async () => {
    const checkout = await checkoutFor({ user: ordinaryUser })
    const copy = await withRow(checkout)
    expect(await copy.query('select * from kept')).toEqual([{ word: 'karibu' }])
    expect(await copy.query('show listen_addresses')).toEqual([{ listen_addresses: '' }])
    expect(await copy.query('show fsync')).toEqual([{ fsync: 'on' }])
    expect(await copy.query('show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
    expect(await copy.query('show timezone')).toEqual([{ TimeZone: 'UTC' }])
    expect((await stat(join(checkout.dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
  })

  test.skipIf(!isRoot)(`somebody else on the machine cannot connect${asRoot}`, async () => {
    const checkout = await checkoutFor({ user: ordinaryUser })
    const { url } = await checkout.start().ready()
    const stranger = new pg.Client({ connectionString: url })
    await expect(stranger.connect()).rejects.toThrow(/peer authentication failed/i)
  })

  test.skipIf(!isRoot)(`as root, run by nobody under /var/lib/mshahara${asRoot}`, async () => {
    const checkout = await checkoutFor()
    const { home } = await checkout.start().ready()
    expect(home).toBe(checkout.home)
    const server = await findPostmaster(checkout.place)
    const status = await readFile(`/proc/${server?.pid}/status`, 'utf8')
    expect(status).toMatch(/^Uid:\t65534\t65534\t65534\t65534$/m)
    expect(status).toMatch(/^Groups:\s*$/m)
  })

  test.skipIf(!isRoot)(`as root, in a checkout only root can enter${asRoot}`, async () => {
    const checkout = await checkoutFor({ inside: 'closed' })
    for (const entry of await readdir(checkout.folder, { recursive: true, withFileTypes: true })) {
      if (entry.isSymbolicLink()) continue
      await chmod(join(entry.parentPath, entry.name), 0o700)
    }
    await chmod(checkout.folder, 0o700)
    const copy = await withRow(checkout)
    expect(await copy.query('select * from kept')).toEqual([{ word: 'karibu' }])
  })

  test.skipIf(!canHide)(`as root without a writable /var/lib: a sentence${hiding}`, async () => {
    const checkout = await checkoutFor()
    const script = 'mount -t tmpfs -o ro tmpfs /var/lib && exec "$0" run.ts "$1"'
    const options = ['-m', 'sh', '-c', script, join(checkout.folder, 'node'), checkout.dataDir]
    const tried = spawnSync('unshare', options, { cwd: checkout.folder, encoding: 'utf8' })
    expect(tried.status).not.toBe(0)
    expect(tried.stderr).toMatch(/the database is kept in .*, which cannot be written \(E\w+\)\./)
  })

  test.each([
    { who: 'an ordinary user', user: ordinaryUser },
    { who: 'the user of this run', user: undefined },
  ])('from a path of over 200 characters, as $who', async ({ user }) => {
    const checkout = await checkoutFor({ inside: longName, user })
    expect(checkout.folder.length).toBeGreaterThan(200)
    const copy = await withRow(checkout)
    expect(await copy.query('select * from kept')).toEqual([{ word: 'karibu' }])
  })
})

describe('when it is stopped', () => {
  test('Ctrl-C lets the program finish with its database, then ends both', async () => {
    const checkout = await checkoutFor()
    const copy = await withRow(checkout)
    process.kill(-(copy.child.pid as number), 'SIGINT')
    expect(await copy.says()).toEqual([{ said: 'still here' }])
    expect(await copy.ended).toBe(0)
    expect(await findPostmaster(checkout.place)).toBeUndefined()
    expect(await readFile(checkout.place.log, 'utf8')).toContain('database system is shut down')
    expect((await readdir(checkout.home)).filter((name) => name.startsWith('socket-'))).toEqual([])
  })

  test('after kill -9 the left-over server is adopted and every committed row is there', async () => {
    const checkout = await checkoutFor()
    const copy = await withRow(checkout)
    const before = await findPostmaster(checkout.place)
    await copy.kill()
    const next = checkout.start()
    await next.ready()
    expect(await next.query('select * from kept')).toEqual([{ word: 'karibu' }])
    expect((await findPostmaster(checkout.place))?.pid).toBe(before?.pid)
    process.kill(next.child.pid as number, 'SIGINT')
    expect(await next.ended).toBe(0)
    expect(await findPostmaster(checkout.place)).toBeUndefined()
  })

  test('after kill -9 of program and server nothing committed is lost', async () => {
    const checkout = await checkoutFor()
    const copy = await withRow(checkout)
    const server = await findPostmaster(checkout.place)
    await copy.kill()
    process.kill(server?.pid as number, 'SIGKILL')
    const next = checkout.start()
    await next.ready()
    expect(await next.query('select * from kept')).toEqual([{ word: 'karibu' }])
  })

  test('a killed initdb is done again, and what it left is removed', async () => {
    const checkout = await checkoutFor()
    const copy = checkout.start()
    const unfinished = await expect
      .poll(() => halfMade(checkout), { interval: 5, timeout: 60_000 })
      .toBeTruthy()
      .then(() => halfMade(checkout))
    await copy.kill()
    expect(await stat(join(checkout.home, 'postgres')).catch(() => 'none')).toBe('none')
    expect(unfinished).toMatch(/^making-/)
    await checkout.start().ready()
    expect((await readdir(checkout.home)).filter((name) => name.startsWith('making-'))).toEqual([])
  })

  test('a stranger with the process number of the old server is no obstacle', async () => {
    const checkout = await checkoutFor()
    const copy = await withRow(checkout)
    process.kill(copy.child.pid as number, 'SIGINT')
    await copy.ended
    const stranger = spawn('sleep', ['60'], { ...ordinaryUser })
    const note = `${stranger.pid}\n${checkout.place.cluster}\n0\n5432\n/nowhere\n`
    await writeFile(join(checkout.place.cluster, 'postmaster.pid'), note)
    const next = checkout.start()
    await next.ready()
    expect(await next.query('select * from kept')).toEqual([{ word: 'karibu' }])
    expect(stranger.exitCode).toBeNull()
    stranger.kill()
  })
})

describe('a second copy', () => {
  test('is refused with a sentence, and the first works on', async () => {
    const checkout = await checkoutFor()
    const first = await withRow(checkout)
    const second = checkout.start()
    expect(await second.ended).not.toBe(0)
    expect(second.stderr).toContain(refusal)
    expect(second.stderr).toContain(checkout.dataDir)
    expect(await first.query('select * from kept')).toEqual([{ word: 'karibu' }])
  })

  test('in the same process is refused too, and may start when the first has stopped', async () => {
    const checkout = await checkoutFor()
    const first = await startEmbedded(checkout.dataDir)
    await expect(startEmbedded(checkout.dataDir)).rejects.toThrow(refusal)
    await first.stop()
    await first.stop()
    const again = await startEmbedded(checkout.dataDir)
    await again.stop()
  })

  test('of three first starts at one moment exactly one wins', async () => {
    const checkout = await checkoutFor()
    const copies = [checkout.start(), checkout.start(), checkout.start()]
    const said = await Promise.all(copies.map((copy) => copy.says()))
    expect(said.filter(Boolean)).toHaveLength(1)
    const losers = copies.filter((_, index) => !said[index])
    for (const loser of losers) {
      expect(await loser.ended).not.toBe(0)
      expect(loser.stderr).toContain(refusal)
    }
    const winner = copies.find((_, index) => said[index])
    expect(await winner?.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  test('is still refused after a crash of a backend has ended every session', async () => {
    const checkout = await checkoutFor()
    const first = await withRow(checkout)
    const [backend] = (await first.query('select pg_backend_pid() as pid')) as { pid: number }[]
    process.kill(backend?.pid as number, 'SIGKILL')
    await expect.poll(() => first.stderr, { timeout: 60_000 }).toContain('closed its connections')
    const second = checkout.start()
    expect(await second.ended).not.toBe(0)
    expect(second.stderr).toContain(refusal)
  })
})

async function halfMade(checkout: Checkout): Promise<string | undefined> {
  for (const name of await readdir(checkout.home).catch(() => [])) {
    const begun = await stat(join(checkout.home, name, 'PG_VERSION')).catch(() => undefined)
    if (name.startsWith('making-') && begun) return name
  }
  return undefined
}
