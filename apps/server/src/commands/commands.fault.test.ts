// @tests slow
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findPostmaster } from '../foundation/database/cluster.ts'
import { runScript } from '../test/commands.ts'
import { testKey } from '../test/database.ts'
import { expectedPlace, removeCluster } from '../test/embedded.ts'
import { freePort } from '../test/servers.ts'

/** Every command that opens the database says in one sentence why it cannot, as `npm start` does. */

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const person = ['--organization', 'x', '--employee', 'y']
const commands: Record<string, string[]> = {
  'start.ts': [],
  'backup.ts': ['FOLDER/backup.gz'],
  'restore.ts': ['FOLDER/none.gz'],
  'operator.ts': ['somebody@example.test'],
  'number.ts': ['0712345678'],
  'seed.ts': ['--employees', '1'],
  'logs-verify.ts': [],
  'person-export.ts': [...person, 'FOLDER/person.zip'],
  'person-erase.ts': [...person, '--reason', 'asked'],
  'rotate-key.ts': [],
}
const names = Object.keys(commands)

let folder = ''
let dataDir = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mshahara-commands-'))
  dataDir = join(folder, 'data')
})
afterEach(async () => {
  await removeCluster(expectedPlace(dataDir))
  await rm(folder, { recursive: true, force: true })
})

async function run(name: string, env: Record<string, string>) {
  const words = (commands[name] ?? []).map((word) => word.replace('FOLDER', folder))
  const settings = { PORT: String(await freePort()), DATA_DIR: dataDir, SECRET_KEY_OLD: testKey }
  // The server itself: the web application may not be built yet.
  const file = name === 'start.ts' ? '../apps/server/src/main.ts' : name
  const { code, said } = await runScript(file, words, { ...settings, ...env })
  return [name, code, said.trim()]
}

test('they are all here', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const files = Object.values<string>(scripts).flatMap(
    (line) => / scripts\/(\S+\.ts)/.exec(line)?.[1] ?? [],
  )
  const opens = /database\/(home|embedded-postgres)\.ts|'\.\/person\.ts'|server\/src\/main\.ts'\)/
  const found = new Set(
    files.filter((name) => opens.test(readFileSync(join(root, 'scripts', name), 'utf8'))),
  )
  expect([...found].sort()).toEqual([...names].sort())
})

describe.each(names)('%s', (name) => {
  test('in production without DATABASE_URL, by the file of settings', async () => {
    const MSHAHARA_ENV = join(folder, 'settings')
    const production = [
      'NODE_ENV=production',
      'PUBLIC_URL=https://pay.example.co.ke',
      'SMTP_URL=smtp://mail:25',
    ]
    await writeFile(MSHAHARA_ENV, production.join('\n'))
    const sentence =
      'DATABASE_URL is required in production; the database that comes along is for a first look.'
    expect(await run(name, { MSHAHARA_ENV })).toEqual([name, 1, sentence])
    expect(existsSync(dataDir)).toBe(false)
  })

  test('with a database that is away', async () => {
    const DATABASE_URL = `postgres://somebody:not-this-one@127.0.0.1:${await freePort()}/x`
    const sentence =
      'The database of DATABASE_URL cannot be reached (ECONNREFUSED). Is it running, and is its ' +
      'name right?'
    expect(await run(name, { DATABASE_URL })).toEqual([name, 1, sentence])
  })

  test('with a place where no folder can be made', async () => {
    if (process.platform !== 'linux') return
    const nowhere = '/proc/mshahara/data'
    const [, code, said] = await run(name, { DATA_DIR: nowhere, SECRET_KEY: '' })
    expect([name, code]).toEqual([name, 1])
    expect([
      `There is no database: DATABASE_URL is not set, and DATA_DIR, ${nowhere}, has none.`,
      `The folder of DATA_DIR, ${nowhere}, cannot be written (ENOENT). Make it writable, or set ` +
        'DATA_DIR to another one.',
    ]).toContain(said)
  })
})

test('anchors that cannot be kept where they are to be are told by the setting', async () => {
  if (process.platform !== 'linux') return
  const env = { LOG_ANCHOR_DIR: '/proc/mshahara/anchors', DEMO: 'off' }
  const [, , said] = await run('start.ts', env)
  expect(said).toMatch(
    /^The folder of LOG_ANCHOR_DIR, \/proc\/mshahara\/anchors, cannot be written/,
  )
})

describe('an embedded database that cannot be opened is not left running', () => {
  const place = () => expectedPlace(dataDir)
  test.each(['operator.ts', 'start.ts'])('%s: its key cannot be read', async (name) => {
    await mkdir(join(place().home, 'secret.key'), { recursive: true })
    const [, code, said] = await run(name, { SECRET_KEY: '', DEMO: 'off' })
    expect([code, said]).toEqual([1, expect.stringMatching(/EISDIR/)])
    expect(await findPostmaster(place())).toBeUndefined()
  })

  test('it refuses the connection', async () => {
    const [, code, said] = await run('operator.ts', { PGOPTIONS: '-c no_such_setting=1' })
    expect([code, said]).toEqual([1, expect.stringMatching(/\w/)])
    expect(await findPostmaster(place())).toBeUndefined()
  })

  test('the files of a restore cannot be reached', async () => {
    const STORAGE_URL = 's3://key:secret@127.0.0.1:99999/bucket'
    const [, code] = await run('restore.ts', { STORAGE_URL })
    expect(code).toBe(1)
    expect(await findPostmaster(place())).toBeUndefined()
  })
})
