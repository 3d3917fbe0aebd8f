import type { FastifyBaseLogger } from 'fastify'
import { firstAnchor, openAnchors, sealer, unsealedFor, writeAnchor } from './areas/logs/index.ts'
import { notify } from './areas/notifications/index.ts'
import type { Config } from './foundation/config/config.ts'
import type { Clock } from './foundation/core/clock.ts'
import { openDb } from './foundation/core/db.ts'
import { openFiles } from './foundation/core/files.ts'
import type { JobDefinition } from './foundation/core/job.ts'
import { secretsFrom } from './foundation/core/secrets.ts'
import { loginsOf } from './foundation/database/logins.ts'
import type { Area } from './foundation/http/area.ts'
import { aside, openGate } from './foundation/http/gate.ts'
import { openSeats } from './foundation/http/seats.ts'
import type { Services } from './foundation/http/services.ts'
import { openStorageHealth } from './foundation/http/storage-health.ts'
import { openUploads } from './foundation/http/uploads.ts'
import { housekeeping, removeFile } from './foundation/jobs/housekeeping.ts'
import { openJobs } from './foundation/jobs/jobs.ts'
import { sweepLeftFiles } from './foundation/jobs/left-files.ts'
import { openPostHealth } from './foundation/mail/health.ts'
import { type Mirror, openMail, outgoing } from './foundation/mail/mail.ts'
import { openNetwork } from './foundation/providers/network.ts'
import { openShelf } from './foundation/providers/shelf.ts'

export interface ServicesOptions {
  config: Config
  databaseUrl: string
  pooledUrl?: string | undefined
  secretKey: string
  clock: Clock
  extraJobs?: JobDefinition[]
  /** Checks that cost too much outside tests. */
  guarded?: boolean
}

interface Opened {
  services: Services
  /** Takes background work up. */
  work(): Promise<void>
  close(): Promise<void>
}

/** What keeps one caller from holding up the others. */
const openWays = () => ({
  gate: openGate(),
  sideGate: openGate(aside),
  seats: openSeats(),
  uploads: openUploads(),
})

async function openDatabase(options: ServicesOptions) {
  const { databaseUrl, pooledUrl, secretKey, clock } = options
  const pooled = pooledUrl ? loginsOf(pooledUrl, secretKey) : undefined
  const db = await openDb(loginsOf(databaseUrl, secretKey), clock, { ...options, pooled })
  // Through a pooler nobody could tell that a server is at work: one connection goes past it.
  const presence = pooled && db.listen(() => {})
  const closeDb = async () => {
    await presence?.close()
    await db.close()
  }
  return { db, closeDb }
}

/** Builds the parts of the server from what is configured and what the areas bring along. */
export async function openServices(
  options: ServicesOptions,
  areas: readonly Area[],
  log: FastifyBaseLogger,
): Promise<Opened> {
  const { config, clock } = options
  const { db, closeDb } = await openDatabase(options)
  const secrets = secretsFrom(options.secretKey)
  const files = await openFiles(config)
  const seal = sealer(db, secrets, log)
  const mirror: Mirror = async (...told) => {
    for (const { letters } of areas) await letters?.(...told)
  }
  const definitions = [
    ...areas.flatMap(({ jobs = [] }) => jobs),
    removeFile,
    sweepLeftFiles,
    housekeeping,
  ]
  const health = openPostHealth(config, log)
  const store = openStorageHealth(config, files, log)
  const pollers = [...outgoing(config, secrets, db, { files, mirror, health }), store.probe]
  const jobs = await openJobs(db, [...pollers, ...definitions, ...(options.extraJobs ?? [])], log)
  const services: Services = {
    config,
    clock,
    db,
    secrets,
    jobs,
    mail: openMail(config, secrets, db, jobs.wake),
    files,
    network: openNetwork(config, clock, { shelf: openShelf(db, secrets) }),
    notify: notify,
    ...openWays(),
    log,
    logModules: areas.flatMap(({ name, log: title }) =>
      title ? [{ module: name, name: title }] : [],
    ),
    recordNames: Object.assign({}, ...areas.map(({ records }) => records)),
    guarded: options.guarded ?? false,
    sealSoon: seal.soon,
    unsealedFor: () => unsealedFor(db),
    post: health,
    store,
    gauges: areas.flatMap(({ gauges }) => gauges ?? []),
  }
  const anchoring = { db, secrets, clock, store: openAnchors(config, files) }
  const noAnchor = (err: unknown) => log.error({ err }, 'no anchor')
  let anchored: Promise<unknown> | undefined
  return {
    services,
    async work() {
      await jobs.work(
        services,
        areas.flatMap(({ pollers: own }) => own?.(services) ?? []),
      )
      // A store that does not answer holds up no start.
      anchored = firstAnchor(anchoring).catch(noAnchor)
    },
    async close() {
      await jobs.stop()
      await seal.stop()
      await anchored
      if (anchored) await writeAnchor(anchoring).catch(noAnchor)
      await closeDb()
    },
  }
}
