import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../config/config.ts'
import { describeError } from '../core/describe-error.ts'
import { devMail } from '../mail/dev-page.ts'
import { devPhone } from '../simulator/phone-page.ts'
import type { Area } from './area.ts'
import { handleErrors, route } from './bind.ts'
import { checkEarly } from './early-checks.ts'
import { observe } from './metrics.ts'
import { openapi } from './openapi.ts'
import { serveWeb } from './serve-web.ts'
import type { Services } from './services.ts'
import { storage } from './storage.ts'

/** Where the log goes instead of standard output. */
export interface LogTo {
  stream: { write(line: string): void }
}

export function openServer(config: Config, log?: LogTo): FastifyInstance {
  return Fastify({
    logger: { level: config.logLevel, serializers: { err: describeError }, ...log },
    // One line per request is written by observe.ts, without addresses.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    bodyLimit: 64 * 1024,
    requestTimeout: 60_000,
    genReqId: () => crypto.randomUUID(),
  })
}

/** Everything the server answers to. */
export async function openRoads(app: FastifyInstance, services: Services, areas: readonly Area[]) {
  await app.register(cookie)
  await app.register(helmet, securityHeaders(services.config))
  // Answers only: what comes in packed is refused at the door.
  await app.register(compress, { threshold: 2048, globalDecompression: false })
  observe(app, services)
  checkEarly(app, services.config)
  handleErrors(app, services)
  for (const { calls } of areas) for (const bound of calls) route(app, services, bound)
  await openapi(app, services.config)
  storage(app, services, new Map(areas.flatMap(({ files }) => Object.entries(files ?? {}))))
  for (const { pages } of areas) pages?.(app, services)
  devMail(app, services)
  devPhone(app, services)
  await serveWeb(app, services.config)
}

/** Scripts only from here. Styles may be inline: the component library sets sizes as attributes. */
function securityHeaders(config: Config) {
  const https = config.publicUrl.startsWith('https:')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' as const },
    xFrameOptions: { action: 'deny' as const },
    hsts: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  }
}
