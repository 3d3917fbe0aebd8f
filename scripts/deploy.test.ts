import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { limits } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { readConfig } from '../apps/server/src/foundation/config/config.ts'
import { imageSteps } from './image-steps.ts'

/** The examples of `deploy/` name settings, files, ports and addresses that are there. */

const root = fileURLToPath(new URL('..', import.meta.url))
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const example = (name: string) => textOf(`deploy/${name}`)
const settings = new Set(textOf('.env.example').match(/^[A-Z_]+(?==)/gm))
const { scripts } = JSON.parse(textOf('package.json'))
const steps = imageSteps(example('Dockerfile'))
const given = Object.fromEntries(
  steps.filter(({ word }) => word === 'ENV').map(({ rest }) => rest.split('=') as [string, string]),
)

/** What these set is not ours. */
const others = new Set(['NODE_ENV', 'MSHAHARA_ENV', 'DB_PASSWORD'])
const known = (name: string) => settings.has(name) || others.has(name)

test('every setting they give is one of ours', () => {
  const compose = example('compose.yaml').split(/^ {2}database:/m)[0] ?? ''
  const named = [
    ...Object.keys(given),
    ...(compose.match(/^ {6}[A-Z_]+(?=:)/gm) ?? []).map((name) => name.trim()),
    ...['mshahara.service', 'mshahara-backup.service'].flatMap((name) =>
      [...example(name).matchAll(/^Environment=(.*)$/gm)].flatMap(
        ([, line = '']) => line.match(/[A-Z_]+(?==)/g) ?? [],
      ),
    ),
  ]
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((name) => !known(name))).toEqual([])
})

test('what compose sets is a configuration the server takes', () => {
  const compose = example('compose.yaml').split(/^ {2}database:/m)[0] ?? ''
  const pairs = [...compose.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, name, value = '']) => [
    name,
    value
      .replace(/\$\{SECRET_KEY[^}]*\}/, 'q8Zr1kPw0Vt5xYbN3mLd7Hs2Jf9GcA4e')
      .replace(/\$\{DB_PASSWORD[^}]*\}/, 'hush')
      .replaceAll('"', ''),
  ])
  const config = readConfig({ ...given, ...Object.fromEntries(pairs) })
  expect(config).toMatchObject({ production: true, host: '0.0.0.0', port: 3000, demo: false })
  expect(config.databaseDirectUrl).toContain('@database:5432/')
  expect(config.databaseUrl).toContain('@pooler:6432/')
})

test('the image is built of what is here, and runs as somebody who may do nothing', () => {
  const copied = steps.filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from'))
  const sources = copied.flatMap(({ rest }) => rest.split(' ').slice(0, -1))
  expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const runs = steps.filter(({ word }) => word === 'RUN').map(({ rest }) => rest)
  const named = runs.flatMap((line) => /npm run (\S+)/.exec(line)?.slice(1) ?? [])
  expect(named.filter((name) => !(name in scripts))).toEqual([])
  // Whatever comes after it is done, and the server runs, as that user.
  expect(steps.map(({ word }) => word).slice(-5)).toEqual([
    'USER',
    'VOLUME',
    'EXPOSE',
    'HEALTHCHECK',
    'CMD',
  ])
  const last = (word: string) => steps.findLast((step) => step.word === word)?.rest
  expect(last('USER')).toBe('node')
  expect(last('VOLUME')).toBe(given.DATA_DIR)
  expect(last('EXPOSE')).toBe(given.PORT)
  for (const { word, rest } of steps) {
    if (word === 'FROM') expect(rest).toMatch(/^[\w/]+:\d[\w.-]+( AS \w+)?$/)
  }
  const ignored = example('Dockerfile.dockerignore')
  for (const path of sources) expect(ignored).toContain(`!${path.replace('./', '')}`)
})

test('they ask where the server answers, at the port it has', () => {
  const health = steps.find(({ word }) => word === 'HEALTHCHECK')?.rest
  const metrics = textOf('apps/server/src/foundation/http/metrics.ts')
  const addresses = [`${health}`, example('Caddyfile')].map((text) => /\/readyz/.exec(text)?.[0])
  for (const address of addresses) expect(metrics).toContain(`'${address}'`)
  const port = given.PORT as string
  expect(health).toContain(`127.0.0.1:${port}/`)
  expect(example('compose.yaml')).toContain(`127.0.0.1:${port}:${port}`)
  expect(example('Caddyfile')).toContain(`127.0.0.1:${port}`)
  const passed = example('nginx.conf').match(/proxy_pass \S+/g)
  expect(new Set(passed)).toEqual(new Set([`proxy_pass http://127.0.0.1:${port};`]))
})

test('the proxies let through what the server takes, and its open answers', () => {
  const [, megabytes] = /client_max_body_size (\d+)m/.exec(example('nginx.conf')) ?? []
  expect(Number(megabytes) * 1024 ** 2).toBeGreaterThan(limits.documentBody)
  expect(example('nginx.conf')).toContain('proxy_set_header Host $host;')
  expect(textOf('apps/server/src/areas/notifications/stream.ts')).toContain(`'/api/news'`)
  const [, seconds] =
    /location = \/api\/news[^}]*proxy_read_timeout (\d+)s/.exec(example('nginx.conf')) ?? []
  expect(Number(seconds)).toBeGreaterThan(600)
})

test('the units start programs that are there, and may write where they write', () => {
  const unit = example('mshahara.service')
  const backup = example('mshahara-backup.service')
  for (const text of [unit, backup]) {
    const files = text.match(/(?:scripts|apps)\/\S+\.c?[jt]s/g) ?? []
    expect(files.length).toBeGreaterThan(1)
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(text).toContain('NoNewPrivileges=yes')
    expect(text).toContain('User=mshahara')
  }
  expect(unit).toContain('StateDirectory=mshahara')
  expect(unit).toContain('DATA_DIR=/var/lib/mshahara')
  expect(backup).toMatch(/ReadWritePaths=.*\/var\/backups\/mshahara/)
  expect(readdirSync(join(root, 'deploy'))).toContain('mshahara-backup.timer')
})
