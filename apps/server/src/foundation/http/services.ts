import type { Db } from '../core/db.ts'
import type { Notify } from '../core/job.ts'
import type { Parts } from '../core/parts.ts'
import type { Queues } from '../jobs/jobs.ts'
import type { PostHealth } from '../mail/health.ts'
import type { Gate } from './gate.ts'
import type { Gauges } from './reading.ts'
import type { Seats } from './seats.ts'
import type { StorageHealth } from './storage-health.ts'
import type { Uploads } from './uploads.ts'

/** The whole server: what its handlers work with, and what only the way to them needs. */
export interface Services extends Parts {
  db: Db
  jobs: Queues
  gate: Gate
  /** For pages outside the contract, which no session opens. */
  sideGate: Gate
  /** By the bell. */
  notify: Notify
  seats: Seats
  uploads: Uploads
  /** In tests: a second connection asked for under a lock is a fault. */
  guarded: boolean
  /** In seconds, how long the oldest entry of the log has waited to be chained. */
  unsealedFor(): Promise<number>
  /** Whether mail leaves the server. */
  post: PostHealth
  /** Whether the store of STORAGE_URL answers. */
  store: StorageHealth
  /** What the areas tell at /metrics. */
  gauges: Gauges[]
}
