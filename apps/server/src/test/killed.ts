import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { World } from './world.ts'

/** A server in a process of its own, to be killed in the middle of something. */
export interface Victim {
  start(): Promise<void>
  kill(): Promise<void>
}

export function victimOf(world: World, env: Record<string, string> = {}): Victim {
  let server: ChildProcess | undefined
  return {
    async start() {
      const { dataDir } = world.parts.config
      const given = { DATABASE_URL: world.databaseUrl, DATA_DIR: dataDir, ...env }
      server = fork(new URL('job-server.ts', import.meta.url), {
        env: { ...process.env, ...given },
      })
      await once(server, 'message')
    },
    async kill() {
      const dying = server
      server = undefined
      if (!dying) return
      dying.kill('SIGKILL')
      await once(dying, 'exit')
    },
  }
}

/** As if its server had not been heard of for an hour, and without a pause before the next try. */
export const longSilent = (world: World) =>
  world.rows(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour', retry_backoff = false,
       start_after = least(start_after, now()) where state in ('active', 'retry')`,
  )
