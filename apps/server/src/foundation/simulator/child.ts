import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The providers' simulator in a process of its own, which ends with this one however it ends. */

const program = fileURLToPath(new URL('../../../../simulator/src/main.ts', import.meta.url))

export interface SimulatorOptions {
  /** Where it keeps its money between two starts; without a file, in memory. */
  state?: string
  /** manual: prompts wait for the phone at /dev/phone. */
  phone?: 'manual' | 'automatic'
}

export async function startChild({ state, phone = 'automatic' }: SimulatorOptions = {}) {
  const args = ['--port', '0', '--phone', phone, ...(state ? ['--state', state] : [])]
  const { NODE_COMPILE_CACHE } = process.env
  const child = fork(program, args, {
    // Nothing of ours is its business, least of all the keys.
    env: NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {},
    execArgv: [],
  })
  const address = await Promise.race([ready(child), ended(child)])
  return {
    address,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function ready(child: ChildProcess): Promise<string> {
  const [{ address }] = (await once(child, 'message')) as [{ address: string }]
  return address
}

async function ended(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`The payment simulator did not start (it ended with ${code}).`)
}
