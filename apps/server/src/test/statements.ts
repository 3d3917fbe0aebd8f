import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { enter } from '../foundation/http/session.ts'
import type { World } from './world.ts'

/**
 * What somebody could do who got a statement of their own into a request: on the application's own
 * connection, inside a transaction that a real session opened, or without any.
 */

type Session = { token: string | undefined }

export function statementsIn(world: World, me: Session) {
  async function inside<T>(
    work: (client: PoolClient) => Promise<T>,
    end: 'rollback' | 'commit' = 'rollback',
    who = me,
  ): Promise<T> {
    const client = await world.parts.db.requests.connect()
    try {
      await client.query('begin')
      const entry = {
        now: world.parts.clock.now(),
        requestId: randomUUID(),
        clockIsSet: true,
        operatorsNeedFactor: false,
      }
      await enter(client, { token: who.token ?? '', cookie: false, ...entry })
      return await work(client)
    } finally {
      // What holds only at the end may still refuse.
      await client.query(end).finally(() => client.release())
    }
  }
  return {
    inside,
    refused: (statement: string, values: unknown[] = [], who = me) =>
      inside((client) => client.query(statement, values), 'rollback', who).then(
        ({ rows }) => ({ rows }),
        (error) => ({ code: error.code as string }),
      ),
    /** The same without any session, as before signing in. */
    async unbound(statement: string, values: unknown[] = []) {
      const client = await world.parts.db.requests.connect()
      try {
        await client.query('begin')
        const { rows } = await client.query(statement, values)
        return { rows }
      } catch (error) {
        return { code: (error as { code: string }).code }
      } finally {
        await client.query('rollback')
        client.release()
      }
    },
  }
}
