import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { addressOf, type Endpoint } from '@mshahara/contract'
import type { Caller, Reply } from './world.ts'

/**
 * Calls a server that may be gone the next moment as the web application does: under a key, and
 * again until there is an answer. An impatient one sends a call twice at once.
 */

/** Under one key, as a browser would; or as two people, each with their own. */
export type Twice = 'no' | 'one key' | 'two keys'

interface Habits {
  address: string
  token: string
  twice: (endpoint: Endpoint) => Twice
  /** Told before each call is sent, and when it was lost. */
  sending: () => void
  lost: () => void
}

/** A killed server is up again within this, on a busy machine too. */
const patience_ms = 240_000

export function retryingCaller({ address, token, twice, sending, lost }: Habits): Caller {
  return {
    token,
    async call(endpoint, call = {}, headers = {}) {
      const send = (key: string) => {
        sending()
        const url = address + addressOf(endpoint, call)
        return untilAnswered(lost, url, {
          method: endpoint.method,
          headers: {
            ...headers,
            authorization: `Bearer ${token}`,
            'idempotency-key': key,
            ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        })
      }
      const key = randomUUID()
      const how = endpoint.effect === 'read' ? 'no' : twice(endpoint)
      if (how === 'no') return (await send(key)) as never
      const both = [send(key), send(how === 'one key' ? key : randomUUID())]
      return oneOf(how, await Promise.all(both)) as never
    },
  }
}

/** What one key stands for is answered once; of two keys, the one that came first is done. */
function oneOf(how: Twice, [one, two]: readonly Reply<object>[]) {
  if (!one || !two) throw new Error('Two calls have two answers.')
  if (how === 'one key' && !isDeepStrictEqual(one.body, two.body)) {
    throw new Error(`Under one key: ${JSON.stringify([one, two])}`)
  }
  return one.status < 300 ? one : two
}

const isForLater = (status: number, message = '') =>
  status === 503 || (status === 409 && message.includes('still being worked on'))

async function untilAnswered(
  lost: () => void,
  url: string,
  request: RequestInit,
): Promise<Reply<object>> {
  const begun = performance.now()
  for (;;) {
    const reply = await fetch(url, request)
      .then(async (answer) => ({
        status: answer.status,
        body: JSON.parse((await answer.text()) || '{}'),
        headers: Object.fromEntries(answer.headers),
      }))
      // Its server is gone, perhaps after it has done its work.
      .catch((error) => {
        if (error?.cause?.code !== 'ECONNREFUSED') lost()
        return { status: 503, body: { message: String(error) }, headers: {} }
      })
    if (!isForLater(reply.status, reply.body.message)) return reply
    if (performance.now() - begun > patience_ms) throw new Error(`${url}: ${reply.body.message}`)
    await pause(60)
  }
}
