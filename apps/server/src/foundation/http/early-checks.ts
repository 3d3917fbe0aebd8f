import { everywhere } from '@mshahara/contract/everywhere'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { isLoopbackName } from '../config/loopback.ts'
import { fail } from '../core/fail.ts'
import { sameBytes, tokenHash } from '../core/secrets.ts'
import { readForms } from './forms.ts'
import { readJson } from './json-limits.ts'
import { say, sayToOperators } from './sentences.ts'

/** What is decided for every request before anybody looks at it. */

/** Asked by load balancers, which know a server by its address only. */
const byAddress = ['/healthz', '/readyz', '/metrics']

export function checkEarly(app: FastifyInstance, config: Config) {
  const own = new URL(config.publicUrl).hostname
  app.addHook('onRequest', async (request, reply) => {
    // The route that was found: the address itself can be written in many ways.
    const route = request.routeOptions.url ?? ''
    if (!byAddress.includes(route) && !isOurs(request.hostname, own, config.production)) {
      fail(421, sayToOperators.otherHost({ address: config.publicUrl }))
    }
    // Behind a proxy that is not configured, the caller may be anybody.
    if (route.startsWith('/dev/') && !config.trustProxy && isForwarded(request)) {
      const what = route.startsWith('/dev/mail') ? 'The outbox' : 'This page'
      fail(403, sayToOperators.thisMachine({ what }))
    }
    const isCall = [route, request.url].some((each) => each.startsWith('/api/'))
    if (isCall) reply.header('cache-control', 'no-store')
    refuseUnread(request, reply)
  })
  readJson(app)
  readForms(app)
}

/** A body that is not needed is not read, and none is unpacked: a little may become a lot. */
function refuseUnread(request: FastifyRequest, reply: FastifyReply) {
  const packed = request.headers['content-encoding']
  const unasked = request.is404 && !['GET', 'HEAD'].includes(request.method)
  if (!unasked && (!packed || packed === 'identity')) return
  reply.header('connection', 'close')
  if (unasked) fail(404, everywhere.noSuchAddress)
  fail(415, say.compressed)
}

/** Another host name is a mistake, or somebody else's site posing as ours. */
const isOurs = (name: string, own: string, production: boolean) =>
  name.toLowerCase() === own || (!production && isLoopbackName(name))

const isForwarded = ({ headers }: FastifyRequest) =>
  'forwarded' in headers ||
  'via' in headers ||
  Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || name === 'x-real-ip')

/** In production, details of the server itself are for its operators only. */
export function forOperators(request: FastifyRequest, { production, metricsToken }: Config) {
  if (!production) return
  const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (given && metricsToken && sameBytes(tokenHash(given), tokenHash(metricsToken))) return
  if (!isFromHere(request)) fail(401, sayToOperators.metricsToken)
}

/** The real peer, and no proxy of this machine that speaks for others. */
const isFromHere = (request: FastifyRequest) =>
  isLoopbackName((request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')) &&
  !isForwarded(request) &&
  isLoopbackName(nameIn(request.headers.host ?? ''))

const nameIn = (host: string) => host.replace(/:\d+$/, '')
