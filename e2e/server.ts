import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startChild } from '../apps/server/src/foundation/simulator/child.ts'
import { expectedPlace, removeCluster } from '../apps/server/src/test/embedded.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`

/**
 * The whole server as a person starts it, with the demo, on data of its own; gone afterwards. With
 * BASE_URL set, the tests visit a server that runs already (started by main.ts beside this file).
 */
export default async function startServer(): Promise<() => Promise<void>> {
  if (process.env.BASE_URL) return async () => {}
  await buildWeb()
  // Its own, so that tests can tell it what is to happen.
  const simulator = await startChild({ phone: 'manual' })
  const SIMULATOR_URL = simulator.address
  const { address, stop, dataDir } = await startWith({ DEMO: 'on', SIMULATOR_URL })
  Object.assign(process.env, { BASE_URL: address, SIMULATOR_URL, E2E_DATA: dataDir })
  return async () => {
    await stop()
    await simulator.stop()
  }
}

/** A server with settings of its own, for what the common one cannot show. */
export async function startWith(settings: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mshahara-e2e-'))
  const port = await freePort()
  const server = run(['e2e/main.ts'], {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    ...settings,
  })
  const stop = async () => {
    server.kill('SIGINT')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'close')
    await removeCluster(expectedPlace(dataDir))
    await rm(dataDir, { recursive: true, force: true })
  }
  const address = `http://127.0.0.1:${port}`
  try {
    await ready(server, address)
  } catch (error) {
    await stop()
    throw error
  }
  return { address, stop, dataDir }
}

/** Only the settings that matter here; nothing from the shell that runs the tests. */
const inherited = [
  'DATABASE_URL',
  'NODE_ENV',
  'PUBLIC_URL',
  'SMTP_URL',
  'ACCOUNTS_URL',
  'SIMULATOR_URL',
]

function run(options: string[], settings: Record<string, string> = {}): ChildProcess {
  const rest = Object.entries(process.env).filter(([name]) => !inherited.includes(name))
  const env = { ...Object.fromEntries(rest), PATH, ...settings }
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
  return spawn('node', options, { cwd: root, env, stdio: [...stdio] })
}

/** Does nothing when the build matches the current sources. */
async function buildWeb() {
  const builder = run(['scripts/build-web.ts'], { NODE_ENV: 'production' })
  const [code] = await once(builder, 'close')
  if (code !== 0) throw new Error('The web application could not be built.')
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return port
}

async function ready(server: ChildProcess, address: string) {
  for (const end = Date.now() + 240_000; Date.now() < end; await pause(100)) {
    if (server.exitCode !== null) throw new Error('The server ended before it was ready.')
    const answer = await fetch(`${address}/readyz`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error('The server was not ready within four minutes.')
}
