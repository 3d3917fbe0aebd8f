import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/** Stands before a server; while it hangs, whoever comes is let in and told nothing. */
export async function openDoor(target: string) {
  const to = new URL(target)
  const sockets = new Set<Socket>()
  let hangs = false
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.on('data', (chunk) => other.write(chunk))
      if (hangs) one.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  afterAll(close)
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href.replace(/\/$/, ''),
    hang: async () => {
      hangs = true
      for (const socket of sockets) socket.pause()
    },
    open: async () => {
      hangs = false
      for (const socket of sockets) socket.resume()
    },
  }
}
