import { setImmediate as soon } from 'node:timers/promises'
import pg from 'pg'

/**
 * The wire of a request to the database is cut behind a statement, as when the server is gone: it
 * may have been done, and nobody hears of it. Background work goes by other wires.
 */

const wire = { left: 0 }

interface Wired {
  connection: { stream: { destroy(): void } }
}

const send = pg.Client.prototype.query as (...given: unknown[]) => unknown
pg.Client.prototype.query = function query(this: pg.Client & Wired, ...given: unknown[]) {
  const answer = send.apply(this, given)
  if (wire.left > 0 && this.user === 'mshahara_app') {
    wire.left -= 1
    // On its way by then.
    if (wire.left === 0) void soon().then(() => this.connection.stream.destroy())
  }
  return answer
} as never

/** Does the work with the wire cut behind so many statements, where it has as many. */
export async function cutAfter<T>(statements: number, work: () => Promise<T>): Promise<T> {
  wire.left = statements
  try {
    return await work()
  } finally {
    wire.left = 0
  }
}
