/** A request as it came, and what to answer. */

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string | undefined>
  text: string
  /** The body as JSON, undefined where it is none. */
  body: Record<string, unknown> | undefined
}

export interface Reply {
  status: number
  body?: unknown
  type?: string
  /** The connection is cut instead of answered. */
  lost?: true
}

export const ok = (body: unknown): Reply => ({ status: 200, body })
export const lost: Reply = { status: 0, lost: true }
export const unavailable: Reply = {
  status: 503,
  type: 'text/html',
  body: `<html><head><title>503 Service Temporarily Unavailable</title></head><body>
<center><h1>503 Service Temporarily Unavailable</h1></center></body></html>`,
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A number or a text of digits, as text; empty for anything else. */
export const digits = (value: unknown) => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^\d+$/.test(text) ? text : ''
}

export const isMsisdn = (text: string) => /^254[17]\d{8}$/.test(text)

/** The name and the word after `Basic`, or nothing. */
export function basicOf({ headers }: Call): [key: string, secret: string] | undefined {
  const found = /^Basic ([A-Za-z0-9+/=]+)$/.exec(headers.authorization ?? '')
  const [key, secret] = Buffer.from(found?.[1] ?? '', 'base64')
    .toString()
    .split(':')
  return key && secret ? [key, secret] : undefined
}

export const bearerOf = ({ headers }: Call) =>
  /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
