import { type Answer, addressOf, type Call, type Endpoint } from '@mshahara/contract/endpoint'
import type { Refusal } from '@mshahara/contract/errors'
import {
  accessHeader,
  organizationHeader,
  pageHeader,
  totalHeader,
} from '@mshahara/contract/limits'
import { spoken } from './spoken.ts'

/** One call over the wire: address, headers, retries, and an answer or one of two errors. */

export class Refused extends Error {
  readonly status: number
  readonly fields: Record<string, string[]>
  readonly code: string | undefined
  constructor(status: number, refusal: Partial<Refusal>) {
    super(refusal.message ?? '')
    this.status = status
    this.fields = refusal.errors ?? {}
    this.code = refusal.code
  }
}
/** Nothing is done yet: somebody else has to agree first (B29). */
export class WaitsForSecond extends Error {}
/** No answer came, after the retries a call may have. */
export class Unreachable extends Error {}

export interface Sent<E extends Endpoint> {
  status: number
  data: Answer<E>
  /** Short hash of the caller's role and permissions, when signed in. */
  access: string | null
  /** How many rows there are, when the answer is a slice of them. */
  total: number | null
}

export interface SendOptions {
  /** The organisation the screen believes it is in. */
  organization?: string | null
  /** Stays the same while a person retries the same submit. */
  key?: string
  signal?: AbortSignal
}

function requestOf(endpoint: Endpoint, call: Call<Endpoint>, options: SendOptions): RequestInit {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': spoken(),
    [pageHeader]: '1',
  }
  if (options.organization) headers[organizationHeader] = options.organization
  if (options.key) headers['idempotency-key'] = options.key
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  if (body !== undefined) headers['content-type'] = 'application/json'
  return {
    method: endpoint.method,
    headers,
    body,
    credentials: 'same-origin',
    signal: options.signal,
  }
}

/** Half a minute in all: a tunnel, a lift or a restarted server costs nobody their work. */
const pauses_ms = [400, 1200, 2400, 4000, 6000, 8000, 8000]
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Calls that are being tried again just now. */
let waiting = 0
const watchers = new Set<() => void>()
function wait(more: 1 | -1) {
  waiting += more
  for (const watcher of watchers) watcher()
}
export const isReconnecting = () => waiting > 0
export function watchConnection(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** May be sent twice and acts once. */
const isSafe = (endpoint: Endpoint, request: RequestInit) =>
  endpoint.effect === 'read' || new Headers(request.headers).has('idempotency-key')

/** A gap in the network must not sign anybody out: what is safe to repeat is tried again (A9). */
async function reach(endpoint: Endpoint, address: string, request: RequestInit) {
  for (let tries = 0; ; tries++) {
    try {
      return await patiently(endpoint, address, request)
    } catch (cause) {
      if (request.signal?.aborted) throw cause
      const ms = isSafe(endpoint, request) ? pauses_ms[tries] : undefined
      if (ms === undefined) throw new Unreachable('no answer', { cause })
      wait(1)
      await pause(ms)
      wait(-1)
    }
  }
}

const patience = 3

/**
 * A server that says when to come back is asked again where that is harmless: for calls without
 * effect and those with a key, even while the first attempt is still running.
 */
async function patiently(endpoint: Endpoint, address: string, request: RequestInit) {
  const safe = isSafe(endpoint, request)
  for (let tries = 0; ; tries++) {
    const response = await fetch(address, request)
    const after_s = Number(response.headers.get('retry-after'))
    const passes = response.status === 503 || response.status === 409
    if (!safe || !passes || !(after_s > 0 && after_s <= 5) || tries === patience) return response
    await pause(after_s * 1000)
  }
}

async function refusalOf(response: Response): Promise<Partial<Refusal>> {
  try {
    return (await response.json()) as Partial<Refusal>
  } catch {
    return {}
  }
}

export async function send<E extends Endpoint>(
  endpoint: E,
  call: Call<E> = {},
  options: SendOptions = {},
): Promise<Sent<E>> {
  const loose = call as Call<Endpoint>
  const address = addressOf(endpoint, loose)
  const response = await reach(endpoint, address, requestOf(endpoint, loose, options))
  if (!response.ok) throw new Refused(response.status, await refusalOf(response))
  // The server has checked and encoded it with this same schema; money is in shillings.
  const data = (await response.json()) as Answer<E>
  const { status, headers } = response
  if (status === 202) throw new WaitsForSecond((data as { message: string }).message)
  const total = headers.get(totalHeader)
  return {
    status,
    data,
    access: headers.get(accessHeader),
    total: total === null ? null : Number(total),
  }
}
