import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool } from 'pg'
import type { World } from './world.ts'

/** How many questions a piece of work asks the database; what runs beside it does not count. */
export async function queriesOf(world: World, work: () => Promise<unknown>): Promise<number> {
  const { parts } = world
  const { sealSoon } = parts
  const ours = new AsyncLocalStorage<true>()
  const undo: (() => void)[] = []
  /** A connection that comes a second time is listened to already. */
  const heard = new Set<object>()
  let count = 0
  // Sealing the log comes after the work and is not part of it.
  parts.sealSoon = () => {}
  const watch = (pool: Pool) => {
    const connect = pool.connect.bind(pool)
    pool.connect = (async () => {
      const client = await connect()
      if (!ours.getStore() || heard.has(client)) return client
      heard.add(client)
      const query = client.query.bind(client)
      client.query = ((...given: never[]) => {
        count += 1
        return (query as (...all: never[]) => unknown)(...given)
      }) as typeof client.query
      undo.push(() => {
        client.query = query as typeof client.query
      })
      return client
    }) as typeof pool.connect
    undo.push(() => {
      pool.connect = connect
    })
  }
  watch(parts.db.requests)
  watch(parts.db.crossing)
  watch(parts.db.work)
  try {
    await ours.run(true, work)
  } finally {
    parts.sealSoon = sealSoon
    for (const step of undo) step()
  }
  return count
}
