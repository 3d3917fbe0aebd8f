import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

/**
 * A program: so many clients of several organisations, each asking again as soon as it is answered,
 * mostly for something light, now and then to save something. It tells its parent how it went.
 */
export interface CrowdOptions {
  address: string
  /** Sessions of different organisations. */
  tokens: string[]
  clients: number
  seconds: number
  /** Ends sooner after so many answers. */
  requests?: number
}
export interface CrowdResult {
  answered: number
  perSecond: number
  p50_ms: number
  p99_ms: number
  statuses: Record<string, number>
}

const reads = ['departments', 'employees?limit=20', 'payrolls', 'notifications', 'subscription']
/** One call in fifty saves something. */
const writeEvery = 50

export async function crowd(options: CrowdOptions): Promise<CrowdResult> {
  const { address, tokens, clients, seconds, requests = Number.POSITIVE_INFINITY } = options
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const times: number[] = []
  const statuses: Record<string, number> = {}
  const begun = performance.now()
  const until = begun + seconds * 1000
  let sent = 0

  const ask = (token: string, path: string, body?: string) =>
    new Promise<number>((resolve) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      }
      const method = body ? 'POST' : 'GET'
      const call = request(`${address}/api/${path}`, { agent, method, headers }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      })
      call.on('error', () => resolve(0))
      call.end(body)
    })

  async function client(index: number) {
    const token = tokens[index % tokens.length] ?? ''
    while (performance.now() < until && sent < requests) {
      sent += 1
      const writes = sent % writeEvery === 0
      const path = writes ? 'department' : (reads[sent % reads.length] ?? '')
      const body = writes ? JSON.stringify({ name: `Unit ${randomUUID()}` }) : undefined
      const from = performance.now()
      const status = await ask(token, path, body)
      times.push(performance.now() - from)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }

  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  const answered = times.length
  const perSecond = Math.round(answered / ((performance.now() - begun) / 1000))
  return { answered, perSecond, p50_ms: at(0.5), p99_ms: at(0.99), statuses }
}

if (process.send) process.send(await crowd(JSON.parse(process.argv[2] ?? '{}')))
