import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { analytics } from './analytics/index.ts'
import { auth, ssoStart } from './auth/index.ts'
import { type Clock, dayOf, systemClock } from './core/clock.ts'
import type { Config } from './core/config.ts'
import type { Parts } from './core/ctx.ts'
import { openDb } from './core/db.ts'
import { openFiles } from './core/files.ts'
import { secretsFrom } from './core/secrets.ts'
import { loginsOf } from './database/logins.ts'
import { employees, importEmployees } from './employees/index.ts'
import { exports, making, makingCards } from './exports/index.ts'
import { type Bound, handleErrors, route } from './http/bind.ts'
import { guardDoor } from './http/door.ts'
import { errorTold } from './http/errors-told.ts'
import { openGate } from './http/gate.ts'
import { observe } from './http/observe.ts'
import { openapi } from './http/openapi.ts'
import { openSeats } from './http/seats.ts'
import { serveWeb } from './http/serve-web.ts'
import { housekeeping, removeFile } from './jobs/housekeeping.ts'
import { type JobDefinition, openJobs } from './jobs/jobs.ts'
import {
  anchorHourly,
  anchorMailed,
  firstAnchor,
  logs,
  openAnchors,
  sealer,
  unsealedFor,
  writeAnchor,
} from './logs/index.ts'
import { devMail } from './mail/dev-page.ts'
import { openMail, outgoing } from './mail/mail.ts'
import { notifications } from './notifications/index.ts'
import { organizations } from './organizations/index.ts'
import { importAllowances, payItems } from './pay-items/index.ts'
import { calculation, payroll } from './payroll/index.ts'
import { mirrorMail, payslips, sendPayslips, templateImages } from './payslips/index.ts'
import { settings } from './settings/index.ts'
import { storage } from './storage.ts'
import { structure } from './structure/index.ts'
import { expiringReminder, subscriptions } from './subscriptions/index.ts'
import { users } from './users/index.ts'

/** The areas in dependency order: each may call only those before it. */
export const areas: Bound[] = [
  ...logs,
  ...notifications,
  ...settings,
  ...subscriptions,
  ...organizations,
  ...users,
  ...auth,
  ...structure,
  ...employees,
  ...payItems,
  ...payroll,
  ...payslips,
  ...exports,
  ...analytics,
]

export interface AppOptions {
  config: Config
  databaseUrl: string
  secretKey: string
  clock?: Clock
  /** Take background jobs up; several servers may. */
  workers?: boolean
  extraJobs?: JobDefinition[]
  /** Checks that cost too much outside tests. */
  guarded?: boolean
  /** Where the log goes instead of standard output. */
  log?: { stream: { write(line: string): void } }
}

/** Builds the whole server without listening, so that tests and production run the same one. */
export async function buildApp(
  options: AppOptions,
): Promise<{ app: FastifyInstance; parts: Parts }> {
  const { config, clock = systemClock } = options
  const app = openServer(options)
  const db = await openDb(loginsOf(options.databaseUrl, options.secretKey), clock, options)
  const secrets = secretsFrom(options.secretKey)
  const files = await openFiles(config)
  const seal = sealer(db, secrets, app.log)
  const anchoring = { db, secrets, clock, store: openAnchors(config, files) }
  const importing = { files, secrets, clock, sealSoon: seal.soon }
  const jobs = await openJobs(
    db,
    [
      ...outgoing(config, secrets, db, { files, mirror: mirrorMail }),
      removeFile(files, db),
      housekeeping(db, clock),
      anchorHourly(anchoring),
      anchorMailed(anchoring, config.anchorMail, () => mail),
      expiringReminder(db, () => dayOf(clock.now())),
      importEmployees(importing),
      importAllowances(importing),
      calculation,
      sendPayslips({ config, files, clock, secrets, post: () => mail }),
      making({ files }),
      makingCards({ files }),
      ...(options.extraJobs ?? []),
    ],
    app.log,
  )
  const mail = openMail(config, secrets, db, jobs.wake)
  const parts: Parts = {
    config,
    clock,
    db,
    secrets,
    jobs,
    mail,
    files,
    gate: openGate(),
    seats: openSeats(),
    log: app.log,
    guarded: options.guarded ?? false,
    sealSoon: seal.soon,
    unsealedFor: () => unsealedFor(db),
  }
  await openRoads(app, parts)
  const workers = options.workers !== false
  const noAnchor = (err: unknown) => app.log.error({ err }, 'no anchor')
  if (workers) await jobs.work()
  // A store that does not answer holds up no start.
  const begun = workers ? firstAnchor(anchoring).catch(noAnchor) : undefined
  app.addHook('onClose', async () => {
    await jobs.stop()
    await seal.stop()
    await begun
    if (workers) await writeAnchor(anchoring).catch(noAnchor)
    await db.close()
  })
  return { app, parts }
}

/** Everything the server answers to. */
async function openRoads(app: FastifyInstance, parts: Parts) {
  await app.register(cookie)
  await app.register(helmet, securityHeaders(parts.config))
  // Answers only: what comes in packed is refused at the door.
  await app.register(compress, { threshold: 2048, globalDecompression: false })
  observe(app, parts)
  guardDoor(app, parts.config)
  handleErrors(app)
  for (const bound of areas) route(app, parts, bound)
  await openapi(app, parts.config)
  storage(app, parts)
  templateImages(app)
  devMail(app, parts)
  ssoStart(app, parts)
  await serveWeb(app)
}

function openServer({ config, log }: AppOptions): FastifyInstance {
  return Fastify({
    logger: { level: config.logLevel, serializers: { err: errorTold }, ...log },
    // One line per request is written by http/observe.ts, without addresses.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    bodyLimit: 64 * 1024,
    requestTimeout: 60_000,
    genReqId: () => crypto.randomUUID(),
  })
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
