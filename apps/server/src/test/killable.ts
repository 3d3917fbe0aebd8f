import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll } from 'vitest'
import { freePort } from './servers.ts'
import type { World } from './world.ts'

type Moved = Pick<World, 'parts' | 'databaseUrl' | 'setTime'> & {
  simulator: { env: Record<string, string> }
}

/** A server on a world's database that pays and can be killed, and a clock that both follow. */
export async function killable(world: Moved) {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const started = Date.now()
  const first = world.parts.clock.now().getTime()
  let child: ChildProcess | undefined
  let ahead = 0
  const now = () => new Date(first + (Date.now() - started) + ahead).toISOString()
  const server = {
    address,
    async start() {
      child = fork(new URL('payday-server.ts', import.meta.url), {
        env: {
          ...process.env,
          ...world.simulator.env,
          DATABASE_URL: world.databaseUrl,
          DATA_DIR: world.parts.config.dataDir,
          PORT: String(port),
          PUBLIC_URL: address,
          STORY_TIME: now(),
        },
      })
      await once(child, 'message')
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    pass(seconds: number) {
      ahead += seconds * 1000
      world.setTime(now())
      child?.send({ now: now() }, () => {})
    },
    /** To this moment, be it in the past. */
    at(iso: string) {
      server.pass((Date.parse(iso) - Date.parse(now())) / 1000)
    },
  }
  afterAll(server.kill)
  await server.start()
  return server
}
export type Killable = Awaited<ReturnType<typeof killable>>
