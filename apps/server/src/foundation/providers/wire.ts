/** One HTTP call to a provider, and what is certain about it afterwards. */

export interface Request {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

export type Answer =
  /** `strange`: something came that is not JSON, a page of a firewall perhaps. */
  | { outcome: 'answered'; status: number; body: unknown; strange: boolean }
  /** No connection was made, so not a byte was written. */
  | { outcome: 'not_sent'; reason: string }
  | { outcome: 'lost'; reason: string }

export type Send = (url: string, request: Request) => Promise<Answer>

const timeout_ms = 30_000
const mostBytes = 256 * 1024

export const openWire =
  (fetch: typeof globalThis.fetch, wait_ms = timeout_ms): Send =>
  async (url, request) => {
    try {
      const response = await fetch(url, {
        ...request,
        // Some gateways turn away the names of libraries.
        headers: { accept: 'application/json', 'user-agent': 'Mshahara', ...request.headers },
        // A payment that is sent on somewhere else is nobody's wish.
        redirect: 'manual',
        signal: AbortSignal.timeout(wait_ms),
      })
      return { outcome: 'answered', status: response.status, ...(await jsonOf(response)) }
    } catch (error) {
      return whatHappened(error)
    }
  }

async function jsonOf(response: Response): Promise<{ body: unknown; strange: boolean }> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > mostBytes) return { body: undefined, strange: true }
    pieces.push(piece)
  }
  try {
    return { body: JSON.parse(Buffer.concat(pieces).toString('utf8')), strange: false }
  } catch {
    return { body: undefined, strange: size > 0 }
  }
}

/** Errors of certificates come up before the request is written. */
const untrusted = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|ERR_SSL_)/

function whatHappened(error: unknown): Answer {
  const { name, cause } = error as { name?: string; cause?: { code?: string; syscall?: string } }
  const { code = '', syscall = '' } = cause ?? {}
  if (untrusted.test(code)) {
    return { outcome: 'not_sent', reason: 'The provider’s certificate is not trusted.' }
  }
  const isConnecting = ['connect', 'getaddrinfo'].includes(syscall)
  if (isConnecting || code === 'UND_ERR_CONNECT_TIMEOUT' || refusedAll(cause)) {
    return { outcome: 'not_sent', reason: 'The provider could not be reached.' }
  }
  const late = name === 'TimeoutError' || name === 'AbortError'
  const reason = late ? 'The provider did not answer in time.' : 'The connection broke off.'
  return { outcome: 'lost', reason }
}

/** A name with several addresses fails with one error for each. */
const refusedAll = (cause: unknown): boolean => {
  const each = (cause as { errors?: { syscall?: string }[] } | undefined)?.errors
  return !!each?.length && each.every(({ syscall }) => syscall === 'connect')
}
