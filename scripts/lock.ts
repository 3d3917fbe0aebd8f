import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Rewrites package-lock.json. npm keeps only the optional packages of the platform it runs on,
 * or those it can look up (npm/cli#4828), and then refuses `npm ci` elsewhere: here the lock is
 * made without an installed tree, and what is still missing gets an entry of its own.
 */

interface Entry {
  version?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
interface Lock {
  packages: Record<string, Entry>
}

const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'win32',
]
const processors = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 's390x', 'riscv64', 'loong64', 'wasm32']

const root = new URL('../', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'mshahara-lock-'))
try {
  const workspaces = ['packages', 'apps'].flatMap((kind) =>
    readdirSync(join(root, kind)).map((name) => `${kind}/${name}`),
  )
  for (const place of ['.', ...workspaces]) {
    cpSync(join(root, place, 'package.json'), join(folder, place, 'package.json'))
  }
  cpSync(join(root, '.npmrc'), join(folder, '.npmrc'))
  execFileSync('npm', ['install', '--package-lock-only'], { cwd: folder, stdio: 'inherit' })
  const lock: Lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const added = addMissing(lock)
  writeFileSync(join(root, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`package-lock.json written; entries added for other platforms: ${added}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function addMissing(lock: Lock): number {
  let added = 0
  for (const { optionalDependencies = {} } of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const path = `node_modules/${name}`
      const platform = platformOf(name)
      if (lock.packages[path] || !platform || !/^\d/.test(version)) continue
      lock.packages[path] = { version, optional: true, ...platform }
      added += 1
    }
  }
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1))
  lock.packages = Object.fromEntries(sorted)
  return added
}

/** The platform named in a package's name, such as @scope/tool-linux-arm64-musl. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> | undefined {
  const words = name.replace(/^@[^/]+\//, '').split(/[-.]/)
  const os = systems.find((word) => words.includes(word))
  const cpu = processors.find((word) => words.includes(word))
  if (!os && !cpu) return undefined
  return {
    ...(os ? { os: [os] } : {}),
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(words.includes('musl') ? { libc: ['musl'] } : {}),
  }
}
