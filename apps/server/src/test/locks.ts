import { type Sql, sql } from '../foundation/core/sql.ts'
import type { World } from './world.ts'

/** Two at once, in a known order: somebody holds rows, and others wait for them. */

export const waitingForLocks = async (world: World) =>
  (
    await world.byHand(`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock'`)
  ).length

/** Holds what `from` names; the answer lets it go. */
export async function holdRows(world: World, organization_id: string, from: Sql) {
  const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = world.parts.db.inOrg({ organization_id, actor: 'Somebody' }, async (tx) => {
    await tx.run`select from ${from} for update`
    held.resolve()
    await end.promise
  })
  await held.promise
  return async () => {
    end.resolve()
    await holding
  }
}

export const holdLoansOf = (world: World, organization: string, employee_id: string) =>
  holdRows(world, organization, sql`loans where employee_id = ${employee_id}`)
