import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, vi } from 'vitest'
import { type Keys, makeKeys } from '../certificate.ts'
import { movementsOf } from '../ledger.ts'
import type { Rules } from '../rules.ts'
import { openServer } from '../server.ts'
import { nothingKept, openSim } from '../sim.ts'

/** The simulator on a port of its own, and a caller's own server that receives its callbacks. */

export interface Letter {
  path: string
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: whatever was delivered.
  body: any
}

export interface Answered {
  /** 0 where the connection was cut. */
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: whatever was answered.
  body: any
  /** How many letters had come by then. */
  letters: number
}

/** Making a key takes longer than most tests. */
let keys: Promise<Keys> | undefined

export const quick = { result: 10, later: 80, late: 90, prompt: 60_000 }

export type Bench = Awaited<ReturnType<typeof openBench>>

export async function openBench(rules: Partial<Rules> = {}) {
  keys ??= makeKeys()
  const given = { delays: { ...quick }, ...rules }
  const sim = openSim({ ...nothingKept(), keys: await keys }, given, () => {})
  const server = openServer(sim).listen(0, '127.0.0.1')
  const letters: Letter[] = []
  const hooks = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    letters.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(text) })
    response.end('{"ResultCode":0,"ResultDesc":"Accepted"}')
  }).listen(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), once(hooks, 'listening')])
  afterAll(() => {
    sim.clock.clear()
    for (const one of [server, hooks]) {
      one.close()
      one.closeAllConnections()
    }
  })
  const at = (one: typeof server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`
  const address = at(server)
  const send = (path: string, init: RequestInit) => answered(address + path, init, letters)
  return {
    sim,
    address,
    letters,
    /** What came last. */
    last: () => letters.at(-1) as Letter,
    hook: (name: string) => `${at(hooks)}/hooks/${name}`,
    send,
    post: (path: string, body: unknown, token?: string) =>
      send(path, { method: 'POST', headers: headersOf(token), body: JSON.stringify(body) }),
    movement: (key: string) => movementsOf(sim.books.ledger).find((one) => one.key === key),
    /** Everything that is to happen has happened, and every letter was answered. */
    quiet: () =>
      vi.waitFor(
        () => {
          const due = sim.books.ledger.payments.flatMap((payment) => payment.due)
          const under = sim.log.since(0).filter(isUnderWay)
          if (due.length || under.length) throw new Error('There is more to come.')
        },
        { timeout: 5_000, interval: 5 },
      ),
  }
}

const isUnderWay = (entry: { type: string; status: number | null; error?: string }) =>
  entry.type === 'delivery' && entry.status === null && !entry.error

const headersOf = (token?: string): Record<string, string> => ({
  'content-type': 'application/json',
  ...(token ? { authorization: `Bearer ${token}` } : {}),
})

async function answered(url: string, init: RequestInit, letters: Letter[]): Promise<Answered> {
  try {
    const answer = await fetch(url, init)
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    const body = isJson ? JSON.parse(text) : text
    return { status: answer.status, body, letters: letters.length }
  } catch {
    return { status: 0, body: undefined, letters: letters.length }
  }
}

export const basic = (key: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
})
