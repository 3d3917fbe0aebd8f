import { setTimeout as pause } from 'node:timers/promises'
import type { World } from './world.ts'

/** A database that goes away for a moment, under whatever was at work. */

type Db = Pick<World, 'rows' | 'byHand'>

/** Every connection of this database ends, in the middle of whatever it does. */
export const breakConnections = (world: Db) =>
  world.byHand(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )

/** A process of the server dies: all of them go, and it comes back from its log. */
export async function crashDatabase(world: Db) {
  const [{ pid }] = await world.byHand(
    `select pid from pg_stat_activity where datname = current_database()
       and pid <> pg_backend_pid() order by random() limit 1`,
  )
  process.kill(pid, 'SIGKILL')
  for (let tries = 0; ; tries += 1) {
    await pause(200)
    const back = await world.rows('select 1').catch(() => null)
    if (back) return
    if (tries > 150) throw new Error('The database did not come back.')
  }
}
