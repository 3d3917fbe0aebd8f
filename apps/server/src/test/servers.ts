import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'

/** Servers in processes of their own, to be killed. */
export interface Running {
  address: string
  child: ChildProcess
  kill(): Promise<void>
}

const killing = (child: ChildProcess) => async () => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

type Env = Record<string, string | undefined>

/** On a given database, with the key of tests. */
export async function forkServer(env: Env): Promise<Running> {
  const file = new URL('job-server.ts', import.meta.url)
  const child = fork(file, { env: { ...process.env, ...env } })
  const [{ address }] = (await once(child, 'message')) as [{ address: string }]
  return { address, child, kill: killing(child) }
}

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The whole server as a person starts it, its database included. */
export async function startWhole(port: number, env: Env): Promise<Running> {
  const { DATABASE_URL: _, NODE_ENV: __, ...rest } = process.env
  const settings = { HOST: '127.0.0.1', DEMO: 'off', LOG_LEVEL: 'silent', PORT: String(port) }
  const child = spawn(process.execPath, [main], { env: { ...rest, ...settings, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += text
    })
  }
  const ready = () => expect(said).toContain('Mshahara is ready at')
  await vi.waitFor(ready, { timeout: 90_000, interval: 50 })
  return { address: `http://127.0.0.1:${port}`, child, kill: killing(child) }
}

export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  await new Promise((closed) => listener.close(closed))
  return port
}
