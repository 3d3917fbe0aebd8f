import type { World } from './world.ts'

/** How many questions a piece of work asks the database. */
export async function queriesOf(world: World, work: () => Promise<unknown>): Promise<number> {
  const { pool } = world.parts.db
  const connect = pool.connect.bind(pool)
  const undo: (() => void)[] = []
  let count = 0
  pool.connect = (async () => {
    const client = await connect()
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
  try {
    await work()
  } finally {
    pool.connect = connect
    for (const step of undo) step()
  }
  return count
}
