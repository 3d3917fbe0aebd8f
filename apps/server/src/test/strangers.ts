import { Agent, request } from 'node:http'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * A program: so many strangers, each from an address of its own, who ask again soon after they are
 * answered, until they are killed. It steps back where the machine is short of time: what others
 * wait for is then the server, and not the crowd's own work.
 */
export interface StrangersOptions {
  port: number
  clients: number
  asked: { path: string; method?: string; body?: string; type?: string }[]
}

const again_ms = 100

function ask(
  agent: Agent,
  port: number,
  { path, method = 'GET', body, type }: StrangersOptions['asked'][number],
  localAddress: string,
) {
  return new Promise<void>((resolve) => {
    const headers = { ...(body && { 'content-type': type ?? 'application/json' }) }
    const options = { agent, host: '127.0.0.1', port, path, method, headers, localAddress }
    const call = request(options, (response) => {
      response.resume()
      response.on('end', resolve)
    })
    call.on('error', () => resolve())
    call.end(body)
  })
}

async function stranger(agent: Agent, { port, asked }: StrangersOptions, n: number) {
  const one = asked[n % asked.length]
  while (one) {
    await ask(agent, port, one, `127.0.2.${n % 200}`)
    await pause(again_ms)
  }
}

if (process.send) {
  setPriority(10)
  const options: StrangersOptions = JSON.parse(process.argv[2] ?? '{}')
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 })
  for (let n = 0; n < options.clients; n += 1) void stranger(agent, options, n)
  process.send('there')
}
