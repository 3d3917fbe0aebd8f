import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'

/** Stands before the simulator, and does something once it has answered and before we hear it. */
export async function slowProxy(address: string) {
  let then: { path: string; act: () => Promise<void> } | undefined
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '', headers } = request
    const body = method === 'POST' ? await text(request) : null
    const { host: _, connection: __, 'content-length': ___, ...kept } = headers
    const asked = fetch(address + url, { method, body, headers: kept as HeadersInit })
    const answer = await asked.catch(() => undefined)
    if (!answer) return response.destroy()
    const said = await answer.text()
    if (then && url.includes(then.path)) {
      const { act } = then
      then = undefined
      await act()
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(said)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close())
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The next time, and once. */
    afterAnswerOf(path: string, act: () => Promise<void>) {
      then = { path, act }
    },
  }
}
