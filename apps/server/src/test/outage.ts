import pg from 'pg'
import { afterAll } from 'vitest'
import type { World } from './world.ts'

/** The database of a world goes away, every connection with it, and comes back when told. */
export async function outageOf({ databaseUrl }: Pick<World, 'databaseUrl'>) {
  const url = new URL(databaseUrl)
  const database = url.pathname.slice(1)
  url.pathname = '/postgres'
  const owner = new pg.Client({ connectionString: url.href })
  await owner.connect()
  const allow = (answer: boolean) =>
    owner.query(`alter database ${database} allow_connections ${answer}`)
  afterAll(async () => {
    await allow(true)
    await owner.end()
  })
  return {
    async begin() {
      await allow(false)
      await owner.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [database],
      )
    },
    end: () => allow(true),
  }
}
