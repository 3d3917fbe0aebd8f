import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { joined, raw, sql } from '../core/sql.ts'
import type { Poller } from './pollers.ts'
import { schema } from './queues.ts'

/**
 * One question for all pollers and queues, put every few seconds: what is not in the answer need
 * not be looked for. A server with nothing to do leaves the database alone, and still takes up what
 * another server has left.
 */

const look_ms = 3_000

export interface Lookout {
  /** Nothing was there for it a moment ago; without an answer nobody knows. */
  isQuiet(name: string): boolean
  stop(): Promise<void>
}

export function startLookout(
  queue: Pick<pg.Pool, 'query'>,
  pollers: readonly Poller[],
  awake: ReadonlyMap<string, () => void>,
  log: FastifyBaseLogger,
): Lookout {
  const asked = new Set(pollers.flatMap(({ name, looksWhile }) => (looksWhile ? [name] : [])))
  let busy: Set<string> | null = null
  let stopped = false
  const look = async () => {
    const before = busy
    try {
      const { rows } = await queue.query<Answer>(questionFor(pollers))
      const [found] = rows as [Answer]
      busy = new Set(found.pollers)
      if (stopped) return
      for (const name of found.pollers) if (!before?.has(name)) awake.get(name)?.()
      for (const name of found.queues) awake.get(name)?.()
    } catch (error) {
      busy = null
      if (stopped) return
      log.error({ err: error }, 'jobs')
      // Nobody can say who has work: each looks for itself.
      for (const wake of awake.values()) wake()
    }
  }
  let looking: Promise<void> | null = null
  const timer = setInterval(() => {
    // Still no answer to the last question: what it will say is old by then.
    if (looking) busy = null
    else
      looking = look().finally(() => {
        looking = null
      })
  }, look_ms)
  timer.unref()
  return {
    isQuiet: (name) => asked.has(name) && busy !== null && !busy.has(name),
    async stop() {
      stopped = true
      clearInterval(timer)
      await looking
    },
  }
}

interface Answer {
  pollers: string[]
  queues: string[]
}

function questionFor(pollers: readonly Poller[]) {
  const names = pollers.flatMap(({ name, looksWhile }) =>
    looksWhile ? [sql`case when ${looksWhile()} then ${name}::text end`] : [],
  )
  const jobs = raw(`${schema}.job`)
  return sql`select array_remove(array[${joined(names, ', ')}]::text[], null) as pollers,
    array(select q.name from ${raw(`${schema}.queue`)} q where exists (select from ${jobs} j
      where j.name = q.name and j.state < 'active' and not j.blocked
        and j.start_after <= ${raw(schema)}.job_now())) as queues`.written()
}
