import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from '../core/sql.ts'

/** Work that nobody enqueues: a server looks for it at start, then by the clock or when called. */
export interface Poller {
  name: string
  every_ms: number
  /** How many pieces at once. */
  parallel?: number
  /**
   * As long as this holds there may be work. It is asked for all pollers at once (`lookout.ts`), by
   * an index; the fine question is `next`.
   */
  looksWhile?(): Sql
  /** The next piece of work; nothing when there is none, or when looking was all. */
  next(): Promise<(() => Promise<unknown>) | null>
}

export interface RunningPoller {
  /** Somebody has put work there: look before the time. */
  wake(): void
  stop(): Promise<void>
}

/** What is under way when the server stops gets this long. */
const farewell_ms = 10_000
/** Where there is nothing, the lookout calls once there is; all the same it looks this often. */
const longestRest_ms = 300_000

export function startPolling(
  { name, every_ms, parallel = 1, next }: Poller,
  log: FastifyBaseLogger,
  isQuiet: (name: string) => boolean = () => false,
) {
  const underWay = new Set<Promise<unknown>>()
  let stopped = false
  let called = false
  let rise = () => {}
  const wake = () => {
    called = true
    rise()
  }
  const failed = (error: unknown) => log.error({ err: error, poller: name }, 'poller failed')
  const begin = (work: () => Promise<unknown>) => {
    const done = work()
      .catch(failed)
      .finally(() => {
        underWay.delete(done)
        wake()
      })
    underWay.add(done)
  }
  const rest = async () => {
    if (called || stopped) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, isQuiet(name) ? longestRest_ms : every_ms).unref()
    rise = resolve
    await promise
    clearTimeout(timer)
  }
  const walking = (async () => {
    while (!stopped) {
      called = false
      const work = underWay.size < parallel ? await next().catch(failed) : null
      if (work) begin(work)
      else await rest()
    }
  })()
  const stop = async () => {
    stopped = true
    rise()
    await walking
    await Promise.race([Promise.all(underWay), pause(farewell_ms, undefined, { ref: false })])
  }
  return { wake, stop } satisfies RunningPoller
}
