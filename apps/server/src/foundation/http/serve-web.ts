import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { everywhere } from '@mshahara/contract/everywhere'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refused } from '../core/fail.ts'
import { languageOf } from './language.ts'

const dist = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

/** The web application: hashed files for ever, its one page never; every other path is a screen. */
export async function serveWeb(app: FastifyInstance) {
  const built = existsSync(dist)
  if (built) {
    await app.register(fastifyStatic, {
      root: dist,
      index: false,
      cacheControl: false,
      setHeaders(reply, path) {
        const lasting = path.includes('/assets/')
        const policy = lasting ? 'public, max-age=31536000, immutable' : 'no-cache'
        reply.header('cache-control', policy)
        if (path.endsWith('.svg')) reply.type('image/svg+xml; charset=utf-8')
      },
    })
  }
  const page = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-store').sendFile('index.html')
  if (built) app.get('/', (_request, reply) => page(reply))
  app.setNotFoundHandler((request, reply) => {
    const { url, method } = request
    const screen = method === 'GET' && !/^\/(api|storage|dev|assets)(\/|$)/.test(url)
    if (!built || !screen) {
      const refused = new Refused(404, everywhere.noSuchAddress)
      return reply.status(404).send(refused.body(languageOf(request)))
    }
    return page(reply)
  })
}
