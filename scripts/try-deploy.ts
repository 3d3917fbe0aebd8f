import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { imageSteps } from './image-steps.ts'

/**
 * Does what deploy/Dockerfile says, without Docker: its steps in an empty folder as an ordinary
 * user, then its command and that of the systemd unit, until the server answers. Linux; as root it
 * becomes `nobody` for all of it.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
const place = mkdtempSync(join(tmpdir(), 'mshahara-deploy-'))
const [home, image, data] = ['home', 'image', 'data'].map((name) => join(place, name)) as [
  string,
  string,
  string,
]
const node = join(image, 'node_modules/.bin/node')
const steps = imageSteps(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'))
const port = 46_000 + Math.floor(Math.random() * 1_000)

if (nobody) chownSync(place, nobody.uid, nobody.gid)
try {
  execFileSync('mkdir', [home, image, data], nobody)
  for (const { word, rest } of steps) {
    if (word === 'COPY' && !rest.startsWith('--from')) copy(rest)
    if (word === 'RUN' && rest.startsWith('npm')) runStep(rest)
  }
  if (existsSync(join(image, 'node_modules/vite'))) throw new Error('Vite is in the image.')
  const command = JSON.parse(steps.at(-1)?.rest ?? '') as string[]
  await answers('The image', command.slice(1))
  const unit = readFileSync(join(root, 'deploy/mshahara.service'), 'utf8')
  const [, line = ''] = /^ExecStart=\S+node (.*)$/m.exec(unit) ?? []
  await answers('The unit', line.split(' '))
} finally {
  rmSync(place, { recursive: true, force: true })
}

/** As git has it: what is not committed is in no image. */
function copy(rest: string) {
  const sources = rest.split(' ').slice(0, -1)
  const archive = execFileSync('git', ['archive', 'HEAD', ...sources], {
    cwd: root,
    maxBuffer: 2 ** 30,
  })
  execFileSync('tar', ['-x', '-C', image], { ...nobody, input: archive })
}

function runStep(line: string) {
  console.log(`RUN ${line} (${cpus().length} cores)`)
  const PATH = `${join(image, 'node_modules/.bin')}:${process.env.PATH}`
  // Proxies and certificates of this machine are needed on the way to the packages.
  const env = { ...process.env, HOME: home, PATH, npm_config_cache: join(home, 'npm') }
  execFileSync('sh', ['-c', line], { ...nobody, cwd: image, env, stdio: ['ignore', 'ignore', 2] })
}

/** With a database of its own: what is tried is the program, not PostgreSQL. */
async function answers(what: string, words: string[]) {
  const SECRET_KEY = randomBytes(33).toString('base64')
  const env = { HOME: home, DATA_DIR: data, PORT: String(port), DEMO: 'off', SECRET_KEY }
  const server = spawn(node, words, { ...nobody, cwd: image, env, stdio: 'inherit' })
  try {
    await ready()
    console.log(`${what} runs: node ${words.join(' ')}`)
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
    rmSync(data, { recursive: true, force: true })
  }
}

async function ready() {
  for (let second = 0; second < 120; second += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    const page = answer?.ok && (await fetch(`http://127.0.0.1:${port}/`))
    if (page && (await page.text()).includes('/assets/')) return
    await pause(1000)
  }
  throw new Error('The server does not answer with the web application.')
}
