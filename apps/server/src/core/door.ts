import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Config, isLoopbackName } from './config.ts'
import { fail } from './fail.ts'
import { sameBytes, tokenHash } from './secrets.ts'

/** What is decided for every request before anybody looks at it. */

/** Asked by load balancers, which know a server by its address only. */
const byAddress = /^\/(healthz|readyz|metrics)$/
const deepest = 40

export function guardDoor(app: FastifyInstance, config: Config) {
  const own = new URL(config.publicUrl).hostname
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request)
    if (!byAddress.test(path) && !isOurs(request.hostname, own, config.production)) {
      fail(421, `This server answers at ${config.publicUrl} only.`)
    }
    // Whoever comes through a proxy nobody told us of may be anybody.
    if (path.startsWith('/dev/') && !config.trustProxy && isForwarded(request)) {
      fail(403, 'The outbox can be read on this machine only.')
    }
    if (path.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  app.addHook('preHandler', async ({ body }) => {
    if (isDeep(body)) fail(400)
  })
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? ''

/** Another name that leads here is a mistake, or somebody else's page playing ours. */
const isOurs = (name: string, own: string, production: boolean) =>
  name.toLowerCase() === own || (!production && isLoopbackName(name))

const isForwarded = ({ headers }: FastifyRequest) =>
  'forwarded' in headers ||
  'via' in headers ||
  Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || name === 'x-real-ip')

/** In production what tells about the server itself is for those who run it. */
export function forOperators(request: FastifyRequest, { production, metricsToken }: Config) {
  if (!production) return
  const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (given && metricsToken && sameBytes(tokenHash(given), tokenHash(metricsToken))) return
  if (!isFromHere(request)) fail(401, 'Please send the METRICS_TOKEN, or ask from the server.')
}

/** The real peer, and no proxy of this machine that speaks for others. */
const isFromHere = (request: FastifyRequest) =>
  isLoopbackName((request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')) &&
  !isForwarded(request) &&
  isLoopbackName(nameIn(request.headers.host ?? ''))

const nameIn = (host: string) => host.replace(/:\d+$/, '')

/** Nested deeper than anything we take: without recursion, for that is what it would break. */
function isDeep(body: unknown): boolean {
  let level: unknown[] = [body]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
  return false
}
