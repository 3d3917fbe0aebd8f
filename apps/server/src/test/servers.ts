import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, vi } from 'vitest'
import type { World } from './world.ts'

/** Servers in processes of their own, to be killed. */

type Env = Record<string, string | undefined>

/** A test that fails half-way stops nothing itself. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

function watched(child: ChildProcess): ChildProcess {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

async function killed(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Another server on a world's database and files; gone after the last test at the latest. */
export function serverOn(world: World, env: Env = {}) {
  let child: ChildProcess | undefined
  const server = {
    address: '',
    async start() {
      await server.kill()
      const { dataDir } = world.parts.config
      const given = { DATABASE_URL: world.databaseUrl, DATA_DIR: dataDir, ...env }
      const program = new URL('job-server.ts', import.meta.url)
      child = watched(fork(program, { env: { ...process.env, ...given } }))
      const [{ address }] = (await once(child, 'message')) as [{ address: string }]
      server.address = address
    },
    async kill() {
      if (child) await killed(child)
    },
    /** What it holds on to, in megabytes. */
    async memory() {
      child?.send('memory')
      const [held] = await once(child as ChildProcess, 'message')
      return held as { rss: number; heap: number }
    },
  }
  afterAll(server.kill)
  return server
}

/** As if a killed server had not been heard of for an hour; the next try comes without a pause. */
export async function longSilent(world: World) {
  await world.rows(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour', retry_backoff = false,
       start_after = least(start_after, now()) where state in ('active', 'retry')`,
  )
  await world.rows(`update mails set held_until = now() - interval '1 s' where state = 'sending'`)
}

export type Running = Awaited<ReturnType<typeof startWhole>>

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The whole server as a person starts it, its database included. */
export async function startWhole(port: number, env: Env) {
  const { DATABASE_URL: _, NODE_ENV: __, ...rest } = process.env
  const settings = { HOST: '127.0.0.1', DEMO: 'off', LOG_LEVEL: 'silent', PORT: String(port) }
  const child = spawn(process.execPath, [main], { env: { ...rest, ...settings, ...env } })
  watched(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += text
    })
  }
  const ready = () => expect(said).toContain('Mshahara is ready at')
  await vi.waitFor(ready, { timeout: 240_000, interval: 50 })
  return { address: `http://127.0.0.1:${port}`, kill: () => killed(child) }
}

export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  await new Promise((closed) => listener.close(closed))
  return port
}
