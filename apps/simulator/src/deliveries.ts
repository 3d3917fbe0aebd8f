import { Agent, request } from 'node:http'
import { request as encrypted } from 'node:https'
import type { Log } from './log.ts'

/** Callbacks, as the real services send them: once, and not again whatever becomes of it. */

export interface Letter {
  url: string | undefined
  body: unknown
  headers?: Record<string, string>
}

/** A connection for each: none that the other side has just closed is taken again. */
const agent = new Agent({ keepAlive: false, maxSockets: 64 })

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Words that Safaricom does not want in an address. */
const banned = /m-?pesa|safaricom|exe|cmd|sql|query/i

/** Money is moved for this machine only. */
export function isCallbackAddress(url: unknown, allowed: string[]): url is string {
  if (typeof url !== 'string' || !URL.canParse(url)) return false
  const { protocol, hostname, pathname } = new URL(url)
  if (!/^https?:$/.test(protocol) || banned.test(pathname)) return false
  return loopback.test(hostname) || allowed.includes(hostname)
}

export async function deliver(log: Log, { url, body, headers = {} }: Letter): Promise<void> {
  const entry = log.delivery(url ?? null, body)
  if (!url) {
    entry.error = 'No callback address is registered.'
    return
  }
  const text = JSON.stringify(body)
  await new Promise<void>((done) => {
    const over = url.startsWith('https:') ? encrypted : request
    const sent = over(url, {
      method: 'POST',
      ...(over === request ? { agent } : {}),
      timeout: 10_000,
      headers: {
        'content-type': 'application/json;charset=UTF-8',
        'content-length': Buffer.byteLength(text),
        ...headers,
      },
    })
    sent.on('response', (answer) => {
      entry.status = answer.statusCode ?? null
      answer.resume()
      answer.on('close', done)
    })
    sent.on('timeout', () => sent.destroy(new Error('No answer within 10 seconds.')))
    sent.on('error', (error) => {
      entry.error = error.message
      done()
    })
    sent.end(text)
  })
}
