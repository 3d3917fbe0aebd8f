import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { everywhere } from '@mshahara/contract/everywhere'
import { doorPaths } from '@mshahara/contract/paths'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config/config.ts'
import { Refused } from '../core/fail.ts'
import { tokenOf } from './cookies.ts'
import { languageOf } from './language.ts'

const dist = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

/**
 * The web application: hashed files for ever, its pages never; every other path is a screen.
 * Whoever has no session yet is given the sign-in screen as a page of its own, a fraction of it.
 */
export async function serveWeb(app: FastifyInstance, config: Config) {
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
  const page = (reply: FastifyReply, file = 'index.html') =>
    reply.header('cache-control', 'no-store').sendFile(file)
  if (built) {
    app.get('/', (_request, reply) => page(reply))
    for (const path of doorPaths) {
      app.get(path, (request, reply) =>
        page(reply, tokenOf(request, config) ? 'index.html' : 'login.html'),
      )
    }
  }
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
