import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** A connection of its own that hears what the database tells all servers. */
export interface Listening {
  close(): Promise<void>
}

const retry_ms = 1000

/**
 * `heard` is called with each message, and with nothing whenever the connection is new: something
 * may have been said while nobody listened.
 */
export function listen(
  connectionString: string,
  channel: 'news',
  heard: (message: string | null) => void,
): Listening {
  let closed = false
  let client: pg.Client | undefined
  const attend = async () => {
    client = new pg.Client({ connectionString, keepAlive: true, application_name: 'mshahara' })
    const lost = new Promise<void>((resolve) => {
      client?.on('error', () => resolve())
      client?.on('end', () => resolve())
    })
    client.on('notification', ({ payload }) => heard(payload ?? ''))
    await client.connect()
    await client.query(`listen ${channel}`)
    heard(null)
    await lost
  }
  const attending = (async () => {
    while (!closed) {
      await attend().catch(() => {})
      await client?.end().catch(() => {})
      if (!closed) await pause(retry_ms, undefined, { ref: false })
    }
  })()
  return {
    async close() {
      closed = true
      await client?.end().catch(() => {})
      await attending
    },
  }
}
